//! Questions to the gateway, and of a visitor, while the cluster is disturbed.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use super::Trials;
use crate::clusters::gateway::{Gateway, Outcome, Settings};
use crate::clusters::visitor::{Seen, Visitor};

/// Questions of a trial.
const QUESTIONS: u32 = 500;

/// Questions of a visitor, and of one whose gateway is gone.
const VISITS: u32 = 200;
const ALONE: u32 = 20;

/// The time after which the box asks a gateway again that did not answer.
const REST: Duration = Duration::from_secs(31);

impl Trials<'_> {
    pub(super) fn gateway_settings(&self) -> Settings {
        Settings {
            soru: self.soru.clone(),
            folder: self.folder.clone(),
            engine: self.cluster.engine,
            nodes: self.addresses.clone(),
            listen: "127.0.0.1:0".to_owned(),
            origin: "https://www.example.org".to_owned(),
        }
    }

    /// Asks while all nodes are there, while one is killed, and while one is frozen.
    pub(super) fn questions(&mut self) -> Result<()> {
        self.cluster.order("start node0")?;
        let gateway = Gateway::start(&self.gateway_settings())?;
        let whole = self.asked(&gateway, QUESTIONS, None)?;
        let is_right = whole.is_in_time() && whole.finds();
        let figure = whole.figure();
        self.row("questions to the gateway", is_right, figure);
        let killed = self.asked(&gateway, QUESTIONS, Some("kill node0"))?;
        let is_right = killed.is_in_time() && killed.unavailable * 50 <= QUESTIONS;
        self.row(
            "questions while a node is killed",
            is_right,
            killed.figure(),
        );
        self.cluster.order("start node0")?;
        let frozen = self.asked(&gateway, QUESTIONS, Some("pause node1"))?;
        let is_right = frozen.is_in_time();
        self.row(
            "questions while a node is frozen",
            is_right,
            frozen.figure(),
        );
        self.cluster.order("resume node1")
    }

    /// Asks, and disturbs the cluster after a tenth of the questions.
    pub(super) fn asked(
        &mut self,
        gateway: &Gateway,
        questions: u32,
        order: Option<&str>,
    ) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let first = questions / 10;
        gateway.ask(0..first, &mut outcome);
        if let Some(order) = order {
            self.disturb(order)?;
        }
        gateway.ask(first..questions, &mut outcome);
        Ok(outcome)
    }

    /// Asks the box in Chromium while a node is killed, while one is frozen, and while the gateway is
    /// gone.
    pub(super) fn visits(&mut self) -> Result<()> {
        let site = self.sites.for_visitors(self.workspace)?;
        let mut visitor = Visitor::start(self.workspace, &site)?;
        let mut settings = self.gateway_settings();
        settings.origin.clone_from(&visitor.origin);
        let gateway = Gateway::start(&settings)?;
        settings.listen.clone_from(&gateway.address);
        visitor.open(&gateway.address)?;
        let whole = visitor.ask(VISITS)?;
        self.visit("a visitor asks", &whole, whole.is_from_cluster());

        self.disturb("kill node0")?;
        let killed = visitor.ask(VISITS)?;
        let is_right = killed.small * 50 <= VISITS && killed.finds();
        self.visit("a visitor asks while a node is killed", &killed, is_right);
        self.cluster.order("start node0")?;

        self.disturb("pause node1")?;
        let frozen = visitor.ask(VISITS)?;
        self.visit("a visitor asks while a node is frozen", &frozen, true);
        self.cluster.order("resume node1")?;

        drop(gateway);
        let alone = visitor.ask(ALONE)?;
        self.visit(
            "a visitor asks without the gateway",
            &alone,
            alone.small == ALONE,
        );
        self.cluster.recover()?;
        let _gateway = Gateway::start(&settings)?;
        sleep(REST);
        let again = visitor.ask(ALONE)?;
        self.visit(
            "a visitor asks when it is back",
            &again,
            again.is_from_cluster(),
        );
        Ok(())
    }

    /// Kills or freezes a node of a sound cluster.
    fn disturb(&mut self, order: &str) -> Result<()> {
        self.cluster.recover()?;
        self.cluster.order(order)
    }

    fn visit(&mut self, trial: &'static str, seen: &Seen, is_right: bool) {
        self.row(trial, seen.failed == 0 && is_right, seen.figure());
    }
}
