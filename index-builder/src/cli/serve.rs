//! `soru serve`.

use std::path::PathBuf;

use clap::Args;

use super::output::{DONE, print};
use super::rebuild::Rebuilding;
use crate::add::host_policies;
use crate::serve::{Listening, Policy, Reloads, Settings};

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The folder to serve
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Port [default: 8080, or the next free one]
    #[arg(long, value_name = "N")]
    pub(super) port: Option<u16>,
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    pub(super) host: String,
    /// Answer requests for this host name too; all other names are refused, against DNS rebinding
    #[arg(long, value_name = "NAME")]
    pub(super) allow_host: Vec<String>,
    /// Content security policy to send: `strict` tries the box under the strictest one, `off` sends
    /// none [default: the policy in the files of your host, such as `_headers`, or else none]
    #[arg(long, value_name = "VALUE")]
    pub(super) csp: Option<String>,
    /// Build the folder's index, and rebuild it when a page, `soru.toml`, facts or questions
    /// change; open tabs reload
    #[arg(long)]
    pub(super) watch: bool,
    /// Options of `soru build` for --watch, after `--`, such as `-- --config docs/soru.toml`
    #[arg(last = true, value_name = "BUILD OPTION", requires = "watch")]
    pub(super) build_options: Vec<String>,
}

/// The default port.
const USUAL_PORT: u16 = 8080;

pub(super) fn run(arguments: &Serve) -> anyhow::Result<u8> {
    let policy = policy(arguments);
    let reloads = arguments.watch.then(Reloads::default);
    let listening = Listening::start(&Settings {
        folder: arguments.folder.clone(),
        host: arguments.host.clone(),
        names: arguments.allow_host.clone(),
        port: arguments.port.unwrap_or(USUAL_PORT),
        is_port_fixed: arguments.port.is_some(),
        policy,
        reloads: reloads.clone(),
    })?;
    if let Some(taken) = listening.taken {
        eprintln!("port {taken} is in use");
    }
    if let Some(reloads) = reloads {
        Rebuilding::start(arguments)?.run_beside(reloads);
    }
    let (address, folder) = (listening.address()?, arguments.folder.display());
    print(&format!(
        "http://{address}/   {folder}   (stop with Ctrl-C)\n"
    ))?;
    listening.run()?;
    Ok(DONE)
}

/// Returns the policies to send, and says from where they are.
fn policy(arguments: &Serve) -> Policy {
    match arguments.csp.as_deref() {
        Some("off") => Policy::Given(Vec::new()),
        Some("strict") => Policy::strict(&arguments.folder),
        Some(policy) => Policy::Given(vec![policy.to_owned()]),
        None => {
            let found = host_policies(&arguments.folder);
            for (file, policy) in &found {
                eprintln!("content security policy of {}: {policy}", file.display());
            }
            Policy::Given(found.into_iter().map(|(_, policy)| policy).collect())
        }
    }
}
