//! The lock that stops two pushes to one alias: a document with an owner and an end.
//!
//! A thread renews it while the push runs. A killed push leaves it behind, and it ends by itself.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use jiff::Timestamp;

use super::target::Target;
use crate::engines::{Held, Lock};
use crate::failure::{Failure, Result};

/// The time after which a lock that nobody renews ends. It covers a pause of a node's failure.
const LEASE: Duration = Duration::from_mins(1);

/// The pause between renewals.
const RENEWAL: Duration = Duration::from_secs(15);

/// A lock that this push holds; it is given back at the end.
pub(super) struct Lease<'t> {
    target: &'t Target,
    owner: String,
    /// None in a rehearsal.
    held: Mutex<Option<Held>>,
}

impl<'t> Lease<'t> {
    /// Takes the lock of the target's alias. A rehearsal only looks whether it is free.
    pub(super) fn take(target: &'t Target, dry_run: bool) -> Result<Self> {
        let engine = target.engine();
        let before = engine.held(&target.alias)?;
        if let Some(held) = &before
            && held.lock.until > Timestamp::now().as_millisecond()
        {
            return Err(taken(target, Some(held)));
        }
        let owner = format!("{}-{:016x}", std::process::id(), fastrand::u64(..));
        let lease = Self {
            target,
            owner,
            held: Mutex::new(None),
        };
        if !dry_run {
            let held = engine.hold(&target.alias, &lease.lock(), before.as_ref())?;
            // The answer to the first attempt may have been lost.
            let held = match held {
                Some(held) => Some(held),
                None => engine.held(&target.alias)?,
            };
            let own = held.as_ref().filter(|held| held.lock.owner == lease.owner);
            if own.is_none() {
                return Err(taken(target, held.as_ref()));
            }
            *lease.guard() = held;
        }
        Ok(lease)
    }

    fn guard(&self) -> std::sync::MutexGuard<'_, Option<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> Lock {
        let until = Timestamp::now().as_millisecond();
        let lease = i64::try_from(LEASE.as_millis()).unwrap_or(i64::MAX);
        Lock {
            owner: self.owner.clone(),
            until: until.saturating_add(lease),
        }
    }

    /// Renews the lock.
    ///
    /// # Errors
    /// [`Failure::Locked`] if another push has taken it.
    pub(super) fn renew(&self) -> Result<()> {
        let mut held = self.guard();
        let Some(before) = held.clone() else {
            return Ok(());
        };
        let engine = self.target.engine();
        let renewed = match engine.hold(&self.target.alias, &self.lock(), Some(&before))? {
            Some(renewed) => Some(renewed),
            // The answer to the first attempt may have been lost.
            None => engine.held(&self.target.alias)?,
        };
        let Some(own) = renewed.filter(|own| own.lock.owner == self.owner) else {
            return Err(Failure::Locked(format!(
                "{}: another push took over, because this one did not reach the cluster for a \
                 minute: nothing was swapped",
                self.target.alias.as_str()
            )));
        };
        *held = Some(own);
        Ok(())
    }

    /// Renews the lock in a thread until the returned end is dropped.
    pub(super) fn keep<'s>(&'s self, scope: &'s Scope<'s, '_>) -> Sender<()> {
        let (end, ended) = channel::<()>();
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(RENEWAL) {
                // The renewal before the swap reports a failure.
                let _ = self.renew();
            }
        });
        end
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if let Some(held) = self.guard().take() {
            // It ends by itself as well.
            let _ = self.target.engine().release(&self.target.alias, &held);
        }
    }
}

fn taken(target: &Target, held: Option<&Held>) -> Failure {
    let until = held.and_then(|held| Timestamp::from_millisecond(held.lock.until).ok());
    let until = until.map_or_else(String::new, |until| {
        format!(" (its lock holds until {until:.0} unless it is renewed)")
    });
    Failure::Locked(format!(
        "{}: another push is running{until}: wait for its end, then push again",
        target.alias.as_str()
    ))
}
