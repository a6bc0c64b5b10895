use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kit::{FieldError, Timestamp};

use super::{AppEntry, Config};
use crate::rules::{self, Faults, Own, Stamp};
use crate::{App, MOST_ROUTES, Origin, RouteEntry, RouteRecord};

/// The records of the file, each with the entry that it was made from.
#[derive(Debug, Default)]
pub(crate) struct FileRecords {
    pub(crate) apps: HashMap<Arc<str>, (AppEntry, Arc<App>)>,
    pub(crate) routes: HashMap<Arc<str>, (RouteEntry, Arc<RouteRecord>)>,
}

type Problems = Vec<(String, String)>;

impl FileRecords {
    /// Makes records of what the file says, and lists what is wrong with it. An entry that is as
    /// it was before keeps its record.
    pub(crate) fn read(config: &Config, before: &FileRecords, now: Timestamp) -> (Self, Problems) {
        let stamp = Stamp { origin: Origin::Config, now };
        let (mut records, mut problems) = (FileRecords::default(), Problems::new());
        for (number, entry) in config.apps.iter().enumerate() {
            let faults = records.add_app(entry, before, stamp);
            problems.extend(named("apps", number, faults));
        }
        let mut taken = Taken::default();
        for (number, entry) in config.routes.iter().enumerate() {
            let faults = records.add_route(entry, before, stamp, &mut taken);
            problems.extend(named("routes", number, faults));
        }
        for (list, length) in [("apps", config.apps.len()), ("routes", config.routes.len())] {
            if length > MOST_ROUTES {
                problems.push((list.to_owned(), format!("must be at most {MOST_ROUTES}")));
            }
        }
        (records, problems)
    }

    fn add_app(&mut self, entry: &AppEntry, before: &FileRecords, stamp: Stamp) -> Faults {
        let known = before.apps.get(entry.id.as_str()).filter(|(old, _)| old == entry);
        let made = match known {
            Some((_, app)) => app.clone(),
            None => match rules::app(&entry.id, None, &entry.draft(), stamp) {
                Ok(app) => Arc::new(app),
                Err(faults) => return faults,
            },
        };
        match self.apps.insert(made.id.clone(), (entry.clone(), made)) {
            None => Faults::default(),
            Some(_) => twice("id", "another app has this id already"),
        }
    }

    fn add_route(
        &mut self,
        entry: &RouteEntry,
        before: &FileRecords,
        stamp: Stamp,
        taken: &mut Taken,
    ) -> Faults {
        let known = before.routes.get(entry.route_id()).filter(|(old, _)| old == entry);
        let made = match known {
            Some((_, route)) => route.clone(),
            None => {
                // Which addresses are our own is not known before the program listens.
                let own = Own::default();
                match rules::route(entry.route_id(), None, &entry.clone().into(), &own, stamp) {
                    Ok(route) => Arc::new(route),
                    Err(faults) => return faults,
                }
            }
        };
        let faults = taken.take(&made);
        self.routes.entry(made.id.clone()).or_insert_with(|| (entry.clone(), made));
        faults
    }
}

/// What no two routes may share.
#[derive(Default)]
struct Taken {
    ids: HashSet<Arc<str>>,
    paths: HashSet<String>,
    subdomains: HashSet<String>,
}

impl Taken {
    fn take(&mut self, route: &RouteRecord) -> Faults {
        if !self.ids.insert(route.id.clone()) {
            return twice("routeId", "another route has this id already");
        }
        if !self.paths.insert(route.prefix.as_str().to_owned()) {
            return twice("pathBase", "another route has this path already");
        }
        match &route.subdomain {
            Some(name) if !self.subdomains.insert(name.clone()) => {
                twice("subdomain", "another route has this subdomain already")
            }
            _ => Faults::default(),
        }
    }
}

fn twice(field: &str, reason: &str) -> Faults {
    Faults(vec![FieldError { field: field.to_owned(), reason: reason.to_owned() }])
}

fn named(list: &str, number: usize, faults: Faults) -> Problems {
    let key = |field: &str| format!("{list}.{number}.{}", file_spelling(field));
    faults.0.into_iter().map(|fault| (key(&fault.field), fault.reason)).collect()
}

