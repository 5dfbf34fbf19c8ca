//! `soru serve`.

use super::arguments::Serve;
use super::rebuild::Rebuilding;
use super::{DONE, print};
use crate::serve::{Listening, Reloads, STRICT_CSP, Settings};

/// The default port.
const USUAL_PORT: u16 = 8080;

pub(super) fn run(arguments: &Serve) -> anyhow::Result<u8> {
    let csp = match arguments.csp.as_deref() {
        Some("off") => None,
        Some(policy) => Some(policy.to_owned()),
        None => Some(STRICT_CSP.to_owned()),
    };
    let reloads = arguments.watch.then(Reloads::default);
    let listening = Listening::start(&Settings {
        folder: arguments.folder.clone(),
        host: arguments.host.clone(),
        names: arguments.allow_host.clone(),
        port: arguments.port.unwrap_or(USUAL_PORT),
        is_port_fixed: arguments.port.is_some(),
        csp,
        reloads: reloads.clone(),
    })?;
    if let Some(taken) = listening.taken {
        eprintln!("port {taken} is in use");
    }
    if let Some(reloads) = reloads {
        Rebuilding::start(arguments)?.run_beside(reloads);
    }
    if arguments.csp.is_none() {
        eprintln!(
            "The browser refuses inline styles and scripts, as under the strict policy of some hosts; \
             --csp off allows them."
        );
    }
    let (address, folder) = (listening.address()?, arguments.folder.display());
    print(&format!(
        "http://{address}/   {folder}   (stop with Ctrl-C)\n"
    ))?;
    listening.run()?;
    Ok(DONE)
}
