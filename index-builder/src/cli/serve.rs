//! `soru serve`.

use super::arguments::Serve;
use super::{DONE, say};
use crate::serve::{Listening, STRICT_CSP, Settings};

/// The port if none is asked for.
const USUAL_PORT: u16 = 8080;

pub(super) fn run(arguments: &Serve) -> anyhow::Result<u8> {
    let csp = match arguments.csp.as_deref() {
        Some("off") => None,
        Some(policy) => Some(policy.to_owned()),
        None => Some(STRICT_CSP.to_owned()),
    };
    let listening = Listening::start(&Settings {
        folder: arguments.folder.clone(),
        host: arguments.host.clone(),
        names: arguments.allow_host.clone(),
        port: arguments.port.unwrap_or(USUAL_PORT),
        is_port_fixed: arguments.port.is_some(),
        csp,
    })?;
    if let Some(taken) = listening.taken {
        eprintln!("port {taken} is taken");
    }
    let (address, folder) = (listening.address()?, arguments.folder.display());
    say(&format!(
        "http://{address}/   {folder}   (Ctrl-C ends it)\n"
    ))?;
    listening.run()?;
    Ok(DONE)
}
