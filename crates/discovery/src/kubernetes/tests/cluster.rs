//! Clusters made of a few words.

use std::collections::BTreeMap;

use engines::Protocol;
use engines::kubernetes::{
    ClusterChange, Ingress, IngressRule, Marks, Namespace, Node, ObjectName, OwnPod, Service,
    ServiceKind, ServicePort, Thing,
};

use crate::kubernetes::census::Census;
use crate::model::Observation;

pub(super) type Words<'a> = &'a [(&'a str, &'a str)];

pub(super) fn words(words: Words<'_>) -> BTreeMap<Box<str>, Box<str>> {
    words.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
}

pub(super) fn labels(labels: Words<'_>) -> Marks {
    Marks { labels: words(labels), ..Marks::default() }
}

pub(super) fn annotations(annotations: Words<'_>) -> Marks {
    Marks { annotations: words(annotations), ..Marks::default() }
}

pub(super) fn port(number: u16) -> ServicePort {
    ServicePort {
        name: None,
        port: number,
        target: None,
        node_port: None,
        protocol: Protocol::Tcp,
        app_protocol: None,
    }
}

/// At a port of which nothing is known.
pub(super) fn service(kind: ServiceKind, marks: Marks) -> Service {
    Service {
        name: ObjectName::new("media", "films"),
        uid: "uid-1".into(),
        marks,
        kind,
        cluster_addresses: vec!["10.96.0.7".parse().unwrap()],
        ports: vec![port(7000)],
        outside_addresses: Vec::new(),
        selector: words(&[("app", "films")]),
    }
}

/// Leads `films.example` to the service.
pub(super) fn ingress(marks: Marks, tls: bool) -> Ingress {
    let rule = IngressRule {
        host: Some("films.example".into()),
        path: "/".into(),
        service: "films".into(),
        port: None,
    };
    Ingress {
        name: ObjectName::new("media", "door"),
        marks,
        rules: vec![rule],
        tls: tls.then(|| vec!["films.example".into()]),
        addresses: vec!["192.0.2.80".into()],
    }
}

pub(super) fn node(name: &str, internal: &str, external: &str, ready: bool) -> Node {
    let parse = |text: &str| text.parse().into_iter().collect();
    Node {
        name: name.into(),
        internal_addresses: parse(internal),
        external_addresses: parse(external),
        ready,
    }
}

/// All there is in a cluster.
pub(super) struct Cluster {
    pub(super) service: Service,
    pub(super) namespace: Marks,
    pub(super) ingresses: Vec<Ingress>,
    pub(super) nodes: Vec<Node>,
    pub(super) inside: bool,
    pub(super) own_pod: Option<OwnPod>,
}

impl Cluster {
    pub(super) fn of(service: Service) -> Self {
        Cluster {
            service,
            namespace: Marks::default(),
            ingresses: Vec::new(),
            nodes: Vec::new(),
            inside: false,
            own_pod: None,
        }
    }

    pub(super) fn with(mut self, ingress: Ingress) -> Self {
        self.ingresses.push(ingress);
        self
    }

    pub(super) fn within(mut self, namespace: Marks) -> Self {
        self.namespace = namespace;
        self
    }

    pub(super) fn at(mut self, namespace: &str) -> Self {
        self.service.name.namespace = namespace.into();
        for ingress in &mut self.ingresses {
            ingress.name.namespace = namespace.into();
        }
        self
    }

    pub(super) fn observed(self) -> Option<Observation> {
        let mut census = Census::new(self.inside);
        if let Some(pod) = self.own_pod {
            census.set_own_pod(pod);
        }
        let name = self.service.name.namespace.clone();
        let namespace = Namespace { name, marks: self.namespace };
        let ingresses = self.ingresses.into_iter().map(Thing::Ingress);
        let nodes = self.nodes.into_iter().map(Thing::Node);
        let first = [Thing::Namespace(namespace), Thing::Service(self.service)];
        for thing in first.into_iter().chain(ingresses).chain(nodes) {
            census.apply(ClusterChange::Changed(thing));
        }
        census.whole().pop()
    }

    pub(super) fn seen(self) -> bool {
        self.observed().is_some()
    }
}
