//! The number of open files, of which every connection is one.

/// Lets the process have so many open files, or as many as the system permits. Returns how many it
/// may have.
#[cfg(unix)]
#[must_use]
pub fn allow_files(wanted: u64) -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let now = current.unwrap_or(u64::MAX);
    let raised = wanted.min(maximum.unwrap_or(u64::MAX));
    if now >= raised {
        return now;
    }
    let limit = Rlimit {
        current: Some(raised),
        maximum,
    };
    setrlimit(Resource::Nofile, limit).map_or(now, |()| raised)
}

/// Returns that as many files are allowed as are wanted: this system has no such limit.
#[cfg(not(unix))]
#[must_use]
pub fn allow_files(wanted: u64) -> u64 {
    wanted
}
