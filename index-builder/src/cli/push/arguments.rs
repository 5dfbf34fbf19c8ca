//! The arguments of `soru push`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use soru_cluster::Kind;

const AFTER: &str = "\
Examples:
  soru push site/soru --to http://localhost:9200 --name handbook
  soru push site/soru --to https://a.example:9200 --to https://b.example:9200 --update
  soru push --rollback --to https://a.example:8983 --name handbook

Exit codes:
  0  the alias names the new index, or the index was updated
  1  the bundle or the file of questions cannot be read
  2  the command line or the credentials are wrong
  3  the cluster cannot be reached, or refuses a request
  4  the cluster rejected documents
  5  the check failed
  6  another push to the same name is running
With 1 to 6, the alias is as before.";

#[derive(Debug, Args)]
#[command(
    after_help = AFTER,
    group = ArgGroup::new("without_bundle").args(["rollback", "list"])
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(in crate::cli) struct Push {
    /// The bundle's folder
    #[arg(value_name = "DIR", required_unless_present = "without_bundle")]
    pub(super) bundle: Option<PathBuf>,
    /// Address of a node; may be repeated for further nodes of the same cluster, which are used if
    /// one is unreachable
    #[arg(long, value_name = "URL", required = true)]
    pub(super) to: Vec<String>,
    /// Name of the site in the cluster: the alias that searches use. The indexes behind it are
    /// called NAME-SCHEMA-TIME
    #[arg(long, value_name = "NAME", default_value = "soru")]
    pub(super) name: String,
    /// Search engine of the cluster [default: the command asks the cluster]
    #[arg(long, value_name = "NAME", value_enum)]
    pub(super) engine: Option<EngineName>,
    /// Send only changed chunks to the current index and delete vanished ones. If more than 30 % of
    /// the chunks changed or the schema is another one, everything is sent to a new index
    #[arg(long, conflicts_with = "without_bundle")]
    pub(super) update: bool,
    /// Before the swap, ask the questions of this file (JSON Lines with `text` and `page`). If the
    /// new index loses more than 2 % of the pages that the current one finds, nothing is swapped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["update", "without_bundle"])]
    pub(super) check: Option<PathBuf>,
    /// Return to the previous index
    #[arg(long)]
    pub(super) rollback: bool,
    /// List the indexes of the name
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) list: bool,
    /// Show what would be done, and change nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Trust the certificates in this file (PEM) instead of the system's
    #[arg(long, value_name = "FILE")]
    pub(super) ca: Option<PathBuf>,
    /// Allow unencrypted connections to other machines
    #[arg(long)]
    pub(super) allow_http: bool,
    /// Environment variable with the credentials: `basic USER:PASSWORD`, `apikey KEY` or
    /// `bearer TOKEN`
    #[arg(long, value_name = "NAME", default_value = "SORU_CLUSTER_CREDENTIALS")]
    pub(super) credentials_env: String,
    /// Print the report as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Print only errors and warnings
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// An engine by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum EngineName {
    /// OpenSearch 2 or later
    #[value(name = "opensearch")]
    OpenSearch,
    /// Solr 9 or later in cloud mode
    Solr,
}

impl From<EngineName> for Kind {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::OpenSearch => Self::OpenSearch,
            EngineName::Solr => Self::Solr,
        }
    }
}
