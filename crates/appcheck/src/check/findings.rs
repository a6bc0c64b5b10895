//! What is gathered on the way to a verdict.

use std::time::Duration;

use kit::Timestamp;
use routing::RoutingMode;
use serde_json::Value;

use super::checks::Subject;
use super::report::{Evidence, EvidenceKind, Report, Suggestion, Verdict};

const MOST_EVIDENCE: usize = 48;
/// Of one kind: the twentieth file that is missing tells nothing new.
const MOST_OF_A_KIND: usize = 12;

#[derive(Debug, Default)]
pub(super) struct Findings {
    evidence: Vec<Evidence>,
    suggestions: Vec<Suggestion>,
    /// Addresses had to be moved.
    moved: bool,
    /// Something that moving addresses does not mend.
    broken: bool,
}

impl Findings {
    pub(super) fn note(&mut self, kind: EvidenceKind, url: String, detail: impl Into<String>) {
        let same = self.evidence.iter().filter(|known| known.kind == kind).count();
        let evidence = Evidence { kind, url, detail: detail.into() };
        if self.evidence.len() < MOST_EVIDENCE
            && same < MOST_OF_A_KIND
            && !self.evidence.contains(&evidence)
        {
            self.evidence.push(evidence);
        }
    }

    /// Something needs its address moved.
    pub(super) fn moved(&mut self, kind: EvidenceKind, url: String, detail: impl Into<String>) {
        self.moved = true;
        self.note(kind, url, detail);
    }

    /// Something does not work here.
    pub(super) fn broken(&mut self, kind: EvidenceKind, url: String, detail: impl Into<String>) {
        self.broken = true;
        self.note(kind, url, detail);
    }

    pub(super) fn suggest(&mut self, field: &'static str, value: impl Into<Value>, why: &str) {
        let value = value.into();
        if !self.suggestions.iter().any(|known| known.field == field) {
            self.suggestions.push(Suggestion { field, value, why: why.to_owned() });
        }
    }

    pub(super) fn report(
        mut self,
        subject: &Subject,
        (checked_at, duration): (Timestamp, Duration),
    ) -> Report {
        let verdict = match (self.broken, self.moved) {
            (true, _) => Verdict::NeedsOwnHost,
            (false, true) => Verdict::WorksWithRewriting,
            (false, false) => Verdict::Works,
        };
        let suggested_mode = match (verdict, subject.mode) {
            (Verdict::NeedsOwnHost, _) => RoutingMode::Subdomain,
            (_, mode) => mode,
        };
        if suggested_mode != subject.mode {
            let why = if subject.has_domain {
                "What was found cannot be mended below a path"
            } else {
                "What was found cannot be mended below a path; server.base_domain must be set \
                     first"
            };
            self.suggest("routingMode", suggested_mode.into_str(), why);
        }
        Report {
            route_id: subject.route.id.to_string(),
            verdict,
            suggested_mode,
            suggestions: self.suggestions,
            evidence: self.evidence,
            checked_at,
            duration_ms: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
        }
    }
}
