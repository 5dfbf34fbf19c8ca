//! A run of another program, which can print its command line.
//!
//! Every program is started through this module, so that a failure always shows a line that can be
//! pasted into a shell.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

/// A program with its arguments, environment and folder.
#[derive(Debug, Clone)]
pub(crate) struct Invocation {
    program: String,
    args: Vec<String>,
    env: Vec<(String, String)>,
    base: Option<PathBuf>,
    folder: Option<String>,
}

impl Invocation {
    /// A program found on the `PATH`, or given by its path.
    pub(crate) fn new(program: impl Into<String>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            base: None,
            folder: None,
        }
    }

    /// Adds arguments.
    pub(crate) fn args<S: Into<String>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets a variable of the program's environment.
    pub(crate) fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.env.push((name.to_owned(), value.into()));
        self
    }

    /// Runs the program in a folder, the root of the checkout.
    pub(crate) fn rooted_at(mut self, root: &Path) -> Self {
        self.base = Some(root.to_owned());
        self
    }

    /// Runs the program in a folder below the root.
    pub(crate) fn within(mut self, folder: &str) -> Self {
        self.folder = Some(folder.to_owned());
        self
    }

    /// Prevents a cargo that runs beside others from drawing a progress bar over their lines.
    pub(crate) fn beside_others(self) -> Self {
        self.env("CARGO_TERM_PROGRESS_WHEN", "never")
    }

    /// Runs it, inheriting standard output.
    ///
    /// # Errors
    /// If it cannot be started or fails.
    pub(crate) fn run(&self) -> Result<()> {
        let status = self.command().status();
        self.judge(status.with_context(|| self.cannot_start())?)
    }

    /// Runs it and returns its standard output without showing it.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run); the message then includes its standard error.
    pub(crate) fn capture(&self) -> Result<String> {
        let output = self
            .command()
            .output()
            .with_context(|| self.cannot_start())?;
        if !output.status.success() {
            bail!(
                "{}\n{}",
                self.failure(),
                String::from_utf8_lossy(&output.stderr).trim_end()
            );
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs it, shows its standard output immediately, and returns it too.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run).
    pub(crate) fn run_and_read(&self) -> Result<String> {
        let mut child = self
            .command()
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| self.cannot_start())?;
        let mut seen = String::new();
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).split(b'\n') {
                let line = String::from_utf8_lossy(&line?).into_owned();
                println!("{line}");
                seen.push_str(&line);
                seen.push('\n');
            }
        }
        self.judge(child.wait()?)?;
        Ok(seen)
    }

    /// Replaces this process with the program, so that signals reach only the program.
    ///
    /// # Errors
    /// If it cannot be started. Where a process cannot be replaced, also if the program fails.
    pub(crate) fn take_over(&self) -> Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            Err(self.command().exec()).with_context(|| self.cannot_start())
        }
        #[cfg(not(unix))]
        self.run()
    }

    /// Starts it in the background; dropping the returned value ends it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn in_background(&self) -> Result<Background> {
        let child = self.command().stdout(Stdio::null()).spawn();
        Ok(Background(child.with_context(|| self.cannot_start())?))
    }

    /// Starts a server that prints a line, such as its address, when it is ready, and returns that
    /// line. The server's input closes when the returned value is dropped, or this process ends. A
    /// server with child processes can then end them, which would be impossible if it were killed.
    ///
    /// # Errors
    /// If it cannot be started, or ends without a line.
    pub(crate) fn attended(&self) -> Result<(Attended, String)> {
        let child = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut server = Attended(child.with_context(|| self.cannot_start())?);
        let mut line = String::new();
        if let Some(stdout) = &mut server.0.stdout {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        if line.is_empty() {
            bail!("{}", self.failure());
        }
        Ok((server, line.trim_end().to_owned()))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        let base = self.base.iter().map(PathBuf::as_path);
        let dir: PathBuf = base.chain(self.folder.iter().map(Path::new)).collect();
        if dir != Path::new("") {
            command.current_dir(dir);
        }
        command
    }

    fn judge(&self, status: ExitStatus) -> Result<()> {
        if !status.success() {
            bail!("{} ({status})", self.failure());
        }
        Ok(())
    }

    fn failure(&self) -> String {
        format!("this command failed: {self}")
    }

    fn cannot_start(&self) -> String {
        format!("this command could not be started: {self}")
    }
}

/// Runs tasks in parallel, each on a separate thread, and returns their results in order once all
/// have ended.
pub(crate) fn side_by_side<T: Send, F: FnOnce() -> T + Send, const N: usize>(
    tasks: [F; N],
) -> [T; N] {
    thread::scope(|scope| {
        let running = tasks.map(|task| scope.spawn(task));
        running.map(|task| task.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// A program that runs until this value is dropped.
#[derive(Debug)]
pub(crate) struct Background(Child);

impl Drop for Background {
    fn drop(&mut self) {
        // It may have ended already; errors do not matter.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that runs until this value is dropped.
#[derive(Debug)]
pub(crate) struct Attended(Child);

impl Drop for Attended {
    fn drop(&mut self) {
        // Closes its input first. Its exit status does not matter.
        let _ = self.0.wait();
    }
}

/// The command line, as typed in the root of the checkout.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(folder) = &self.folder {
            write!(f, "cd {} && ", quoted(folder))?;
        }
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&quoted(&self.program))?;
        self.args
            .iter()
            .try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_prints_as_a_line_that_can_be_pasted_into_a_shell() {
        let doc = Invocation::new("cargo").args(["doc", "--no-deps"]);
        let doc = doc.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            doc.to_string(),
            "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps"
        );
    }

    #[test]
    fn it_prints_its_folder() {
        let npm = Invocation::new("npm").args(["ci"]).within("tests/e2e");
        assert_eq!(npm.to_string(), "cd tests/e2e && npm ci");
    }

    #[test]
    fn a_failure_names_the_command_and_its_output() {
        let failing = Invocation::new("cargo").args(["no-such-command"]);
        let error = failing.capture().unwrap_err().to_string();
        assert!(error.contains("cargo no-such-command"), "{error}");
        assert!(error.lines().count() > 1, "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_in_the_background_ends_with_its_handle() {
        let running = Invocation::new("sleep")
            .args(["60"])
            .in_background()
            .unwrap();
        let process = format!("/proc/{}", running.0.id());
        let there = || Path::new(&process).exists();
        assert!(there() || !Path::new("/proc").exists());
        drop(running);
        assert!(!there());
    }

    #[cfg(unix)]
    #[test]
    fn a_server_prints_its_address_and_ends_with_its_handle() {
        let folder = tempfile::tempdir().unwrap();
        let script = "echo http://here; cat > /dev/null; echo > ended";
        let server = Invocation::new("sh").args(["-c", script]);
        let (running, address) = server.rooted_at(folder.path()).attended().unwrap();
        let ended = folder.path().join("ended");
        assert_eq!((address.as_str(), ended.exists()), ("http://here", false));
        drop(running);
        assert!(ended.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_server_that_ends_at_once_is_named() {
        let failing = Invocation::new("sh").args(["-c", "exit 3"]);
        let error = failing.attended().unwrap_err().to_string();
        assert!(error.contains("exit 3"), "{error}");
    }

    #[test]
    fn missing_program_is_named() {
        let error = Invocation::new("no-such-program").run().unwrap_err();
        assert!(error.to_string().contains("no-such-program"), "{error}");
    }
}
