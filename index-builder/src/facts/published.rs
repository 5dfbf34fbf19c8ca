//! Facts in a spreadsheet that its owner publishes as CSV: fetched by every build, with the last good
//! copy kept beside `soru.toml`.
//!
//! A sheet is edited by several people at any time, and its host may be down. So a download replaces
//! the copy only if all its facts are valid; otherwise the build uses the copy, and says why.

use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use soru_files::place::{Place, Problem};
use soru_files::whole_file::MEGABYTE;
use ureq::Agent;
use url::{Host, Url};

use super::{Frame, MOST_MEGABYTES, load_bytes, replace};

/// The time limit of the whole download.
const WITHIN: Duration = Duration::from_secs(20);

/// Fetches a sheet into its copy, or returns why the copy stays as it was.
///
/// # Errors
/// If there is no copy yet, or it cannot be written.
pub(crate) fn refresh(
    address: &str,
    copy: &Path,
    frame: &Frame,
) -> anyhow::Result<Option<Problem>> {
    let fetched = fetch(address).and_then(|bytes| {
        load_bytes(copy, &bytes, frame).map_err(|problems| {
            let first = problems.0.first();
            let first = first.map_or(String::new(), ToString::to_string);
            anyhow::anyhow!("it has a mistake: {first}")
        })?;
        Ok(bytes)
    });
    match fetched {
        Ok(bytes) => {
            let is_same = std::fs::read(copy).is_ok_and(|before| before == bytes);
            if !is_same {
                replace(copy, &bytes)?;
            }
            Ok(None)
        }
        Err(error) if copy.is_file() => Ok(Some(Place::file(copy).problem(format!(
            "{address} was not taken, so its last good copy is used: {error:#}"
        )))),
        Err(error) => Err(error).with_context(|| {
            format!("{address}: the published facts cannot be used, and there is no copy yet")
        }),
    }
}

fn fetch(address: &str) -> anyhow::Result<Vec<u8>> {
    let url = Url::parse(address)?;
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(own)) => own.is_loopback(),
        Some(Host::Ipv6(own)) => own.is_loopback(),
        None => false,
    };
    let config = Agent::config_builder()
        .timeout_global(Some(WITHIN))
        // On the way others could change the facts.
        .https_only(!is_local)
        .user_agent(concat!("soru/", env!("CARGO_PKG_VERSION")))
        .build();
    let mut response = Agent::new_with_config(config).get(address).call()?;
    let mut bytes = Vec::new();
    let most = MOST_MEGABYTES * MEGABYTE;
    let reader = response.body_mut().as_reader();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        bail!("it is larger than {MOST_MEGABYTES} MB");
    }
    let start = bytes.trim_ascii_start();
    if start.starts_with(b"<") {
        bail!("it is a page, not CSV: publish the sheet as CSV, and use that address");
    }
    Ok(bytes)
}
