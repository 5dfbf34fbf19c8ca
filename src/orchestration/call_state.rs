//! What a call has found out, kept while it waits for files.
//!
//! A call that lacks files is made again from its start. What the words of a question mean and what the index
//! says of them is most of its work, and stays the same when texts arrive: it is done once.

use std::cell::RefCell;
use std::rc::Rc;

use super::ranked::Ranked;
use crate::query::Query;

/// What the call that was made last knows of its question.
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
    /// Begins a call. What is known is of this one if it has the number of the last, which is not 0.
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
