use std::sync::Arc;
use std::time::Duration;

use http::uri::PathAndQuery;
use kit::Scope;
use routing::{Prefix, Upstream};

use super::{Faults, Own, Stamp, text};
use crate::{HealthCheck, RouteDraft, RouteRecord, RoutingMode};

const LONGEST_ADDRESS: usize = 2_048;
const LONGEST_CHECK_PATH: usize = 1_024;
const MOST_SCOPES: usize = 32;
const SHORTEST_INTERVAL: Duration = Duration::from_secs(1);
const LONGEST_INTERVAL: Duration = Duration::from_secs(3_600);
const SHORTEST_TIMEOUT: Duration = Duration::from_millis(100);

/// The route that a draft makes of the one that is known, or of nothing.
pub(crate) fn route(
    id: &str,
    known: Option<&RouteRecord>,
    draft: &RouteDraft,
    own: &Own,
    stamp: Stamp,
) -> Result<RouteRecord, Faults> {
    let mut faults = Faults::default();
    let made = Checked { id, known, draft, own, stamp, faults: &mut faults }.route();
    match made {
        Some(route) if faults.0.is_empty() => Ok(route),
        _ => Err(faults),
    }
}

/// One draft on its way through the rules; what is wrong is collected.
struct Checked<'a> {
    id: &'a str,
    known: Option<&'a RouteRecord>,
    draft: &'a RouteDraft,
    own: &'a Own,
    stamp: Stamp,
    faults: &'a mut Faults,
}

