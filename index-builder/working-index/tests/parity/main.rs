//! Answers from a gateway equal those of a static index of the same pages.
//!
//! | file | does |
//! |---|---|
//! | `answers.rs` | the same answers, cards and scores |
//! | `gateway.rs` | a gateway whose cluster is a static index |
//! | `hostile.rs` | answers that are not what the contract says |
//! | `incomplete.rs` | answers of a cluster of which a part is missing |
//! | `site.rs` | generated sites |

mod answers;
mod gateway;
mod hostile;
mod incomplete;
mod site;