/// `healthCheck.expectedStatus` is `health_check.expected_status` in the file.
fn file_spelling(field: &str) -> String {
    if field == "routeId" {
        return "id".to_owned();
    }
    let mut key = String::new();
    for letter in field.chars() {
        if letter.is_ascii_uppercase() {
            key.push('_');
        }
        key.push(letter.to_ascii_lowercase());
    }
    key
}

#[cfg(test)]
mod tests {
    use routing::RouteOptions;

    use super::*;

    fn config(json: serde_json::Value) -> Config {
        serde_json::from_value(json).expect("a configuration")
    }

    fn problems(json: serde_json::Value) -> Vec<String> {
        config(json).problems().into_iter().map(|(key, why)| format!("{key}: {why}")).collect()
    }

    #[test]
    fn both_spellings_mean_the_same() {
        let snake = config(serde_json::json!({ "routes": [{
            "id": "tv", "app_id": "jellyfin", "path_base": "/apps/tv/", "to": "http://nas",
            "websocket": true, "strip_prefix": false, "rewrite_html": false,
            "public_access": true, "persist_cookies": true, "insecure_upstream": true,
            "forward_authorization": true, "host_header": "upstream", "routing_mode": "both",
            "health_check": { "expected_status": 204, "interval": "30s" },
        }] }));
        let camel = config(serde_json::json!({ "routes": [{
            "routeId": "tv", "appId": "jellyfin", "pathBase": "/apps/tv/", "to": "http://nas",
            "websockets": true, "stripPrefix": false, "rewriteHtml": false,
            "publicAccess": true, "persistCookies": true, "insecureUpstream": true,
            "forwardAuthorization": true, "hostHeader": "upstream", "routingMode": "both",
            "healthCheck": { "expectedStatus": 204, "interval": "30s" },
        }] }));
        assert_eq!(snake, camel);
        assert_eq!(snake.problems(), []);
    }

    #[test]
    fn what_is_left_out_has_the_usual_value() {
        let config = config(serde_json::json!({
            "routes": [{ "app_id": "jellyfin", "to": "http://nas:8096" }],
        }));
        let (records, problems) = FileRecords::read(&config, &FileRecords::default(), Timestamp(1));
        assert_eq!(problems, []);
        let route = &records.routes["jellyfin"].1;
        assert_eq!((route.path_base().as_str(), &*route.app_id), ("/apps/jellyfin/", "jellyfin"));
        assert_eq!(route.scopes[0].as_str(), "access:jellyfin");
        assert!(route.options == RouteOptions::default());
        let (again, _) = FileRecords::read(&config, &records, Timestamp(2));
        assert!(Arc::ptr_eq(&again.routes["jellyfin"].1, route), "nothing changed");
    }

    #[test]
    fn what_is_wrong_is_named_by_its_key() {
        assert_eq!(
            problems(serde_json::json!({
                "apps": [{ "id": "tv" }, { "id": "tv" }, { "id": "API" }, { "id": "x", "name": "" }],
                "routes": [
                    { "id": "a", "to": "http://nas" },
                    { "id": "b", "path_base": "/apps/a/", "to": "http://nas" },
                    { "id": "a", "path_base": "/apps/c/", "to": "http://nas" },
                    { "id": "d" },
                    { "to": "http://nas" },
                    { "id": "e", "to": "http://169.254.169.254/" },
                    { "id": "f", "to": "http://nas", "health_check": { "expected_status": 99 } },
                    { "id": "g", "to": "http://nas", "subdomain": "s" },
                    { "id": "h", "to": "http://nas", "subdomain": "s" },
                ],
            })),
            [
                "apps.1.id: another app has this id already",
                "apps.2.id: must be 1 to 64 of a-z, 0-9, _ and -",
                "apps.3.name: must be 1 to 128 printable characters",
                "routes.1.path_base: another route has this path already",
                "routes.2.id: another route has this id already",
                "routes.3.to: is required",
                "routes.4.id: must be 1 to 64 of a-z, 0-9, _ and -",
                "routes.4.app_id: must be 1 to 64 of a-z, 0-9, _ and -",
                "routes.4.path_base: must be a plain path below /apps/, such as /apps/jellyfin/",
                "routes.5.to: must not be the gateway itself, nor an address that it never calls",
                "routes.6.health_check.expected_status: must be between 100 and 599",
                "routes.8.subdomain: another route has this subdomain already",
            ]
        );
    }
}
