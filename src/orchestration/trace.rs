//! Traces the input, output and duration of every stage (R3).

use crate::answer::{TraceEvent, TraceTerm};
use crate::essential::IS_FULL;

/// Returns milliseconds from any fixed point. The engine has no clock.
pub type Clock = fn() -> f64;

/// Records the stages. If disabled, it costs a branch per stage: nothing is described, timed or kept.
#[derive(Debug, Default)]
pub struct Trace {
    events: Option<Vec<TraceEvent>>,
    clock: Option<Clock>,
}

impl Trace {
    /// Creates a trace that records if `on`; timings are 0 without a clock.
    #[must_use]
    pub fn new(on: bool, clock: Option<Clock>) -> Self {
        Self {
            events: (on && IS_FULL).then(Vec::new),
            clock,
        }
    }

    /// Returns whether it records.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.events.is_some()
    }

    /// Runs an operator and records its input and output. The closures that describe them are only called if the trace
    /// is on.
    pub fn observe<T>(
        &mut self,
        stage: &'static str,
        operator: &str,
        input: impl Fn() -> String,
        run: impl FnOnce() -> T,
        output: impl Fn(&T) -> String,
    ) -> T {
        if !IS_FULL {
            return run();
        }
        let start = self.begin(stage, operator, &input);
        let result = run();
        self.end(start, &|| output(&result));
        result
    }

    fn begin(
        &mut self,
        stage: &'static str,
        operator: &str,
        input: &dyn Fn() -> String,
    ) -> Option<f64> {
        self.events.as_mut()?.push(TraceEvent {
            stage,
            operator: operator.to_owned(),
            input: input(),
            output: String::new(),
            millis: 0.0,
            warnings: Vec::new(),
            terms: Vec::new(),
        });
        Some(self.now())
    }

    fn end(&mut self, start: Option<f64>, output: &dyn Fn() -> String) {
        if let Some(start) = start {
            let millis = self.now() - start;
            if let Some(event) = self.last() {
                event.millis = millis;
                event.output = output();
            }
        }
    }

    fn last(&mut self) -> Option<&mut TraceEvent> {
        if !IS_FULL {
            return None;
        }
        self.events.as_mut()?.last_mut()
    }

    /// Adds time spent outside the engine to the latest operator.
    pub fn add_millis(&mut self, millis: f64) {
        if let Some(event) = self.last() {
            event.millis += millis;
        }
    }

    /// Adds a warning to the latest operator.
    pub fn warn(&mut self, warning: impl FnOnce() -> String) {
        if let Some(event) = self.last() {
            event.warnings.push(warning());
        }
    }

    /// Records the words that the latest operator searched for.
    pub fn terms(&mut self, terms: impl FnOnce() -> Vec<TraceTerm>) {
        if let Some(event) = self.last() {
            event.terms = terms();
        }
    }

    /// Returns the recorded events.
    #[must_use]
    pub fn into_events(self) -> Option<Vec<TraceEvent>> {
        self.events
    }

    fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_a_trace_that_is_off_describes_nothing() {
        let mut trace = Trace::new(false, None);
        let refuse = || -> String { panic!("described though off") };
        let result = trace.observe("s", "o", refuse, || 7, |_| panic!("described though off"));
        trace.warn(refuse);
        trace.terms(|| panic!("described though off"));
        assert_eq!(result, 7);
        assert!(trace.into_events().is_none());
    }

    #[test]
    fn r3_a_trace_keeps_what_an_operator_got_gave_and_warned_of() {
        let mut trace = Trace::new(true, Some(|| 5.0));
        trace.observe(
            "retrieval",
            "bm25",
            || "in".into(),
            || 3,
            |n| format!("{n} hits"),
        );
        trace.warn(|| "few".into());
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
