//! Intermediate results of a call, kept while it waits for files.
//!
//! A call that lacks files is repeated from its start. Analysing the question and looking up its words is most of the
//! work, and does not change when texts arrive, so it is done once.

use std::cell::RefCell;
use std::rc::Rc;

use super::ranked::Ranked;
use crate::query::Query;

/// Results of the latest call for its question.
#[derive(Debug, Default)]
pub(super) struct CallState {
    last: RefCell<Known>,
}

#[derive(Debug, Default)]
struct Known {
    call: u32,
    query: Option<Rc<Query>>,
    ranked: Option<Rc<Ranked>>,
}

impl CallState {
    /// Begins a call. Results are kept if it has the number of the latest call, unless that is 0.
    pub(super) fn begin(&self, call: u32) {
        let mut last = self.last.borrow_mut();
        if call == 0 || call != last.call {
            *last = Known {
                call,
                ..Known::default()
            };
        }
    }

    pub(super) fn query(&self) -> Option<Rc<Query>> {
        self.last.borrow().query.clone()
    }

    pub(super) fn ranked(&self) -> Option<Rc<Ranked>> {
        self.last.borrow().ranked.clone()
    }

    pub(super) fn keep_query(&self, query: &Rc<Query>) {
        self.last.borrow_mut().query = Some(Rc::clone(query));
    }

    pub(super) fn keep_ranked(&self, ranked: &Rc<Ranked>) {
        self.last.borrow_mut().ranked = Some(Rc::clone(ranked));
    }
}
