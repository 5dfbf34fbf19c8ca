//! Asking a model about many sections: several at a time, again after failures, and never losing an
//! answer that has arrived.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Model, Refusal, Reply};
use super::estimate::tokens;
use super::message::Message;

/// How often something else is looked at while waiting.
const TICK: Duration = Duration::from_millis(50);

/// Sections in a row that fail for good before the server is given up.
const MOST_FAILURES: usize = 3;

/// How failures are met.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// How often a request is made, at the most.
    pub attempts: u32,
    /// How long is waited after the first failure; each further one doubles it.
    pub first_wait: Duration,
    /// The longest wait, also if the server asks for more.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            attempts: 6,
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_mins(5),
        }
    }
}

/// What is to be asked.
#[derive(Debug)]
pub struct Asking {
    /// Messages, one list for each section.
    pub messages: Vec<[Message; 2]>,
    /// Requests at the same time.
    pub concurrency: usize,
    /// Tokens, sent and received, after which no further request is made.
    pub max_tokens: Option<usize>,
    /// How failures are met.
    pub patience: Patience,
}

/// What happened to one section.
#[derive(Debug)]
pub enum Outcome {
    /// The model replied about the section of this number.
    Replied(usize, Reply),
    /// It will not; why.
    Failed(usize, String),
}

/// How asking ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// All sections were asked about.
    Done,
    /// Whoever started it stopped it.
    Stopped,
    /// As many tokens were used as were allowed.
    SpentTokens,
    /// The server is not worth asking; why.
    GivenUp(String),
}

/// What all workers share.
struct Shared {
    model: Arc<dyn Model>,
    queue: Mutex<VecDeque<(usize, [Message; 2])>>,
    /// No further request is made.
    halted: AtomicBool,
    /// When a busy server wants to be asked again.
    resumes: Mutex<Instant>,
    patience: Patience,
}

/// Asks about all sections; `done` hears of each as soon as its answer is there, in any order. Once
/// `stop` is set no further request is made, and those under way are waited for.
///
/// # Errors
/// Those of `done`, which end it.
pub fn ask(
    asking: Asking,
    model: Arc<dyn Model>,
    stop: &AtomicBool,
    mut done: impl FnMut(Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<End> {
    let mut tally = Tally::new(&asking);
    let count = asking.concurrency.clamp(1, asking.messages.len().max(1));
    let shared = Arc::new(Shared {
        model,
        queue: Mutex::new(asking.messages.into_iter().enumerate().collect()),
        halted: AtomicBool::new(false),
        resumes: Mutex::new(Instant::now()),
        patience: asking.patience,
    });
    let finished = start(&shared, count);
    loop {
        if stop.load(Ordering::Relaxed) {
            shared.halt();
            tally.end = End::Stopped;
        }
        match finished.recv_timeout(TICK) {
            Ok(answered) => {
                let outcome = tally.count(answered);
                if tally.end != End::Done {
                    shared.halt();
                }
                if let Some(outcome) = outcome {
                    done(outcome).inspect_err(|_| shared.halt())?;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(tally.end),
        }
    }
}

/// A section's number, with the reply or the last refusal.
type Answered = (usize, Result<Reply, Refusal>);

/// What has come of it so far.
struct Tally {
    lengths: Vec<usize>,
    used: usize,
    allowed: usize,
    failures: usize,
    end: End,
}

impl Tally {
    fn new(asking: &Asking) -> Self {
        let lengths = asking.messages.iter().map(|messages| {
            let texts = messages.iter().map(|message| tokens(&message.content));
            texts.sum()
        });
        Self {
            lengths: lengths.collect(),
            used: 0,
            allowed: asking.max_tokens.unwrap_or(usize::MAX),
            failures: 0,
            end: End::Done,
        }
    }

    /// What whoever started it hears of an answer; nothing if the section is as it was before.
    fn count(&mut self, (number, answered): Answered) -> Option<Outcome> {
        match answered {
            Ok(reply) => {
                self.failures = 0;
                let length = self.lengths[number] + tokens(&reply.text);
                self.used += reply.tokens.unwrap_or(length);
                if self.used >= self.allowed {
                    self.ends(End::SpentTokens);
                }
                Some(Outcome::Replied(number, reply))
            }
            Err(Refusal::Fatal(why)) => {
                self.ends(End::GivenUp(why));
                None
            }
            Err(Refusal::Unanswerable(why)) => Some(Outcome::Failed(number, why)),
            Err(Refusal::Busy { why, .. } | Refusal::Lost(why)) => {
                self.failures += 1;
                if self.failures >= MOST_FAILURES {
                    self.ends(End::GivenUp(why.clone()));
                }
                Some(Outcome::Failed(number, why))
            }
        }
    }

    /// The first reason counts.
    fn ends(&mut self, end: End) {
        if self.end == End::Done {
            self.end = end;
        }
    }
}

/// Starts the workers. The receiver is cut off when the last one has ended.
fn start(shared: &Arc<Shared>, count: usize) -> Receiver<Answered> {
    let (sender, receiver) = channel();
    for _ in 0..count {
        let (shared, sender) = (Arc::clone(shared), sender.clone());
        thread::spawn(move || shared.work(&sender));
    }
    receiver
}

impl Shared {
    fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    fn work(&self, sender: &Sender<Answered>) {
        while let Some((number, messages)) = self.next() {
            let Some(answered) = self.insist(&messages) else {
                return;
            };
            if matches!(answered, Err(Refusal::Fatal(_))) {
                self.halt();
            }
            if sender.send((number, answered)).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<(usize, [Message; 2])> {
        if self.is_halted() {
            return None;
        }
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.pop_front()
    }

    /// Asks until there is a reply or it is hopeless; nothing if all is halted before.
    fn insist(&self, messages: &[Message]) -> Option<Result<Reply, Refusal>> {
        for attempt in 1.. {
            if !self.wait() {
                return None;
            }
            let answered = self.model.reply(messages);
            let after = match &answered {
                Err(Refusal::Busy { after, .. }) => *after,
                Err(Refusal::Lost(_)) => None,
                _ => return Some(answered),
            };
            if attempt >= self.patience.attempts {
                return Some(answered);
            }
            let wait = after.unwrap_or_else(|| self.pause(attempt));
            let wait = wait.min(self.patience.longest_wait);
            if matches!(answered, Err(Refusal::Busy { .. })) {
                // A busy server is busy for all workers.
                self.resume_after(wait);
            } else if !self.sleep_until(Instant::now() + wait) {
                return None;
            }
        }
        None
    }

    /// Twice as long after each failure, and by chance up to a half longer, so that workers do not all come
    /// again at the same moment.
    fn pause(&self, attempt: u32) -> Duration {
        let doubled = 1 << (attempt - 1).min(16);
        let wait = self.patience.first_wait * doubled;
        wait.min(self.patience.longest_wait)
            .mul_f64(1.0 + 0.5 * fastrand::f64())
    }

    fn resume_after(&self, wait: Duration) {
        let mut resumes = self.resumes.lock().unwrap_or_else(PoisonError::into_inner);
        *resumes = (*resumes).max(Instant::now() + wait);
    }

    /// Whether it goes on after the wait that the server has asked for.
    fn wait(&self) -> bool {
        let resumes = *self.resumes.lock().unwrap_or_else(PoisonError::into_inner);
        self.sleep_until(resumes)
    }

    fn sleep_until(&self, time: Instant) -> bool {
        loop {
            if self.is_halted() {
                return false;
            }
            let left = time.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            thread::sleep(left.min(TICK));
        }
    }
}
