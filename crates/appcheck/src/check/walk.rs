//! Follows what a page needs, through the gateway, and compares where something does not arrive.

use std::collections::{BTreeSet, HashSet};

use futures::future::join_all;
use url::Url;

use super::client::{Arrived, Client, End, Missed};
use super::findings::Findings;
use super::jar::{objection, set_cookies};
use super::page::{Content, Named};
use super::report::EvidenceKind;
use super::script::Hints;
use super::sides::{Leads, Sides, authority, shown_raw};
use super::speech::Dest;
use super::weigh;

/// Left for sockets, and for a look at why something does not arrive.
const RESERVE: usize = 12;
const AT_ONCE: usize = 4;
const MOST_OF_ONE_PAGE: usize = 18;
const MOST_HOSTS_NAMED: usize = 5;
/// The gateway's own: nobody is led from there to an app.
const OWN_PATHS: [&str; 3] = ["/api", "/apps", "/_gh"];

pub(super) struct Walk<'a> {
    pub(super) through: &'a Client<'a>,
    pub(super) direct: &'a Client<'a>,
    /// Bodies are changed on the way.
    pub(super) rewriting: bool,
    /// The app writes the prefix by itself.
    pub(super) knows_prefix: bool,
    pub(super) hints: Hints,
    seen: HashSet<Url>,
    hosts: BTreeSet<String>,
    arrived: usize,
}

/// Something to be asked for.
#[derive(Debug, Clone)]
struct Errand {
    url: Url,
    dest: Dest,
    referer: Url,
}

impl<'a> Walk<'a> {
    pub(super) fn new(through: &'a Client<'a>, direct: &'a Client<'a>, rewriting: bool) -> Self {
        Walk {
            through,
            direct,
            rewriting,
            knows_prefix: false,
            hints: Hints::default(),
            seen: HashSet::new(),
            hosts: BTreeSet::new(),
            arrived: 0,
        }
    }

    /// From a page that arrived: what it needs, what that needs in turn, and the page to which it
    /// goes on by itself.
    pub(super) async fn follow(&mut self, page: &Arrived, findings: &mut Findings) {
        let next = self.follow_one(page, findings).await;
        if let Some(next) = next
            && self.sides().leads(&next) == Leads::Inside
            && let Ok(page) = self.through.open(&next, Dest::Page, Some(&page.answer.url)).await
            && page.is_good()
        {
            let content = read(&page, Dest::Page).await;
            self.weigh(&page.answer.url, &content, findings);
            self.follow_one(&page, findings).await;
        }
        self.summarise(findings);
    }

    async fn follow_one(&mut self, page: &Arrived, findings: &mut Findings) -> Option<Url> {
        self.look_at_cookies(page, findings);
        self.look_whether_it_was_read(page, findings);
        let content = read(page, Dest::Page).await;
        let refresh = content.refresh.as_ref();
        let refresh = refresh.and_then(|address| content.base(&page.answer.url).join(address).ok());
        let mut errands = self.errands(&page.answer.url, &content, findings);
        self.hints.add(content.hints);
        errands.sort_by_key(|errand| rank(errand.dest));
        errands.truncate(MOST_OF_ONE_PAGE);
        let mut next = self.run(errands, findings).await;
        next.extend(self.worker(&page.answer.url));
        next.sort_by_key(|errand| rank(errand.dest));
        self.run(next, findings).await;
        self.weigh_calls(&page.answer.url, findings);
        refresh
    }

    fn summarise(&self, findings: &mut Findings) {
        let start = self.sides().shown(&self.sides().start());
        if self.arrived > 0 {
            let files = if self.arrived == 1 { "file" } else { "files" };
            let detail = format!("{} {files} that pages need arrived", self.arrived);
            findings.note(EvidenceKind::File, start.clone(), detail);
        }
        if !self.hosts.is_empty() {
            let hosts: Vec<_> = self.hosts.iter().take(MOST_HOSTS_NAMED).cloned().collect();
            let detail = format!("Other hosts are named and were not asked: {}", hosts.join(", "));
            findings.note(EvidenceKind::Foreign, start, detail);
        }
    }

