//! Asks a model about many sections: concurrently, with retries, and without losing an answer that
//! has arrived.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::budget::{Budget, RequestEnd, Reservation};
use super::client::{Model, Refusal, Reply};
use super::estimate::{Request, Usage};

/// The interval at which a waiting thread checks for a stop.
const TICK: Duration = Duration::from_millis(50);

/// The number of consecutive sections that may fail for good before asking ends.
const MOST_FAILURES: usize = 3;

/// The retry policy.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    /// The maximum number of attempts per request.
    pub attempts: u32,
    /// The wait after the first failure; each further one doubles it.
    pub first_wait: Duration,
    /// The maximum wait, even if the server requests more.
    pub longest_wait: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 6,
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_mins(5),
        }
    }
}

/// The requests to make.
#[derive(Debug)]
pub struct Asking {
    /// One request for each section.
    pub requests: Vec<Request>,
    /// The number of concurrent requests.
    pub concurrency: usize,
    /// The limits of all requests together.
    pub budget: Arc<Budget>,
    /// The retry policy.
    pub patience: RetryPolicy,
}

/// The outcome of one section.
#[derive(Debug)]
pub enum AskOutcome {
    /// The model replied about the section with this number.
    Replied(usize, Reply),
    /// The section failed, with the reason.
    Failed(usize, String),
    /// The next request waits for this duration, with the reason.
    Waits(Duration, String),
}

/// The reason why asking ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum StopReason {
    /// All sections were asked about.
    #[default]
    Done,
    /// The caller stopped it.
    Stopped,
    /// Another request could exceed the budget.
    Spent,
    /// The server is unusable, with the reason.
    GivenUp(String),
}

/// The state that all workers share.
struct Shared {
    model: Arc<dyn Model>,
    queue: Mutex<VecDeque<(usize, Request)>>,
    budget: Arc<Budget>,
    /// Whether no further request may start.
    halted: AtomicBool,
    /// The time from which a busy server accepts requests.
    resumes: Mutex<Instant>,
    patience: RetryPolicy,
}

