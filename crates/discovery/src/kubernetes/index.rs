//! What there is in a cluster, kept so that a change leads at once to the services it concerns.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use engines::kubernetes::{
    ClusterChange, Ingress, Namespace, Node, ObjectName, Part, Service, Thing, ThingName, Things,
};

use super::scene::{NodeAddresses, Scene, Standpoint};

/// Each is tried in turn, so there are few; and that another node comes or goes concerns nobody.
const MOST_NODES: usize = 4;

type Names = BTreeSet<ObjectName>;

#[derive(Debug, Default)]
pub(super) struct Index {
    services: BTreeMap<ObjectName, Service>,
    ingresses: BTreeMap<ObjectName, Ingress>,
    /// Which Ingresses lead to a service, whether or not it is there.
    leading: HashMap<ObjectName, Names>,
    namespaces: BTreeMap<Arc<str>, Namespace>,
    nodes: BTreeMap<Arc<str>, Node>,
    node_addresses: NodeAddresses,
    /// Services that are open at nodes.
    at_nodes: Names,
}

impl Index {
    /// Takes over a change, and notes the services that it concerns.
    pub(super) fn apply(&mut self, change: ClusterChange, touched: &mut Names) {
        match change {
            ClusterChange::All(part, things) => self.replace(&part, things, touched),
            ClusterChange::Changed(thing) => self.put(thing, touched),
            ClusterChange::Gone(name) => self.remove(&name, touched),
            ClusterChange::Connected | ClusterChange::Lost(..) => {}
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &ObjectName> {
        self.services.keys()
    }

    pub(super) fn scene<'a>(
        &'a self,
        name: &ObjectName,
        standpoint: &'a Standpoint,
    ) -> Option<Scene<'a>> {
        let service = self.services.get(name)?;
        let namespace = self.namespaces.get(&name.namespace);
        let leading = self.leading.get(name).into_iter().flatten();
        let ingresses = leading.filter_map(|name| self.ingresses.get(name));
        Some(Scene::new(service, namespace, ingresses, &self.node_addresses, standpoint))
    }

    fn put(&mut self, thing: Thing, touched: &mut Names) {
        match thing {
            Thing::Service(service) => self.put_service(service, touched),
            Thing::Ingress(ingress) => self.put_ingress(ingress, touched),
            Thing::Namespace(namespace) => self.put_namespace(namespace, touched),
            Thing::Node(node) => {
                self.nodes.insert(node.name.clone(), node);
                self.count_nodes(touched);
            }
        }
    }

    fn remove(&mut self, name: &ThingName, touched: &mut Names) {
        match name {
            ThingName::Service(name) => {
                self.at_nodes.remove(name);
                if self.services.remove(name).is_some() {
                    touched.insert(name.clone());
                }
            }
            ThingName::Ingress(name) => {
                if let Some(ingress) = self.ingresses.remove(name) {
                    self.unlink(&ingress, touched);
                }
            }
            ThingName::Namespace(name) => {
                if self.namespaces.remove(name).is_some() {
                    self.touch_namespace(name, touched);
                }
            }
            ThingName::Node(name) => {
                self.nodes.remove(name);
                self.count_nodes(touched);
            }
        }
    }