    /// Runs errands, a few at a time, and gives those that follow from them.
    async fn run(&mut self, errands: Vec<Errand>, findings: &mut Findings) -> Vec<Errand> {
        let mut next = Vec::new();
        for some in errands.chunks(AT_ONCE) {
            if self.through.requests_left() <= RESERVE {
                let detail = "More is needed than one check asks for; the rest was not looked at";
                let start = self.sides().shown(&self.sides().start());
                findings.note(EvidenceKind::Limit, start, detail);
                return Vec::new();
            }
            let gone = some
                .iter()
                .map(|errand| self.through.open(&errand.url, errand.dest, Some(&errand.referer)));
            for (errand, found) in some.iter().zip(join_all(gone).await) {
                next.extend(self.judge(errand, found, findings).await);
            }
        }
        next
    }

    async fn judge(
        &mut self,
        errand: &Errand,
        found: Result<Arrived, Missed>,
        findings: &mut Findings,
    ) -> Vec<Errand> {
        let arrival = match found {
            Ok(arrival) if is_useful(&arrival, errand.dest) => arrival,
            Err(Missed::Spent) => return Vec::new(),
            found => {
                self.explain(errand, found.ok(), findings).await;
                return Vec::new();
            }
        };
        self.arrived += 1;
        if self.sides().leads(&errand.url) != Leads::Inside {
            let detail = "Leaves the prefix and was led back by the page that asked";
            findings.moved(EvidenceKind::Escape, self.sides().shown(&errand.url), detail);
            self.suggest_rewriting(findings);
        }
        if errand.dest == Dest::Worker {
            let shown = self.sides().shown(&errand.url);
            findings.note(EvidenceKind::Worker, shown, "The script of a service worker arrived");
        }
        self.look_at_cookies(&arrival, findings);
        let content = read(&arrival, errand.dest).await;
        let next = match errand.dest {
            Dest::Style | Dest::Module | Dest::Manifest => {
                self.weigh(&arrival.answer.url, &content, findings);
                self.errands(&arrival.answer.url, &content, findings)
            }
            _ => Vec::new(),
        };
        self.hints.add(content.hints);
        next
    }

    /// Something did not arrive. Where the app has it, it is the way that fails.
    async fn explain(&self, errand: &Errand, arrival: Option<Arrived>, findings: &mut Findings) {
        let shown = self.sides().shown(&errand.url);
        let how = arrival.as_ref().map_or("does not answer".to_owned(), Arrived::summary);
        if self.sides().leads(&errand.url) == Leads::Outside {
            let detail = format!("Leaves the prefix, and {how} there");
            return self.escaped(shown, detail, findings);
        }
        if let Some(End::Left(to, leads)) = arrival.as_ref().map(|arrival| &arrival.end)
            && matches!(leads, Leads::Outside | Leads::Inner)
        {
            let detail = format!("Redirects to {}, outside of the app", self.sides().shown(to));
            return findings.broken(EvidenceKind::Redirect, shown, detail);
        }
        let directly = self.direct.open(&errand.url, errand.dest, Some(&errand.referer)).await;
        match directly {
            Ok(directly) if is_useful(&directly, errand.dest) => {
                let detail =
                    format!("{} directly, but {how} through the gateway", directly.summary());
                let kind = match errand.dest {
                    Dest::Worker => EvidenceKind::Worker,
                    _ => EvidenceKind::File,
                };
                findings.broken(kind, shown, capital(&detail));
            }
            Ok(directly) => {
                let detail = format!("{} directly, too", directly.summary());
                findings.note(EvidenceKind::File, shown, capital(&detail));
            }
            Err(_) => findings.note(EvidenceKind::File, shown, "Was not compared"),
        }
    }

    /// Bodies that are not changed on the way can be; then such an address would be moved.
    fn escaped(&self, shown: String, detail: String, findings: &mut Findings) {
        if self.rewriting {
            return findings.broken(EvidenceKind::Escape, shown, detail);
        }
        findings.moved(EvidenceKind::Escape, shown, detail);
        self.suggest_rewriting(findings);
    }

    fn suggest_rewriting(&self, findings: &mut Findings) {
        if !self.rewriting {
            findings.suggest("rewriteHtml", true, "Addresses lead out of the app's prefix");
        }
    }

