//! Reads documents in a separate process: the command itself, with hard limits.
//!
//! No reader of so many formats is free of faults, and a fault that takes all memory or never ends
//! would end the build. So a build passes each document by pipe to a process with limited memory
//! and time. Where the system can forbid it, the process cannot open files or connections. A
//! process that exceeds a limit is killed; its document is reported, and another process continues
//! with the next one.
//!
//! A process reads many documents. As many processes read in parallel as threads of the build
//! request it. Where no process can be started, the build reports this once and reads documents
//! itself, with the same limits except memory.
//!
//! | file | does |
//! |---|---|
//! | `child.rs` | the process: confines itself, then reads what it is handed |
//! | `confinement.rs` | the limits of each system |
//! | `frames.rs` | messages through the pipes |

mod child;
mod confinement;
mod frames;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use self::child::read_documents;
use self::confinement::End;
use super::{DocumentError, DocumentLimits, ExtractedText};

/// The hidden command of the process.
pub const COMMAND: &str = "read-documents";

/// The maximum time for a process to start.
const START: Duration = Duration::from_secs(20);

/// Keeps allocators from reserving more address space than the process may have.
const SMALL_RESERVES: [(&str, &str); 2] =
    [("MIMALLOC_ARENA_RESERVE", "0"), ("MALLOC_ARENA_MAX", "1")];

/// The program that reads documents, if builds have one.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Makes builds read all documents in processes of this program, which calls [`read_documents`] for
/// the argument [`COMMAND`]. Without such a program, the process of the build reads them.
pub fn read_in_processes_of(program: PathBuf) {
    // The first program remains.
    let _ = PROGRAM.set(program);
}

type Read = Result<ExtractedText, DocumentError>;

/// The processes of a build.
#[derive(Debug)]
pub struct ReadingProcesses {
    program: PathBuf,
    limits: DocumentLimits,
    idle: Mutex<Vec<ReadingProcess>>,
    /// The reason why no process can be started.
    refusal: OnceLock<String>,
}

impl ReadingProcesses {
    /// Returns the processes of the program that reads documents, if there is one.
    pub fn of_program(limits: &DocumentLimits) -> Option<Self> {
        PROGRAM.get().map(|program| Self::new(program, limits))
    }

    fn new(program: &Path, limits: &DocumentLimits) -> Self {
        Self {
            program: program.to_owned(),
            limits: limits.clone(),
            idle: Mutex::default(),
            refusal: OnceLock::new(),
        }
    }

    /// Reads a document; returns none if no process can be started.
    pub fn read(&self, bytes: &[u8]) -> Option<Read> {
        let mut process = self.take()?;
        let mut read = process.read(bytes, &self.limits);
        // The memory of earlier documents must not count.
        if process.is_used && matches!(read, Err(DocumentError::TooHeavy { .. })) {
            process = self.start()?;
            read = process.read(bytes, &self.limits);
        }
        if process.is_alive {
            process.is_used = true;
            self.idle().push(process);
        }
        Some(read)
    }

    /// The reason why the build reads documents itself, if it does.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.get().map(String::as_str)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<ReadingProcess>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<ReadingProcess> {
        let idle = self.idle().pop();
        idle.or_else(|| self.start())
    }

    fn start(&self) -> Option<ReadingProcess> {
        if self.refusal.get().is_some() {
            return None;
        }
        let started = ReadingProcess::start(&self.program, &self.limits);
        started
            .map_err(|error| self.refusal.set(error.to_string()))
            .ok()
    }
}

/// A process that reads one document after another.
#[derive(Debug)]
struct ReadingProcess {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Whether it has read a document.
    is_used: bool,
    is_alive: bool,
}

impl ReadingProcess {
    fn start(program: &Path, limits: &DocumentLimits) -> io::Result<Self> {
        let mut child = Command::new(program)
            .arg(COMMAND)
            .envs(SMALL_RESERVES)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // The report names the document, so the message of the fault is not printed.
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        let mut process = Self {
            child,
            input,
            output,
            is_used: false,
            is_alive: true,
        };
        let limits = rmp_serde::to_vec(limits).map_err(io::Error::other)?;
        match process.ask(&limits, START, u64::MAX) {
            Ok(_) => Ok(process),
            Err(_) => Err(io::Error::other("it ended at once")),
        }
    }

    fn read(&mut self, bytes: &[u8], limits: &DocumentLimits) -> Read {
        let end = match self.ask(bytes, limits.clock_time(), limits.memory) {
            Ok(reply) => return rmp_serde::from_slice(&reply).unwrap_or(Err(DocumentError::Fault)),
            Err(End::Dead) => self.child.wait().map_or(End::Dead, confinement::end),
            Err(end) => end,
        };
        Err(match end {
            End::Slow => DocumentError::TooSlow,
            End::Heavy => DocumentError::TooHeavy {
                most: limits.memory,
            },
            End::Dead => DocumentError::Fault,
        })
    }

    /// Sends a message and waits for the answer. Without an answer, the process has ended.
    fn ask(&mut self, message: &[u8], time: Duration, memory: u64) -> Result<Vec<u8>, End> {
        let Self {
            child,
            input,
            output,
            ..
        } = self;
        let (sender, receiver) = mpsc::channel();
        let answer = thread::scope(|scope| {
            let exchange = move || {
                let answer = frames::write(input, message).and_then(|()| frames::read(output));
                // Nobody receives the answer if reading took too long.
                let _ = sender.send(answer);
            };
            let answer = match thread::Builder::new().spawn_scoped(scope, exchange) {
                Ok(_) => wait(&receiver, child, time, memory),
                Err(_) => Err(End::Dead),
            };
            if answer.is_err() {
                // The reading thread ends when its pipes close.
                let _ = child.kill();
            }
            answer
        });
        self.is_alive = answer.is_ok();
        answer
    }
}

impl Drop for ReadingProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

type Answer = io::Result<Option<Vec<u8>>>;

fn wait(
    receiver: &Receiver<Answer>,
    process: &Child,
    time: Duration,
    memory: u64,
) -> Result<Vec<u8>, End> {
    let end = Instant::now() + time;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left.min(confinement::BETWEEN_LOOKS)) {
            Ok(Ok(Some(answer))) => return Ok(answer),
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return Err(End::Dead),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(End::Slow),
            Err(RecvTimeoutError::Timeout) if confinement::is_over(process, memory) => {
                return Err(End::Heavy);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