    /// What is not among them any more is gone.
    fn replace(&mut self, part: &Part, things: Things, touched: &mut Names) {
        match things {
            Things::Services(all) => {
                let kept: Names = all.iter().map(|service| service.name.clone()).collect();
                let gone = missing(&self.services, part, &kept);
                gone.into_iter().for_each(|name| self.remove(&ThingName::Service(name), touched));
                all.into_iter().for_each(|service| self.put_service(service, touched));
            }
            Things::Ingresses(all) => {
                let kept: Names = all.iter().map(|ingress| ingress.name.clone()).collect();
                let gone = missing(&self.ingresses, part, &kept);
                gone.into_iter().for_each(|name| self.remove(&ThingName::Ingress(name), touched));
                all.into_iter().for_each(|ingress| self.put_ingress(ingress, touched));
            }
            Things::Namespaces(all) => {
                let within = |name: &&Arc<str>| part.namespace.as_ref().is_none_or(|n| n == *name);
                let kept: BTreeSet<Arc<str>> = all.iter().map(|each| each.name.clone()).collect();
                let known = self.namespaces.keys().filter(within);
                let gone: Vec<_> = known.filter(|name| !kept.contains(*name)).cloned().collect();
                gone.into_iter().for_each(|name| self.remove(&ThingName::Namespace(name), touched));
                all.into_iter().for_each(|namespace| self.put_namespace(namespace, touched));
            }
            Things::Nodes(all) => {
                self.nodes = all.into_iter().map(|node| (node.name.clone(), node)).collect();
                self.count_nodes(touched);
            }
        }
    }

    fn put_service(&mut self, service: Service, touched: &mut Names) {
        let name = service.name.clone();
        if self.services.get(&name) == Some(&service) {
            return;
        }
        if service.ports.iter().any(|port| port.node_port.is_some()) {
            self.at_nodes.insert(name.clone())
        } else {
            self.at_nodes.remove(&name)
        };
        self.services.insert(name.clone(), service);
        touched.insert(name);
    }

    fn put_ingress(&mut self, ingress: Ingress, touched: &mut Names) {
        if self.ingresses.get(&ingress.name) == Some(&ingress) {
            return;
        }
        if let Some(old) = self.ingresses.remove(&ingress.name) {
            self.unlink(&old, touched);
        }
        for service in targets(&ingress) {
            self.leading.entry(service.clone()).or_default().insert(ingress.name.clone());
            touched.insert(service);
        }
        self.ingresses.insert(ingress.name.clone(), ingress);
    }

    fn unlink(&mut self, ingress: &Ingress, touched: &mut Names) {
        for service in targets(ingress) {
            if let Some(leading) = self.leading.get_mut(&service) {
                leading.remove(&ingress.name);
                if leading.is_empty() {
                    self.leading.remove(&service);
                }
            }
            touched.insert(service);
        }
    }

    fn put_namespace(&mut self, namespace: Namespace, touched: &mut Names) {
        let name = namespace.name.clone();
        if self.namespaces.get(&name) == Some(&namespace) {
            return;
        }
        self.namespaces.insert(name.clone(), namespace);
        self.touch_namespace(&name, touched);
    }

    pub(super) fn touch_namespace(&self, namespace: &Arc<str>, touched: &mut Names) {
        let first = ObjectName::new(namespace.clone(), "");
        let services = self.services.range(first..).map(|(name, _)| name);
        let services = services.take_while(|name| name.namespace == *namespace);
        touched.extend(services.cloned());
    }

    /// Nodes say all the time that they are well; only another address or node matters.
    fn count_nodes(&mut self, touched: &mut Names) {
        let ready = || self.nodes.values().filter(|node| node.ready);
        let internal = ready().filter_map(|node| node.internal_addresses.first());
        let external = ready().filter_map(|node| node.external_addresses.first());
        let addresses = NodeAddresses(internal.chain(external).take(MOST_NODES).copied().collect());
        if addresses != self.node_addresses {
            self.node_addresses = addresses;
            touched.extend(self.at_nodes.iter().cloned());
        }
    }
}

fn targets(ingress: &Ingress) -> Names {
    let namespace = &ingress.name.namespace;
    let services = ingress.rules.iter().map(|rule| rule.service.clone());
    services.map(|service| ObjectName::new(namespace.clone(), service)).collect()
}

fn missing<T>(known: &BTreeMap<ObjectName, T>, part: &Part, kept: &Names) -> Vec<ObjectName> {
    let within = |name: &&ObjectName| part.namespace.as_ref().is_none_or(|n| *n == name.namespace);
    known.keys().filter(within).filter(|name| !kept.contains(*name)).cloned().collect()
}