    /// What is to be asked for of what a document names, and where the rest leads.
    fn errands(&mut self, url: &Url, content: &Content, findings: &mut Findings) -> Vec<Errand> {
        let base = content.base(url);
        let mut errands = Vec::new();
        for Named { address, dest } in &content.named {
            let Ok(found) = base.join(address) else { continue };
            let leads = self.sides().leads(&found);
            match (leads, dest) {
                (Leads::Elsewhere, _) => {
                    weigh::sign_in(self.sides(), &found, findings);
                    if dest.is_some() && self.hosts.len() <= MOST_HOSTS_NAMED {
                        self.hosts.insert(authority(&found));
                    }
                }
                (Leads::Inner, Some(_)) => {
                    let detail = "Names the app's inner address, which browsers do not reach";
                    self.escaped(self.sides().shown(&found), detail.to_owned(), findings);
                }
                (Leads::Outside, Some(_)) if is_own(found.path()) => {
                    let detail = "Leaves the prefix for a path of the gateway".to_owned();
                    self.escaped(self.sides().shown(&found), detail, findings);
                }
                (Leads::Inside | Leads::Outside, Some(dest)) if self.seen.insert(found.clone()) => {
                    errands.push(Errand { url: found, dest: *dest, referer: url.clone() });
                }
                _ => {}
            }
        }
        errands
    }

    /// The service worker that a script registers. A browser follows no redirect to it.
    fn worker(&mut self, page: &Url) -> Option<Errand> {
        let named = self.hints.workers.first()?;
        let moved = self.sides().place_of(page).moved(named);
        let url = page.join(moved.as_deref().unwrap_or(named)).ok()?;
        let fresh = self.sides().leads(&url) == Leads::Inside && self.seen.insert(url.clone());
        fresh.then(|| Errand { url, dest: Dest::Worker, referer: page.clone() })
    }

    /// Counts addresses below the prefix in what the gateway handed on. Who does not know the
    /// prefix did not write it.
    fn weigh(&self, url: &Url, content: &Content, findings: &mut Findings) {
        let (prefix, below) = (&self.sides().prefix, |named: &&Named| {
            let address = named.address.trim();
            address.starts_with('/') && rewrite::starts_at_boundary(address, &self.sides().prefix)
        });
        let Some(first) = content.named.iter().find(below) else { return };
        if !self.knows_prefix && !prefix.is_empty() && self.rewriting {
            let detail =
                format!("Addresses had to be moved, such as {}", shown_raw(&first.address));
            findings.moved(EvidenceKind::Address, self.sides().shown(url), detail);
        }
    }

    /// What scripts ask for at the root while they run is led by the script that pages get.
    fn weigh_calls(&self, page: &Url, findings: &mut Findings) {
        let place = self.sides().place_of(page);
        let moved = |call: &&String| place.moved(call).is_some();
        let Some(first) = self.hints.calls.iter().find(moved) else { return };
        let detail = format!("Scripts ask for addresses at the root, such as {}", shown_raw(first));
        findings.moved(EvidenceKind::Address, self.sides().shown(page), detail);
        self.suggest_rewriting(findings);
    }

    fn look_whether_it_was_read(&self, page: &Arrived, findings: &mut Findings) {
        if self.rewriting
            && let Some(reason) = page.answer.passed_over()
        {
            let detail =
                format!("The page is passed on as it is, because of its {}", reason.name());
            findings.note(EvidenceKind::Page, self.sides().shown(&page.answer.url), detail);
        }
    }

    fn look_at_cookies(&self, arrival: &Arrived, findings: &mut Findings) {
        let (url, prefix) = (&arrival.answer.url, &self.sides().prefix);
        for cookie in set_cookies(&arrival.answer.headers) {
            if let Some(why) = objection(&cookie, url, prefix) {
                let detail = format!("The cookie {} {why}", shown_raw(cookie.name()));
                findings.broken(EvidenceKind::Cookie, self.sides().shown(url), detail);
            }
        }
    }

    fn sides(&self) -> &Sides {
        self.through.sides
    }
}

pub(super) async fn read(arrival: &Arrived, dest: Dest) -> Content {
    let answer = arrival.answer.clone();
    // It can be a large page, and other requests wait for this thread.
    let reading = tokio::task::spawn_blocking(move || Content::of(&answer, dest));
    reading.await.unwrap_or_default()
}

fn is_useful(arrival: &Arrived, dest: Dest) -> bool {
    let whole = arrival.end == End::Answered && arrival.answer.is_good();
    let moved = dest == Dest::Worker && !arrival.hops.is_empty();
    whole && !moved && !(dest.is_code() && arrival.answer.is_html())
}

fn is_own(path: &str) -> bool {
    path == "/" || OWN_PATHS.iter().any(|own| rewrite::starts_at_boundary(path, own))
}

/// What a page cannot do without comes first.
fn rank(dest: Dest) -> u8 {
    match dest {
        Dest::Script | Dest::Module => 0,
        Dest::Style => 1,
        Dest::Manifest | Dest::Worker => 2,
        Dest::Frame | Dest::Font => 3,
        Dest::Image | Dest::Page => 4,
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
