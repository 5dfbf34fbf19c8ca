//! The paths of requests: those of a site are below its name, `/handbook/v1/search`.

/// The sought resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// Chunks that match words.
    Search,
    /// Chunks by id.
    Chunks,
    /// The description of a site.
    Site,
    /// Whether the process runs.
    Health,
    /// Whether it can answer.
    Readiness,
}

/// The resources of a site, with their paths.
const OF_SITES: [(&str, Resource); 3] = [
    ("/v1/search", Resource::Search),
    ("/v1/chunks", Resource::Chunks),
    ("/v1/site", Resource::Site),
];

/// Where a request goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route<'p> {
    /// The name of the site; none if the path has none.
    pub site: Option<&'p str>,
    /// The resource.
    pub resource: Resource,
    /// The path of the resource below the site's name, for metrics and the log.
    pub path: &'static str,
}

/// Reads a path; none if nothing is there. The name of a site is not checked.
#[must_use]
pub fn route(path: &str) -> Option<Route<'_>> {
    let of_process = |path, resource| {
        Some(Route {
            site: None,
            resource,
            path,
        })
    };
    match path {
        "/healthz" => return of_process("/healthz", Resource::Health),
        "/readyz" => return of_process("/readyz", Resource::Readiness),
        _ => {}
    }
    OF_SITES.iter().find_map(|&(own, resource)| {
        let site = match path.strip_suffix(own)?.strip_prefix('/') {
            Some(name) if name.is_empty() || name.contains('/') => return None,
            Some(name) => Some(name),
            None if path == own => None,
            None => return None,
        };
        Some(Route {
            site,
            resource,
            path: own,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_the_part_of_the_path_before_the_resource() {
        for (path, expected) in [
            ("/v1/search", Some((None, Resource::Search))),
            ("/uni/v1/search", Some((Some("uni"), Resource::Search))),
            ("/uni/v1/chunks", Some((Some("uni"), Resource::Chunks))),
            ("/v1/v1/site", Some((Some("v1"), Resource::Site))),
            ("/healthz", Some((None, Resource::Health))),
            ("/readyz", Some((None, Resource::Readiness))),
            ("/uni/healthz", None),
            ("//v1/search", None),
            ("uni/v1/search", None),
            ("/a/uni/v1/search", None),
            ("/uni/v1/search/", None),
            ("/uni/v2/search", None),
            ("/univ1/search", None),
            ("/", None),
            ("", None),
        ] {
            let read = route(path).map(|own| (own.site, own.resource));
            assert_eq!(read, expected, "{path}");
        }
    }
}
