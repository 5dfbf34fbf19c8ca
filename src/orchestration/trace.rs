//! Traces the input, output and duration of every stage (R3).
//!
//! # Adding a field
//! Add it to [`TraceEvent`] in `src/answer.rs`, and set it in [`EventRecorder`] below. Then show
//! it:
//! * `index-builder/src/cli/trace.rs`: `soru query --trace`;
//! * `www/element/api.ts`: its type, `TraceEvent`;
//! * `www/element/debug/view-debug.ts`: the debug panel;
//! * `www/docs/apis.md`: the row `trace`.

use std::fmt;

use super::describe::{Described, terms};
use crate::answer::TraceEvent;
use crate::query::Query;

/// Returns milliseconds from any fixed point. The engine has no clock.
pub type Clock = fn() -> f64;

/// Records the work of the stages.
pub trait Recorder {
    /// Records that an operator begins with this input.
    fn begin(&mut self, stage: &'static str, operator: &str, input: &Described<'_>);

    /// Records the output of the latest operator.
    fn end(&mut self, output: &Described<'_>);

    /// Adds time spent outside the engine to the latest operator.
    fn add_millis(&mut self, millis: f64);

    /// Adds a warning to the latest operator.
    fn warn(&mut self, warning: &Described<'_>);

    /// Records the words that the latest operator searched for.
    fn searched_for(&mut self, query: &Query);

    /// Returns the recorded events.
    fn finish(self: Box<Self>) -> Vec<TraceEvent>;
}

/// Makes a recorder; timings are 0 without a clock.
pub type MakeRecorder = fn(Option<Clock>) -> Box<dyn Recorder>;

/// Passes the work of the stages to a recorder, if there is one. Stages pass data, and only a
/// recorder describes it.
#[derive(Default)]
pub struct Trace {
    recorder: Option<Box<dyn Recorder>>,
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").finish_non_exhaustive()
    }
}

impl Trace {
    /// Creates a trace with a recorder. The default has none.
    pub fn new(recorder: Box<dyn Recorder>) -> Self {
        Self {
            recorder: Some(recorder),
        }
    }

    /// Returns whether anything is recorded.
    pub fn is_on(&self) -> bool {
        self.recorder.is_some()
    }

    /// Records that an operator begins with this input.
    #[inline(never)] // called in many places
    pub fn begin(&mut self, stage: &'static str, operator: &str, input: &Described<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin(stage, operator, input);
        }
    }

    /// Records the output of the operator that has begun.
    #[inline(never)]
    pub fn end(&mut self, output: &Described<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.end(output);
        }
    }

    /// Adds time spent outside the engine to the latest operator.
    pub fn add_millis(&mut self, millis: f64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.add_millis(millis);
        }
    }

    /// Adds a warning to the latest operator.
    pub fn warn(&mut self, warning: &Described<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.warn(warning);
        }
    }

    /// Records the words that the latest operator searched for.
    pub fn searched_for(&mut self, query: &Query) {
        if let Some(recorder) = &mut self.recorder {
            recorder.searched_for(query);
        }
    }

    /// Returns the recorded events.
    pub fn into_events(self) -> Option<Vec<TraceEvent>> {
        self.recorder.map(Recorder::finish)
    }
}

/// Keeps a description of everything.
#[derive(Debug)]
struct EventRecorder {
    events: Vec<TraceEvent>,
    clock: Option<Clock>,
    start: f64,
}

/// Makes a recorder that keeps a description of everything.
pub(super) fn event_recorder(clock: Option<Clock>) -> Box<dyn Recorder> {
    Box::new(EventRecorder {
        events: Vec::new(),
        clock,
        start: 0.0,
    })
}

impl EventRecorder {
    fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock())
    }
}

impl Recorder for EventRecorder {
    fn begin(&mut self, stage: &'static str, operator: &str, input: &Described<'_>) {
        self.events.push(TraceEvent {
            stage,
            operator: operator.to_owned(),
            input: input.to_string(),
            output: String::new(),
            millis: 0.0,
            warnings: Vec::new(),
            terms: Vec::new(),
        });
        self.start = self.now();
    }

    fn end(&mut self, output: &Described<'_>) {
        let millis = self.now() - self.start;
        if let Some(event) = self.events.last_mut() {
            event.millis = millis;
            event.output = output.to_string();
        }
    }

    fn add_millis(&mut self, millis: f64) {
        if let Some(event) = self.events.last_mut() {
            event.millis += millis;
        }
    }

    fn warn(&mut self, warning: &Described<'_>) {
        if let Some(event) = self.events.last_mut() {
            event.warnings.push(warning.to_string());
        }
    }

    fn searched_for(&mut self, query: &Query) {
        if let Some(event) = self.events.last_mut() {
            event.terms = terms(query);
        }
    }

    fn finish(self: Box<Self>) -> Vec<TraceEvent> {
        self.events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_a_disabled_trace_records_nothing() {
        let mut trace = Trace::default();
        trace.begin("s", "o", &Described::Text("in"));
        trace.end(&Described::Text("out"));
        trace.warn(&Described::Text("few"));
        assert!(!trace.is_on() && trace.into_events().is_none());
    }

    #[test]
    fn r3_a_trace_records_input_output_and_warnings_of_an_operator() {
        let mut trace = Trace::new(event_recorder(Some(|| 5.0)));
        trace.begin("retrieval", "bm25", &Described::Text("in"));
        trace.end(&Described::Count(3));
        trace.warn(&Described::Text("few"));
        let events = trace.into_events().unwrap();
        assert_eq!(
            events,
            [TraceEvent {
                stage: "retrieval",
                operator: "bm25".into(),
                input: "in".into(),
                output: "3 hits".into(),
                millis: 0.0,
                warnings: vec!["few".into()],
                terms: Vec::new(),
            }]
        );
    }
}
