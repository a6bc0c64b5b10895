//! What the fuzz targets (`crates/fuzz`) need of the inside of this crate; nobody else uses it.

use std::collections::BTreeMap;

use routing::Prefix;
use tokio::time::Instant;

use crate::model::{Observation, Score, ServiceKey, Source, Wishes};
use crate::rules::{self, Claims, Taken};
use crate::{labels, mdns};

/// An id and a path that another app has.
pub const TAKEN_ID: &str = "taken";
pub const TAKEN_PATH: &str = "/apps/taken";

/// What an approval would make of a service that asks for something.
#[derive(Debug)]
pub struct Proposed {
    pub app_id: String,
    pub name: Option<String>,
    pub icon: Option<String>,
    pub tags: Vec<String>,
    pub path_base: String,
    pub scopes: Vec<String>,
    pub server_path: String,
}

/// Of a container called `name` that has these labels.
pub fn from_labels(name: &str, labels: &BTreeMap<String, String>) -> Proposed {
    let wishes = labels::read(|name| labels.get(name).map(String::as_str));
    propose(Source::Docker, name, wishes, String::new())
}

/// Of an announcement called `name` that has this TXT record.
pub fn from_txt(name: &str, txt: &BTreeMap<String, String>) -> Proposed {
    let (wishes, server_path) = mdns::read_txt(txt);
    propose(Source::Mdns, name, wishes, server_path)
}

struct Others;

impl Taken for Others {
    fn by_catalogue(&self, app_id: &str) -> bool {
        app_id == TAKEN_ID
    }

    fn told_all(&self, _source: Source) -> bool {
        true
    }
}

fn propose(source: Source, name: &str, wishes: Wishes, server_path: String) -> Proposed {
    let observation = Observation {
        service: ServiceKey::new(source, name),
        name: name.to_owned(),
        wishes,
        tags: vec![name.to_owned()],
        offers: Vec::new(),
        server_path,
        score: Score::base(50, "it is there"),
        evidence: Vec::new(),
        security_notes: Vec::new(),
        container: None,
        announcer: None,
        epoch: String::new(),
    };
    let wish = observation.wishes.app_id.as_deref();
    let settled =
        Claims::default().settle(&observation.service, (wish, name), &Others, Instant::now());
    let is_taken = |prefix: &Prefix| prefix.as_str() == TAKEN_PATH;
    let (plan, _) = rules::plan(&observation, &settled.app_id, is_taken);
    Proposed {
        app_id: plan.app_id.to_string(),
        name: plan.name,
        icon: plan.icon,
        tags: plan.tags,
        path_base: plan.path_base,
        scopes: plan.scopes,
        server_path: plan.server_path,
    }
}
