//! One check, from the first request to the last.

use std::sync::Arc;

use fetch::{FetchErrorKind, Fetcher};
use http::{HeaderValue, StatusCode};
use routing::{Endpoint, HostHeader, Route, Trust};
use url::Url;

use super::Passage;
use super::budget::Budget;
use super::client::{Arrived, Client, End, Missed};
use super::findings::Findings;
use super::report::EvidenceKind;
use super::script::Hints;
use super::sides::{Leads, Sides, authority, shown_raw};
use super::speech::Dest;
use super::walk::{Walk, capital, read};
use super::{socket, weigh};

/// What is checked, and by which ways.
pub(super) struct CheckRun {
    pub(super) route: Arc<Route>,
    pub(super) passage: Passage,
    /// What the passage says, understood.
    pub(super) origin: Url,
    /// Held to the targets of routes, as all requests of ours.
    pub(super) fetcher: Fetcher,
}

/// What was seen when the app was asked without the gateway between.
struct Seen<'a> {
    client: Client<'a>,
    arrival: Arrived,
    /// Whether the route as it is can show the same.
    passes: bool,
}

impl CheckRun {
    /// The error says why there is nothing to check.
    pub(super) async fn run(&self) -> Result<Findings, String> {
        let sides = Sides::new(&self.route, self.origin.clone());
        let stripping = Sides::with(&self.route, self.origin.clone(), true);
        let budget = Budget::new();
        let mut findings = Findings::default();
        let seen = self.look_directly((&sides, &stripping), &budget, &mut findings).await?;
        let knows_prefix = self.weigh(&seen, &mut findings).await;
        let through = Client::through(&sides, &budget, &self.passage);
        let hints = if seen.passes {
            self.go_through(&through, &seen, knows_prefix, &mut findings).await?
        } else {
            read(&seen.arrival, Dest::Page).await.hints
        };
        if hints.leaves_frames {
            let detail = "A script leaves frames: the app wants a tab of its own";
            findings.note(EvidenceKind::Frame, sides.shown(&sides.start()), detail);
        }
        let ways = (&seen.client, seen.passes.then_some(&through));
        socket::look(ways, &hints, self.route.options.websocket, &mut findings).await;
        if budget.left() == 0 {
            let detail = "The check came to its limit; what was not seen by then was not judged";
            findings.note(EvidenceKind::Limit, sides.shown(&sides.start()), detail);
        }
        Ok(findings)
    }