impl Checked<'_> {
    /// `None` only where something is wrong; what is there besides may still be wrong.
    fn route(mut self) -> Option<RouteRecord> {
        let (known, draft) = (self.known, self.draft);
        self.faults.take("routeId", text::id(self.id));
        let app_id = self.app_id();
        let options = draft.options(known.map(|route| route.options).unwrap_or_default());
        let prefix = self.prefix(&app_id);
        let upstream = self.upstream(options.insecure_upstream);
        let scopes = self.scopes(&app_id);
        let routing_mode = self.routing_mode();
        let subdomain = self.subdomain(routing_mode, &app_id);
        let health_check = self.health_check();
        let container_id = self.container_id();
        let (to, upstream) = upstream?;
        Some(RouteRecord {
            id: self.id.into(),
            prefix: prefix?,
            to,
            upstream,
            scopes: scopes?,
            options,
            routing_mode,
            subdomain,
            health_check,
            container_id,
            origin: known.map_or(self.stamp.origin, |route| route.origin),
            created_at: known.map_or(self.stamp.now, |route| route.created_at),
            updated_at: self.stamp.now,
            app_id,
        })
    }

    /// A route that names no app has one of its own, with its own id.
    fn app_id(&mut self) -> Arc<str> {
        let kept = || self.known.map_or_else(|| Arc::from(self.id), |route| route.app_id.clone());
        let app_id = self.draft.app_id.as_deref().map_or_else(kept, Arc::from);
        self.faults.take("appId", text::id(&app_id));
        app_id
    }

    fn prefix(&mut self, app_id: &str) -> Option<Prefix> {
        let usual = format!("/apps/{app_id}/");
        let text = match (&self.draft.path_base, self.known) {
            (Some(text), _) => text,
            (None, Some(known)) => return Some(known.prefix.clone()),
            (None, None) => &usual,
        };
        let reason = "must be a plain path below /apps/, such as /apps/jellyfin/";
        self.faults.take("pathBase", Prefix::parse(text).ok_or_else(|| reason.to_owned()))
    }

    fn upstream(&mut self, insecure: bool) -> Option<(String, Upstream)> {
        let Some(text) = self.draft.to.as_ref().or(self.known.map(|route| &route.to)) else {
            self.faults.add("to", "is required");
            return None;
        };
        let read = if text.len() > LONGEST_ADDRESS {
            Err("is too long".to_owned())
        } else {
            Upstream::parse(text, insecure).map_err(str::to_owned)
        };
        let upstream = self.faults.take("to", read)?;
        // An address that was good when it was given stays, so that the rest can be changed.
        if self.draft.to.is_some() && !self.own.allows(&upstream.endpoint) {
            let reason = "must not be the gateway itself, nor an address that it never calls";
            self.faults.add("to", reason);
        }
        Some((text.clone(), upstream))
    }

    fn scopes(&mut self, app_id: &str) -> Option<Vec<Scope>> {
        let Some(given) = &self.draft.scopes else {
            let own = || Scope::parse(&format!("access:{app_id}")).into_iter().collect();
            return Some(self.known.map_or_else(own, |route| route.scopes.clone()));
        };
        if given.len() > MOST_SCOPES {
            self.faults.add("scopes", format!("must be at most {MOST_SCOPES}"));
            return None;
        }
        let mut scopes = Vec::new();
        for name in given {
            let known = Scope::parse(name).ok_or_else(|| unknown_scope(name));
            let scope = self.faults.take("scopes", known)?;
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        Some(scopes)
    }

    fn routing_mode(&mut self) -> RoutingMode {
        let kept = self.known.map_or_else(RoutingMode::default, |route| route.routing_mode);
        let Some(text) = &self.draft.routing_mode else { return kept };
        let read = text.parse().map_err(|_| "must be path, subdomain or both".to_owned());
        self.faults.take("routingMode", read).unwrap_or(kept)
    }

    /// Where a host name is wanted and none was chosen, the app's id is taken.
    fn subdomain(&mut self, mode: RoutingMode, app_id: &str) -> Option<String> {
        let kept = self.known.and_then(|route| route.subdomain.as_ref());
        let given = self.draft.subdomain.as_ref().map_or(kept, Option::as_ref);
        let chosen = match given.map(String::as_str).filter(|text| !text.is_empty()) {
            None if mode.has_host() => app_id,
            chosen => chosen?,
        };
        if !text::is_label(chosen) {
            let reason = "must be 1 to 63 of a-z, 0-9 and -, with no - at either end";
            self.faults.add("subdomain", reason);
        }
        if self.own.is_called(chosen) {
            self.faults.add("subdomain", "is the gateway's own name");
        }
        Some(chosen.to_owned())
    }

    fn container_id(&mut self) -> Option<String> {
        let kept = self.known.and_then(|route| route.container_id.clone());
        let id = self.draft.container_id.clone().unwrap_or(kept).filter(|id| !id.is_empty())?;
        self.faults.take("containerId", text::container_id(&id));
        Some(id)
    }

    fn health_check(&mut self) -> Option<HealthCheck> {
        let kept = self.known.and_then(|route| route.health_check.clone());
        let check = self.draft.health_check.clone().unwrap_or(kept)?;
        let HealthCheck { path, expected_status, .. } = &check;
        let [interval, timeout] = [check.interval, check.timeout].map(|span| Some(span?.0));
        if path.as_ref().is_some_and(|path| !is_check_path(path)) {
            self.faults.add("healthCheck.path", "must be a path such as /health");
        }
        if interval.is_some_and(|span| !(SHORTEST_INTERVAL..=LONGEST_INTERVAL).contains(&span)) {
            self.faults.add("healthCheck.interval", "must be between 1s and 1h");
        }
        let longest = interval.unwrap_or(LONGEST_INTERVAL);
        if timeout.is_some_and(|span| span < SHORTEST_TIMEOUT || span > longest) {
            let reason = "must be at least 100ms and at most the interval";
            self.faults.add("healthCheck.timeout", reason);
        }
        if expected_status.is_some_and(|status| !(100..=599).contains(&status)) {
            self.faults.add("healthCheck.expectedStatus", "must be between 100 and 599");
        }
        Some(check)
    }
}

/// What was sent is shown only as far as it is a plain word.
fn unknown_scope(name: &str) -> String {
    let plain = name.len() <= 80 && name.bytes().all(|byte| byte.is_ascii_graphic());
    if plain { format!("{name} is not a scope") } else { "holds an unknown scope".to_owned() }
}

fn is_check_path(path: &str) -> bool {
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic()) && !path.contains('#');
    path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= LONGEST_CHECK_PATH
        && plain
        && path.parse::<PathAndQuery>().is_ok()
}
