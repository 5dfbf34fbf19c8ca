//! A push: everything is sent to a new index, checked there, and then the alias is swapped.
//!
//! | file | does |
//! |---|---|
//! | `bulk.rs` | sends changes, two requests at a time, and repeats what was refused for the moment |
//! | `check.rs` | compares the new index with the present one by questions |
//! | `full.rs` | [`push`]: a new index |
//! | `lease.rs` | the lock that stops two pushes to one alias |
//! | `report.rs` | [`Report`]: what was done |
//! | `target.rs` | [`Target`]: the cluster and the alias; lists and rolls back |
//! | `update.rs` | sends only what changed |

mod bulk;
mod check;
mod full;
mod lease;
mod report;
mod target;
mod update;

pub use self::check::CheckQuestion;
pub use self::full::{PushOptions, push};
pub use self::report::{CheckResult, ListedIndex, Listing, Mode, Report};
pub use self::target::{Connection, Target};