    /// The app as the gateway would ask it; where it does not like that, in other ways.
    async fn look_directly<'a>(
        &'a self,
        (sides, stripping): (&'a Sides, &'a Sides),
        budget: &'a Budget,
        findings: &mut Findings,
    ) -> Result<Seen<'a>, String> {
        let mut endpoint = Endpoint::clone(&self.route.upstream.endpoint);
        let client = |sides, endpoint: &Endpoint, host| {
            Client::direct(sides, budget, &self.fetcher, (endpoint.clone(), host))
        };
        let start = sides.start();
        let [host, other] = self.hosts(sides);
        let mut passes = true;
        let mut asker = client(sides, &endpoint, host.clone());
        let mut first = asker.open(&start, Dest::Page, None).await;
        if let Err(Missed::Failed(error)) = &first
            && error.kind == FetchErrorKind::Tls
            && !endpoint.is_insecure()
        {
            let why = error.message.clone();
            endpoint.trust = Trust::Anybody;
            asker = client(sides, &endpoint, host.clone());
            first = asker.open(&start, Dest::Page, None).await;
            if first.is_ok() {
                passes = false;
                let detail = format!("Nothing passes the gateway, because {why}");
                findings.note(EvidenceKind::Certificate, sides.shown(&start), detail);
                findings.suggest("insecureUpstream", true, &format!("{}.", capital(&why)));
            }
        }
        let arrival = first.map_err(|missed| match missed {
            Missed::Spent => "it takes too long to answer".to_owned(),
            Missed::Failed(error) => error.to_string(),
        })?;
        if arrival.is_good() && arrival.end == End::Answered {
            return Ok(Seen { client: asker, arrival, passes });
        }
        let asker_by_other = client(sides, &endpoint, other.clone());
        if let Some(better) = better(&asker_by_other, &start).await {
            let name = match self.route.options.host_header {
                HostHeader::Client => "upstream",
                HostHeader::Upstream => "client",
            };
            let (good, bad) = (other.to_str().unwrap_or_default(), arrival.summary());
            let detail = format!(
                "The app {bad} when it is called {}, but not as {good}",
                shown_raw(host.to_str().unwrap_or_default())
            );
            findings.note(EvidenceKind::Host, sides.shown(&start), detail);
            findings.suggest("hostHeader", name, "The app is content only with that Host");
            return Ok(Seen { client: asker_by_other, arrival: better, passes: false });
        }
        if !sides.stripped && arrival.answer.status == StatusCode::NOT_FOUND {
            let asker = client(stripping, &endpoint, host);
            if let Some(better) = better(&asker, &start).await {
                let detail = "The app has nothing below the prefix, but without it";
                findings.note(EvidenceKind::Prefix, sides.shown(&start), detail);
                findings.suggest("stripPrefix", true, detail);
                return Ok(Seen { client: asker, arrival: better, passes: false });
            }
        }
        Ok(Seen { client: asker, arrival, passes })
    }

    /// The `Host` that the route tells, and the other one that it could.
    fn hosts(&self, sides: &Sides) -> [HeaderValue; 2] {
        let own = self.route.upstream.authority.clone();
        let asked = HeaderValue::try_from(authority(&sides.origin)).unwrap_or_else(|_| own.clone());
        match self.route.options.host_header {
            HostHeader::Client => [asked, own],
            HostHeader::Upstream => [own, asked],
        }
    }

    /// What the app says by itself: addresses, redirects, a sign-in.
    async fn weigh(&self, seen: &Seen<'_>, findings: &mut Findings) -> bool {
        let (sides, arrival) = (seen.client.sides, &seen.arrival);
        for (from, written) in &arrival.hops {
            if sides.place_of(from).moved(written).is_some() {
                let detail = format!("Redirects to {}, which had to be moved", shown_raw(written));
                findings.moved(EvidenceKind::Redirect, sides.shown(from), detail);
            }
        }
        if let End::Left(url, Leads::Elsewhere) = &arrival.end {
            let detail = format!("Redirects to {}, which was not asked", sides.shown(url));
            findings.note(EvidenceKind::Redirect, sides.shown(&arrival.answer.url), detail);
            weigh::sign_in(sides, url, findings);
        }
        if let Some(scheme) = arrival.answer.challenge() {
            let detail = format!("The app asks for a sign-in of its own ({})", shown_raw(scheme));
            findings.note(EvidenceKind::SignIn, sides.shown(&arrival.answer.url), &detail);
            if !self.route.options.forward_authorization {
                findings.suggest("forwardAuthorization", true, &detail);
            }
        }
        let content = read(arrival, Dest::Page).await;
        weigh::own_words(sides, (&arrival.answer.url, &content), findings)
    }

    async fn go_through(
        &self,
        through: &Client<'_>,
        seen: &Seen<'_>,
        knows_prefix: bool,
        findings: &mut Findings,
    ) -> Result<Hints, String> {
        let sides = through.sides;
        let start = sides.start();
        let arrival = match through.open(&start, Dest::Page, None).await {
            Ok(arrival) => arrival,
            Err(Missed::Spent) => return Ok(Hints::default()),
            Err(Missed::Failed(error)) => return Err(format!("the gateway itself: {error}")),
        };
        let shown = sides.shown(&arrival.answer.url);
        if let End::Left(url, Leads::Outside | Leads::Inner) = &arrival.end {
            let detail = format!("Redirects to {}, outside of the app", sides.shown(url));
            findings.broken(EvidenceKind::Redirect, shown, detail);
            return Ok(Hints::default());
        }
        let (here, there) = (arrival.summary(), seen.arrival.summary());
        if !arrival.is_good() && seen.arrival.is_good() {
            let detail = format!("{} through the gateway; directly it {there}", capital(&here));
            findings.broken(EvidenceKind::Page, shown, detail);
            return Ok(Hints::default());
        }
        findings.note(EvidenceKind::Page, shown, capital(&here));
        let mut walk = Walk::new(through, &seen.client, self.route.options.rewrite_html);
        walk.knows_prefix = knows_prefix;
        walk.follow(&arrival, findings).await;
        Ok(walk.hints)
    }
}

/// What somebody else is shown, where that is good.
async fn better(asker: &Client<'_>, start: &Url) -> Option<Arrived> {
    let arrival = asker.open(start, Dest::Page, None).await.ok()?;
    (arrival.is_good() && arrival.end == End::Answered).then_some(arrival)
}
