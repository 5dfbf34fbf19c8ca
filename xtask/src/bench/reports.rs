//! Measures how many reports of the box `soru desk` keeps in a second, and kills it under load: every
//! report that was acknowledged must be in the file.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::demo;
use crate::workspace::{Profile, Workspace};

/// The number of connections, as many browsers.
const CONNECTIONS: usize = 100;
/// The reports of each before the process is killed.
const REPORTS: usize = 100;
const ORIGIN: &str = "https://www.example.org";

/// Sends reports, then more of them until the process is killed, and counts those that were kept.
///
/// # Errors
/// If the command cannot be built or started, or an acknowledged report is missing.
pub(super) fn command(workspace: &Workspace) -> Result<()> {
    demo::build_tool(workspace).run()?;
    let folder = workspace.target("bench/reports");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let soru = workspace.soru(Profile::Release);
    let (mut desk, address) = receiver(&soru, &folder)?;
    let start = Instant::now();
    let sent = send_together(&address, REPORTS)?;
    let took = start.elapsed().as_secs_f64();
    println!(
        "{sent} reports over {CONNECTIONS} connections: {took:.2} s, {:.0} a second",
        sent as f64 / took
    );
    let more = thread::spawn(move || send_together(&address, usize::MAX));
    thread::sleep(Duration::from_secs(1));
    desk.kill()?;
    desk.wait()?;
    let more = more
        .join()
        .map_err(|_| anyhow::anyhow!("a sender failed"))??;
    let kept = kept(&soru, &folder)?;
    println!("killed after {more} more: {kept} are kept");
    ensure!(
        kept >= sent + more,
        "{} acknowledged reports are lost",
        sent + more - kept
    );
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Starts a receiver, and returns its address.
fn receiver(soru: &Path, folder: &Path) -> Result<(Child, String)> {
    let mut child = Command::new(soru)
        .args(["desk", "--listen", "127.0.0.1:0", "--origin", ORIGIN])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| soru.display().to_string())?;
    let mut line = Vec::new();
    let mut out = child.stdout.take().context("no output")?;
    let mut byte = [0];
    while out.read(&mut byte)? == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    let line = String::from_utf8_lossy(&line).into_owned();
    let address = line
        .split("//")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    match address {
        Some(address) => Ok((child, address.to_owned())),
        None => bail!("`soru desk` says no address: {line}"),
    }
}

/// Sends so many reports over each connection, and returns how many were acknowledged.
fn send_together(address: &str, count: usize) -> Result<usize> {
    let connections = (0..CONNECTIONS).map(|connection| {
        let address = address.to_owned();
        thread::spawn(move || send(&address, connection, count))
    });
    let connections: Vec<_> = connections.collect();
    let mut acknowledged = 0;
    for connection in connections {
        let sent = connection
            .join()
            .map_err(|_| anyhow::anyhow!("a sender failed"))?;
        acknowledged += sent;
    }
    Ok(acknowledged)
}

/// Sends reports until all are acknowledged or the receiver is gone.
fn send(address: &str, connection: usize, count: usize) -> usize {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return 0;
    };
    for number in 0..count {
        let body =
            format!(r#"{{"question":"question {connection}","language":"en","state":"listed"}}"#);
        let request = format!(
            "POST /reports HTTP/1.1\r\nHost: a\r\nOrigin: {ORIGIN}\r\nContent-Type: text/plain\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        if stream.write_all(request.as_bytes()).is_err() || !is_acknowledged(&mut stream) {
            return number;
        }
    }
    count
}

fn is_acknowledged(stream: &mut TcpStream) -> bool {
    let mut head = Vec::new();
    let mut bytes = [0; 1024];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut bytes) {
            Ok(count) if count > 0 => head.extend_from_slice(&bytes[..count]),
            _ => return false,
        }
    }
    head.starts_with(b"HTTP/1.1 204")
}

/// The number of questions in the file.
fn kept(soru: &Path, folder: &Path) -> Result<usize> {
    let report = Command::new(soru)
        .args(["desk", "report", "--format", "json"])
        .current_dir(folder)
        .output()?;
    let report: Value = serde_json::from_slice(&report.stdout)?;
    let kept = report["questions"]
        .as_u64()
        .context("no number of questions")?;
    Ok(usize::try_from(kept)?)
}
