//! A build that measures nothing about a bundle.

use serde::Serialize;

use super::Inspect;
use crate::bundle::Bundle;
use crate::missing;

/// The measurements that were requested: none.
#[derive(Serialize)]
pub(super) struct Evaluated {}

impl Evaluated {
    pub(super) fn of(_: &Bundle, arguments: &Inspect) -> anyhow::Result<Self> {
        if arguments.vocabulary {
            return Err(missing::error("`soru inspect --vocabulary`", "evaluation"));
        }
        if arguments.related {
            return Err(missing::error("`soru inspect --related`", "evaluation"));
        }
        Ok(Self {})
    }

    #[expect(clippy::unused_self, reason = "a build with measurements shows them")]
    pub(super) fn page(&self) -> String {
        String::new()
    }
}
