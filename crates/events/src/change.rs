use kit::Actor;
use serde_json::Value;

use crate::{Audience, Fact, IconClass};

/// Everything worth keeping about one change: who did what to whom, what people see of it in the
/// feed, and what listeners are told. Secrets have no place in any of it.
#[derive(Debug)]
pub struct Change {
    pub(crate) actor: Actor,
    pub(crate) action: &'static str,
    pub(crate) target: Option<String>,
    pub(crate) details: Option<Value>,
    pub(crate) error: Option<String>,
    pub(crate) notice: Option<Notice>,
    pub(crate) facts: Vec<Recorded>,
    pub(crate) audited: bool,
}

/// What the activity feed shows.
#[derive(Debug)]
pub struct Notice {
    pub icon: String,
    pub class: IconClass,
    pub message: String,
    pub details: String,
}

#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) kind: &'static str,
    pub(crate) audience: Audience,
    pub(crate) data: String,
}

impl Change {
    /// `action` is a dotted name in the past tense, such as `device.revoked`.
    pub fn by(actor: Actor, action: &'static str) -> Self {
        Change {
            actor,
            action,
            target: None,
            details: None,
            error: None,
            notice: None,
            facts: Vec::new(),
            audited: true,
        }
    }

    pub fn target(mut self, id: impl Into<String>) -> Self {
        self.target = Some(id.into());
        self
    }

    pub fn details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    /// Leaves it out of the audit log: nobody did it, it was only noticed.
    pub fn unaudited(mut self) -> Self {
        self.audited = false;
        self
    }

    /// Marks an attempt that did not succeed.
    pub fn failed(mut self, reason: impl Into<String>) -> Self {
        self.error = Some(reason.into());
        self
    }

    pub fn notice(mut self, icon: &str, class: IconClass, message: impl Into<String>) -> Self {
        let (icon, message) = (icon.to_owned(), message.into());
        self.notice = Some(Notice { icon, class, message, details: String::new() });
        self
    }

    pub fn notice_details(mut self, details: impl Into<String>) -> Self {
        if let Some(notice) = &mut self.notice {
            notice.details = details.into();
        }
        self
    }

    pub fn fact<F: Fact>(mut self, fact: &F) -> Self {
        let data = serde_json::to_string(fact).expect("facts are plain data");
        self.facts.push(Recorded { kind: F::KIND, audience: fact.audience(), data });
        self
    }
}
