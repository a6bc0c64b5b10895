//! What a check found, as others read it.

use std::sync::Arc;
use std::time::Duration;

use kit::Timestamp;
use routing::RoutingMode;
use serde_json::Value;

/// Whether an app works where its route leads, and what that rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub route_id: Arc<str>,
    pub verdict: Verdict,
    pub suggested_mode: RoutingMode,
    pub suggestions: Vec<Suggestion>,
    pub evidence: Vec<Evidence>,
    pub checked_at: Timestamp,
    pub duration: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing had to be moved.
    Works,
    /// Addresses had to be moved, and all that was asked for arrived.
    WorksWithRewriting,
    /// Something cannot be mended by moving addresses.
    NeedsOwnHost,
}

impl Verdict {
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Works => "works",
            Verdict::WorksWithRewriting => "works with rewriting",
            Verdict::NeedsOwnHost => "needs its own host name",
        }
    }
}

/// A field of the route that should have another value.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// By the name that the API has for it.
    pub field: &'static str,
    pub value: Value,
    pub why: String,
}

/// Something that was seen. Neither text holds a query, a cookie's value or any other secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    pub kind: EvidenceKind,
    pub url: String,
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvidenceKind {
    /// The start page.
    Page,
    Redirect,
    /// Addresses that begin at the root or name the app's own host.
    Address,
    /// The app writes the prefix into its addresses by itself.
    Prefix,
    /// Something that a page, a style sheet or a module needs.
    File,
    /// What leads out of the app's prefix.
    Escape,
    /// What other hosts are named; they were not asked.
    Foreign,
    Cookie,
    Worker,
    Socket,
    SignIn,
    Certificate,
    Host,
    Frame,
    /// Where the check had to stop.
    Limit,
}

impl EvidenceKind {
    const ALL: [(EvidenceKind, &'static str); 15] = [
        (EvidenceKind::Page, "page"),
        (EvidenceKind::Redirect, "redirect"),
        (EvidenceKind::Address, "address"),
        (EvidenceKind::Prefix, "prefix"),
        (EvidenceKind::File, "file"),
        (EvidenceKind::Escape, "escape"),
        (EvidenceKind::Foreign, "foreign"),
        (EvidenceKind::Cookie, "cookie"),
        (EvidenceKind::Worker, "worker"),
        (EvidenceKind::Socket, "socket"),
        (EvidenceKind::SignIn, "signIn"),
        (EvidenceKind::Certificate, "certificate"),
        (EvidenceKind::Host, "host"),
        (EvidenceKind::Frame, "frame"),
        (EvidenceKind::Limit, "limit"),
    ];

    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}
