use std::net::IpAddr;

use engines::kubernetes::{Ingress, Marks, Namespace, OwnPod, Service};

use crate::labels;
use crate::model::Wishes;

/// Where the gateway stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Standpoint {
    /// In the cluster, where its names and addresses lead somewhere.
    pub(super) inside: bool,
    pub(super) own_pod: Option<OwnPod>,
}

/// Addresses of nodes that take work, the best first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NodeAddresses(pub(super) Vec<IpAddr>);

/// One service, and all that has to do with it.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) service: &'a Service,
    pub(super) namespace: Option<&'a Namespace>,
    /// Those that lead to it and do not say that they are not to be looked at.
    pub(super) ingresses: Vec<Path<'a>>,
    pub(super) nodes: &'a NodeAddresses,
    pub(super) standpoint: &'a Standpoint,
    /// What the service asks for by itself.
    pub(super) own: Wishes,
    /// What its namespace gives to all.
    pub(super) defaults: Wishes,
}

/// An Ingress that leads to the service.
#[derive(Debug)]
pub(super) struct Path<'a> {
    pub(super) ingress: &'a Ingress,
    pub(super) wishes: Wishes,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        service: &'a Service,
        namespace: Option<&'a Namespace>,
        ingresses: impl Iterator<Item = &'a Ingress>,
        nodes: &'a NodeAddresses,
        standpoint: &'a Standpoint,
    ) -> Self {
        let paths = ingresses.map(|ingress| Path { ingress, wishes: read(&ingress.marks) });
        Scene {
            service,
            namespace,
            ingresses: paths.filter(|path| !is_refused(&path.wishes)).collect(),
            nodes,
            standpoint,
            own: read(&service.marks),
            defaults: namespace.map(|namespace| read(&namespace.marks)).unwrap_or_default(),
        }
    }

    /// What is asked for: by the service, else by an Ingress, else by the namespace, which has a
    /// say in scopes alone; its tags are added to those that are found.
    pub(super) fn wishes(&self) -> Wishes {
        let mut wishes = self.own.clone();
        for path in &self.ingresses {
            fill(&mut wishes, &path.wishes);
        }
        wishes.scopes = wishes.scopes.or_else(|| self.defaults.scopes.clone());
        let misread = self.defaults.misread.iter();
        wishes.misread.extend(misread.map(|line| format!("{line} (of the namespace)")));
        wishes
    }
}

pub(super) fn is_refused(wishes: &Wishes) -> bool {
    wishes.skip || wishes.enable == Some(false)
}

fn read(marks: &Marks) -> Wishes {
    labels::read(|name| marks.get(name))
}

fn fill(wishes: &mut Wishes, other: &Wishes) {
    fn or<T: Clone>(one: &mut Option<T>, other: &Option<T>) {
        if one.is_none() {
            one.clone_from(other);
        }
    }
    or(&mut wishes.enable, &other.enable);
    or(&mut wishes.app_id, &other.app_id);
    or(&mut wishes.app_name, &other.app_name);
    or(&mut wishes.icon, &other.icon);
    or(&mut wishes.tags, &other.tags);
    or(&mut wishes.path_base, &other.path_base);
    or(&mut wishes.scopes, &other.scopes);
    or(&mut wishes.strip_prefix, &other.strip_prefix);
    or(&mut wishes.rewrite_html, &other.rewrite_html);
    or(&mut wishes.websocket, &other.websocket);
    or(&mut wishes.scheme, &other.scheme);
    or(&mut wishes.primary_port, &other.primary_port);
    wishes.all_ports |= other.all_ports;
    wishes.is_test |= other.is_test;
    wishes.misread.extend(other.misread.iter().cloned());
}