/// Asks about all sections; `done` receives each outcome as soon as it is known, in any order. Once
/// `stop` is set no further request starts, and pending ones are awaited.
///
/// # Errors
/// Errors of `done`, which stop the requests.
pub fn ask(
    asking: Asking,
    model: Arc<dyn Model>,
    stop: &AtomicBool,
    mut done: impl FnMut(AskOutcome) -> anyhow::Result<()>,
) -> anyhow::Result<StopReason> {
    let mut tally = Tally::default();
    let count = asking.concurrency.clamp(1, asking.requests.len().max(1));
    let shared = Arc::new(Shared {
        model,
        queue: Mutex::new(asking.requests.into_iter().enumerate().collect()),
        budget: asking.budget,
        halted: AtomicBool::new(false),
        resumes: Mutex::new(Instant::now()),
        patience: asking.patience,
    });
    let (finished, workers) = start(&shared, count);
    loop {
        if stop.load(Ordering::Relaxed) {
            shared.halt();
            tally.end = StopReason::Stopped;
        }
        match finished.recv_timeout(TICK) {
            Ok(Event::Waits(wait, why)) => {
                done(AskOutcome::Waits(wait, why)).inspect_err(|_| shared.halt())?;
            }
            Ok(Event::Answered(number, answered)) => {
                let outcome = tally.count(number, answered);
                if tally.end != StopReason::Done {
                    shared.halt();
                }
                if let Some(outcome) = outcome {
                    done(outcome).inspect_err(|_| shared.halt())?;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                if shared.budget.is_spent() {
                    tally.ends(StopReason::Spent);
                }
                return ended(workers, tally.end);
            }
        }
    }
}

/// Returns the reason of the end, unless a worker failed: its sections have no outcome.
fn ended(workers: Vec<JoinHandle<()>>, end: StopReason) -> anyhow::Result<StopReason> {
    for worker in workers {
        if worker.join().is_err() {
            anyhow::bail!(
                "asking failed because of a bug in soru, please report it; the answers so far are \
                 in the file"
            );
        }
    }
    Ok(end)
}

/// A message of a worker.
enum Event {
    /// A section's number, with the reply or the last error.
    Answered(usize, Result<Reply, Refusal>),
    /// The time until the next request, and the reason.
    Waits(Duration, String),
}

/// The result so far.
#[derive(Default)]
struct Tally {
    failures: usize,
    end: StopReason,
}

impl Tally {
    /// Returns the outcome to report for an answer; none if the section remains as before.
    fn count(&mut self, number: usize, answered: Result<Reply, Refusal>) -> Option<AskOutcome> {
        match answered {
            Ok(reply) => {
                self.failures = 0;
                Some(AskOutcome::Replied(number, reply))
            }
            Err(Refusal::Fatal(why)) => {
                self.ends(StopReason::GivenUp(why));
                None
            }
            Err(Refusal::Unanswerable(why)) => Some(AskOutcome::Failed(number, why)),
            Err(Refusal::Busy { why, .. } | Refusal::Lost(why) | Refusal::Empty { why, .. }) => {
                self.failures += 1;
                if self.failures >= MOST_FAILURES {
                    self.ends(StopReason::GivenUp(why.clone()));
                }
                Some(AskOutcome::Failed(number, why))
            }
        }
    }

    /// Sets the reason of the end; the first one counts.
    fn ends(&mut self, end: StopReason) {
        if self.end == StopReason::Done {
            self.end = end;
        }
    }
}

/// Starts the workers. The channel closes when the last one has ended.
fn start(shared: &Arc<Shared>, count: usize) -> (Receiver<Event>, Vec<JoinHandle<()>>) {
    let (sender, receiver) = channel();
    let workers = (0..count).map(|_| {
        let (shared, sender) = (Arc::clone(shared), sender.clone());
        thread::spawn(move || shared.work(&sender))
    });
    (receiver, workers.collect())
}

impl Shared {
    fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    fn work(&self, sender: &Sender<Event>) {
        while let Some((number, request)) = self.next() {
            let Some(answered) = self.insist(&request, sender) else {
                return;
            };
            if matches!(answered, Err(Refusal::Fatal(_))) {
                self.halt();
            }
            if sender.send(Event::Answered(number, answered)).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<(usize, Request)> {
        if self.is_halted() {
            return None;
        }
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.pop_front()
    }

    /// Retries until there is a reply or a permanent error; returns none if halted before.
    fn insist(&self, request: &Request, sender: &Sender<Event>) -> Option<Result<Reply, Refusal>> {
        for attempt in 1.. {
            if !self.wait() || !self.reserve(request) {
                return None;
            }
            let answered = self.model.reply(request);
            self.settle(request, &answered);
            let (after, why) = match &answered {
                Err(Refusal::Busy { after, why }) => (*after, why.clone()),
                Err(Refusal::Lost(why) | Refusal::Empty { why, .. }) => (None, why.clone()),
                _ => return Some(answered),
            };
            if attempt >= self.patience.attempts {
                return Some(answered);
            }
            let wait = after.unwrap_or_else(|| self.pause(attempt));
            let wait = wait.min(self.patience.longest_wait);
            // After an error, nobody receives events.
            let _ = sender.send(Event::Waits(wait, why));
            if matches!(answered, Err(Refusal::Busy { .. })) {
                // All workers wait for a busy server.
                self.resume_after(wait);
            } else if !self.sleep_until(Instant::now() + wait) {
                return None;
            }
        }
        None
    }

    /// Reserves the tokens of a request. It waits while the tokens of pending requests may be too
    /// many. Returns whether to make the request.
    fn reserve(&self, request: &Request) -> bool {
        while !self.is_halted() {
            match self.budget.reserve(request.expected) {
                Reservation::Granted => return true,
                Reservation::Pending => thread::sleep(TICK),
                Reservation::Refused => self.halt(),
            }
        }
        false
    }

    /// Counts the tokens of a request, by the server's count if there is one.
    fn settle(&self, request: &Request, answered: &Result<Reply, Refusal>) {
        let counted =
            |usage: Option<Usage>| usage.map_or(RequestEnd::Uncounted, RequestEnd::Counted);
        let end = match answered {
            Ok(reply) => counted(reply.usage),
            Err(Refusal::Empty { usage, .. }) => counted(*usage),
            Err(_) => RequestEnd::NoReply,
        };
        self.budget.settle(request.expected, end);
    }

    /// Returns a wait that doubles with each failure, plus a random part of up to a half, so that
    /// workers do not retry at the same moment.
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

    /// Waits as long as the server has requested; returns whether to continue.
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
