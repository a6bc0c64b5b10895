use std::net::IpAddr;
use std::sync::Arc;

use catalog::{AppDraft, Origin, RouteDraft};
use routing::{HostHeader, Scheme};
use serde_json::json;

use super::{Address, ContainerLink, ServiceKey, Source};

/// A service that could be let in, and how.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Proposal {
    pub(crate) id: String,
    pub(crate) service: ServiceKey,
    /// The ports that can be chosen; the first is suggested.
    pub(crate) choices: Vec<Choice>,
    pub(crate) confidence: f64,
    pub(crate) evidence: Vec<String>,
    pub(crate) security_notes: Vec<String>,
    pub(crate) plan: Plan,
    /// The service was let in before, at another address: to approve this moves its route.
    pub(crate) moves: Option<ServiceLink>,
}

/// One port of a service, and the way to it that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) own_port: u16,
    pub(crate) scheme: Scheme,
    pub(crate) address: Address,
    /// Its certificate cannot be checked.
    pub(crate) insecure: bool,
    /// The key that it proved to have.
    pub(crate) key: Option<String>,
}

/// What an approval makes, whatever the port: wishes that passed, and defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) app_id: Arc<str>,
    /// `None`: a title made of the id.
    pub(crate) name: Option<String>,
    pub(crate) icon: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) path_base: String,
    pub(crate) scopes: Vec<String>,
    /// What nobody wished is as usual, and the check of the app may find better.
    pub(crate) websocket: Option<bool>,
    pub(crate) strip_prefix: Option<bool>,
    pub(crate) rewrite_html: Option<bool>,
    pub(crate) server_path: String,
    pub(crate) container: Option<ContainerLink>,
    pub(crate) announcer: Option<String>,
}

/// How well the way to a service is protected, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Protection {
    Plain,
    /// By a certificate that nobody checks.
    Encrypted,
    Checked,
}

impl Protection {
    pub(crate) fn of(scheme: Scheme, insecure: bool) -> Self {
        match (scheme.is_secure(), insecure) {
            (false, _) => Protection::Plain,
            (true, true) => Protection::Encrypted,
            (true, false) => Protection::Checked,
        }
    }
}

impl Choice {
    /// Where a route leads that takes this choice.
    pub(crate) fn to(&self, server_path: &str) -> String {
        format!("{}://{}{server_path}", self.scheme.into_str(), self.address)
    }
}

impl Proposal {
    /// Stable as long as the service is the same: it holds no address.
    pub(crate) fn id_of(service: &ServiceKey, app_id: &str, scheme: Scheme, port: u16) -> String {
        let (source, scheme) = (service.source.into_str(), scheme.into_str());
        format!("proposal_{source}_{scheme}_{app_id}_{port}")
    }

    pub(crate) fn suggested(&self) -> &Choice {
        // The reconciler makes no proposal without one.
        &self.choices[0]
    }

    /// By the port that is shown.
    pub(crate) fn choice(&self, port: u16) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.address.port == port)
    }

    /// The app and the route that this choice makes.
    pub(crate) fn service(&self, choice: &Choice) -> catalog::Service {
        let Plan { app_id, container, .. } = &self.plan;
        let to = choice.to(&self.plan.server_path);
        let meta = ServiceLink {
            service: self.service.clone(),
            route_id: app_id.clone(),
            port: choice.own_port,
            to: to.clone(),
            container_id: None,
            announcer: self.plan.announcer.clone(),
            key: choice.key.clone(),
        };
        catalog::Service {
            route_id: app_id.to_string(),
            route: RouteDraft {
                app_id: Some(app_id.to_string()),
                path_base: Some(self.plan.path_base.clone()),
                to: Some(to.clone()),
                scopes: Some(self.plan.scopes.clone()),
                websocket: self.plan.websocket,
                strip_prefix: self.plan.strip_prefix,
                rewrite_html: self.plan.rewrite_html,
                insecure_upstream: choice.insecure.then_some(true),
                host_header: host_header(&self.service, &choice.address.host),
                container_id: container.as_ref().map(|link| Some(link.id.clone())),
                ..RouteDraft::default()
            },
            app: AppDraft {
                name: self.plan.name.clone(),
                icon: self.plan.icon.clone(),
                tags: Some(self.plan.tags.clone()),
                endpoints: Some([("lan".to_owned(), to)].into()),
                discovery_meta: Some(Some(meta.written(container.as_ref()))),
            },
            origin: Origin::Discovery,
        }
    }
}

/// What an approved app remembers of its service, so that its route can follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServiceLink {
    pub(crate) service: ServiceKey,
    pub(crate) route_id: Arc<str>,
    pub(crate) port: u16,
    /// Where discovery made the route lead. A route that leads elsewhere was changed by somebody.
    pub(crate) to: String,
    pub(crate) container_id: Option<String>,
    /// The host that announced it.
    pub(crate) announcer: Option<String>,
    /// The key that it had when it was let in, as `sha256/<base64>`.
    pub(crate) key: Option<String>,
}

impl ServiceLink {
    /// As it is kept with the app, and shown.
    pub(crate) fn written(&self, container: Option<&ContainerLink>) -> serde_json::Value {
        let mut meta = json!({
            "source": self.service.source.into_str(),
            "service": self.service.to_string(),
            "routeId": self.route_id,
            "port": self.port,
            "to": self.to,
        });
        if let Some(announcer) = &self.announcer {
            meta["announcer"] = json!(announcer);
        }
        if let Some(key) = &self.key {
            meta["key"] = json!(key);
        }
        if let Some(ContainerLink { id, name, compose }) = container {
            meta["containerId"] = json!(id);
            meta["containerName"] = json!(name);
            if let Some((project, service)) = compose {
                meta["compose"] = json!({ "project": project, "service": service });
            }
        }
        meta
    }

    pub(crate) fn read(meta: &serde_json::Value) -> Option<Self> {
        Some(ServiceLink {
            service: ServiceKey::parse(meta["service"].as_str()?)?,
            route_id: meta["routeId"].as_str()?.into(),
            port: meta["port"].as_u64()?.try_into().ok()?,
            to: meta["to"].as_str()?.to_owned(),
            container_id: meta["containerId"].as_str().map(str::to_owned),
            announcer: meta["announcer"].as_str().map(str::to_owned),
            key: meta["key"].as_str().map(str::to_owned),
        })
    }
}

/// What is reached by a name that others share, such as that of an Ingress, is told apart by it and
/// not by the name under which the client knows the gateway.
pub(crate) fn host_header(service: &ServiceKey, host: &str) -> Option<HostHeader> {
    let is_name = host.parse::<IpAddr>().is_err() && !host.ends_with(".svc.cluster.local");
    (service.source == Source::Kubernetes && is_name).then_some(HostHeader::Upstream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shares_an_address_by_its_name_is_called_by_that_name() {
        for (source, host, expected) in [
            (Source::Kubernetes, "films.example", Some(HostHeader::Upstream)),
            (Source::Kubernetes, "films.media.svc.cluster.local", None),
            (Source::Kubernetes, "10.96.0.7", None),
            (Source::Kubernetes, "fd00::7", None),
            (Source::Docker, "films.example", None),
            (Source::Mdns, "nas.local", None),
        ] {
            let service = ServiceKey::new(source, "media/films");
            assert_eq!(host_header(&service, host), expected, "{source:?} {host}");
        }
    }
}
