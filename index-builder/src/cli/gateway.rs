//! `soru gateway`.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use soru_gateway::{Configuration, Listening, Log};
use soru_serving::end;

use super::output::{DONE, print};

const AFTER: &str = "\
A small gateway.toml:
  engine = \"opensearch\"                      # or \"solr\"
  nodes = [\"https://a.example:9200\", \"https://b.example:9200\"]
  sites = [\"handbook\"]                       # --name of `soru push`; several have paths
  origins = [\"https://www.example.org\"]      # the pages that may ask

Exit codes:
  0  it ended in good order, after SIGTERM or Ctrl-C
  2  the file of settings is wrong, or an address cannot be used";

#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub(super) struct Gateway {
    /// The file of settings
    #[arg(value_name = "FILE")]
    pub(super) settings: PathBuf,
}

/// The exit code for wrong settings.
const WRONG_SETTINGS: u8 = 2;

pub(super) fn run(arguments: &Gateway) -> anyhow::Result<u8> {
    let read = Configuration::read(&arguments.settings, |name| std::env::var(name).ok());
    let configuration = match read {
        Ok(configuration) => configuration,
        Err(failure) => return Ok(refused(&failure)),
    };
    let runtime = tokio::runtime::Runtime::new().context("the server cannot be started")?;
    runtime.block_on(serve(configuration))
}

fn refused(failure: &soru_cluster::Failure) -> u8 {
    anstream::eprintln!("error: {failure}");
    WRONG_SETTINGS
}

/// Returns the addresses that pages ask, with the site of each.
fn addresses(address: SocketAddr, sites: &[String]) -> String {
    if let [only] = sites {
        return format!("http://{address}/   {only}\n");
    }
    let lines = sites
        .iter()
        .map(|site| format!("http://{address}/{site}   {site}"));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

async fn serve(configuration: Configuration) -> anyhow::Result<u8> {
    let end = end().context("the signal to end cannot be received")?;
    let sites = configuration.sites.clone();
    let listening = match Listening::start(configuration, Log::to_standard_error()).await {
        Ok(listening) => listening,
        Err(failure) => return Ok(refused(&failure)),
    };
    print(&addresses(listening.address()?, &sites))?;
    if let Some(address) = listening.metrics_address() {
        print(&format!("http://{address}/metrics\n"))?;
    }
    listening.run(end).await;
    Ok(DONE)
}
