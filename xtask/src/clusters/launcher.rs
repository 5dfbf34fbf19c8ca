//! Starts the nodes of a cluster, kills them, and counts documents.

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use super::http::get;
use crate::workspace::Workspace;

/// The heap of a node in MiB.
const HEAP: &str = "512";

/// The time to copy the data to a node that is back.
const RECOVERY: Duration = Duration::from_mins(3);

/// The engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Engine {
    #[value(name = "opensearch")]
    OpenSearch,
    Solr,
}

impl Engine {
    pub(super) const ALL: [Self; 2] = [Self::OpenSearch, Self::Solr];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OpenSearch => "OpenSearch",
            Self::Solr => "Solr",
        }
    }

    /// The folder of its launcher, its class and its first port.
    fn launcher(self) -> (&'static str, &'static str, u16) {
        match self {
            Self::OpenSearch => ("opensearch", "OpenSearchCluster", 21_010),
            Self::Solr => ("solr", "SolrCluster", 21_050),
        }
    }
}

/// A running cluster. Its launcher ends with this process, and its nodes with the launcher.
pub(super) struct Cluster {
    pub(super) engine: Engine,
    launcher: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    /// The launcher's last answer.
    state: Value,
}

impl Cluster {
    pub(super) fn start(workspace: &Workspace, engine: Engine) -> Result<Self> {
        let (folder, class, port) = engine.launcher();
        let target = workspace.path("tests/clusters").join(folder).join("target");
        let target = target.display();
        let mut launcher = Command::new("java")
            .args(["-cp", &format!("{target}/{folder}-1.jar:{target}/lib/*")])
            .args([
                &format!("soru.cluster.{class}"),
                &port.to_string(),
                "3",
                HEAP,
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("java cannot be started")?;
        let input = launcher.stdin.take();
        let output = launcher
            .stdout
            .take()
            .context("the launcher has no output")?;
        let mut cluster = Self {
            engine,
            launcher,
            input,
            output: BufReader::new(output).lines(),
            state: Value::Null,
        };
        cluster.read()?;
        Ok(cluster)
    }

    fn read(&mut self) -> Result<()> {
        let line = self.output.next();
        let line = line.context("the cluster ended: its messages are above")??;
        self.state = serde_json::from_str(&line)?;
        if let Some(error) = self.state["error"].as_str() {
            bail!("the launcher answers: {error}");
        }
        Ok(())
    }

    /// Gives the launcher a command, such as `kill node0`.
    pub(super) fn order(&mut self, command: &str) -> Result<()> {
        let input = self.input.as_mut().context("the launcher has ended")?;
        writeln!(input, "{command}")?;
        self.read()
    }

    /// Waits until all copies of the data are there, so that the next disturbance finds a sound cluster.
    ///
    /// # Errors
    /// If they are not within some minutes.
    pub(super) fn recover(&self) -> Result<()> {
        let begin = Instant::now();
        while !self.is_whole() {
            if begin.elapsed() > RECOVERY {
                bail!("copies of the data are still missing after {RECOVERY:?}");
            }
            sleep(Duration::from_millis(500));
        }
        Ok(())
    }

    fn is_whole(&self) -> bool {
        let path = match self.engine {
            Engine::OpenSearch => "/_cluster/health",
            Engine::Solr => "/solr/admin/collections?action=CLUSTERSTATUS&wt=json",
        };
        let state = |address: &String| get(address, path).map_or(Value::Null, |(_, state)| state);
        let states: Vec<Value> = self.addresses().iter().map(state).collect();
        match self.engine {
            Engine::OpenSearch => states.iter().all(|state| state["status"] == "green"),
            Engine::Solr => states
                .iter()
                .all(|state| has_all_replicas(&state["cluster"])),
        }
    }

    /// Returns the time to start the cluster or to obey the last command, in milliseconds.
    pub(super) fn millis(&self) -> u64 {
        self.state["millis"].as_u64().unwrap_or_default()
    }

    /// Returns the addresses of the nodes.
    pub(super) fn addresses(&self) -> Vec<String> {
        let nodes = self
            .members()
            .filter_map(|member| member["address"].as_str());
        nodes
            .filter(|own| own.starts_with("http"))
            .map(str::to_owned)
            .collect()
    }

    fn members(&self) -> impl Iterator<Item = &Value> {
        self.state["members"].as_array().into_iter().flatten()
    }

    /// Returns the processor time of all members in seconds.
    pub(super) fn processor_seconds(&self) -> f64 {
        let pids = self.members().filter_map(|member| member["pid"].as_u64());
        pids.filter_map(processor_seconds).sum()
    }

    /// Counts the chunks behind an alias with a word in their titles, or all of them. The document
    /// that describes the site has no language.
    pub(super) fn count(&self, alias: &str, title_word: Option<&str>) -> Result<u64> {
        let query = title_word.map_or("lang:*".to_owned(), |word| format!("title_w:{word}"));
        let (path, key) = match self.engine {
            Engine::OpenSearch => (format!("/{alias}/_count?q={query}"), "/count"),
            Engine::Solr => {
                let path = format!("/solr/{alias}/select?wt=json&rows=0&q={query}");
                (path, "/response/numFound")
            }
        };
        let mut last = anyhow!("no node answers");
        for address in self.addresses() {
            match get(&address, &path) {
                Ok((_, answer)) => match answer.pointer(key).and_then(Value::as_u64) {
                    Some(count) => return Ok(count),
                    None => last = anyhow!("{path}: {answer}"),
                },
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

/// Returns whether all replicas of Solr's collections are active, on nodes that live.
fn has_all_replicas(cluster: &Value) -> bool {
    let lives = |node: &Value| {
        let mut nodes = cluster["live_nodes"].as_array().into_iter().flatten();
        nodes.any(|own| own == node)
    };
    let collections = members(&cluster["collections"]);
    let shards = collections.flat_map(|collection| members(&collection["shards"]));
    let mut replicas = shards.flat_map(|shard| members(&shard["replicas"]));
    cluster.is_object()
        && replicas.all(|replica| replica["state"] == "active" && lives(&replica["node_name"]))
}

fn members(object: &Value) -> impl Iterator<Item = &Value> {
    object
        .as_object()
        .into_iter()
        .flat_map(|object| object.values())
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The end of its input ends the launcher.
        self.input = None;
        let _ = self.launcher.wait();
    }
}

/// Returns the processor time of a process in seconds; none where the system does not tell.
pub(super) fn processor_seconds(pid: u64) -> Option<f64> {
    /// Linux counts in hundredths.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((number(11)? + number(12)?) / TICKS)
}
