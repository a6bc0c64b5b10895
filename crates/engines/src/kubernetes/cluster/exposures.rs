//! Everything in a cluster that can lead to a service.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use k8s_openapi::api::{core::v1 as core, networking::v1 as networking};
use kube::{Api, Client, Resource};
use serde::de::DeserializeOwned;

use super::api_call::ApiCall;
use super::change::{ClusterChange, Kind, Part, Thing, ThingName, Things};
use super::connection::Connection;
use super::convert;
use super::records::{Ingress, Keep, Namespace, Node, Service};
use super::watch::{Subject, Told, watch};

pub(super) fn exposures(
    connection: &Arc<Connection>,
    keep: Keep,
) -> BoxStream<'static, ClusterChange> {
    let mut watches = Vec::new();
    // Inside of the cluster nobody needs the addresses of its nodes, nor the right to see them.
    if !connection.is_inside() {
        watches.push(nodes(connection));
    }
    for namespace in connection.settings().reach() {
        watches.push(services(connection, namespace.clone(), keep));
        watches.push(ingresses(connection, namespace.clone(), keep));
        watches.push(namespaces(connection, namespace, keep));
    }
    let mut progress = Progress { silent: watches.len(), ..Progress::default() };
    stream::select_all(watches)
        .flat_map(move |change| {
            let connected = progress.hear(&change).then_some(ClusterChange::Connected);
            stream::iter(std::iter::once(change).chain(connected))
        })
        .boxed()
}

/// Which parts have spoken.
#[derive(Debug, Default)]
struct Progress {
    silent: usize,
    seen: BTreeSet<Part>,
    lost: BTreeSet<Part>,
    connected: bool,
}

impl Progress {
    /// Whether this is the moment at which the cluster is connected.
    fn hear(&mut self, change: &ClusterChange) -> bool {
        let (part, is_seen) = match change {
            ClusterChange::All(part, _) => (part, true),
            ClusterChange::Lost(part, _) => (part, false),
            _ => return false,
        };
        let knew = self.seen.remove(part) | self.lost.remove(part);
        self.silent -= usize::from(!knew);
        let into = if is_seen { &mut self.seen } else { &mut self.lost };
        into.insert(part.clone());
        let services = self.seen.iter().any(|part| part.kind == Kind::Services);
        let was = std::mem::replace(&mut self.connected, self.silent == 0 && services);
        self.connected && !was
    }
}

fn services(
    connection: &Arc<Connection>,
    namespace: Option<Arc<str>>,
    keep: Keep,
) -> BoxStream<'static, ClusterChange> {
    let subject = Subject {
        asked: ApiCall::list("services", "", namespace.as_deref()),
        fields: None,
        api: namespaced::<core::Service>(namespace.clone()),
        convert: Box::new(move |object| convert::service(object, keep)),
    };
    let part = Part { kind: Kind::Services, namespace };
    let name = |service: Service| ThingName::Service(service.name);
    told(connection, part, subject, (Things::Services, Thing::Service, name))
}

fn ingresses(
    connection: &Arc<Connection>,
    namespace: Option<Arc<str>>,
    keep: Keep,
) -> BoxStream<'static, ClusterChange> {
    let subject = Subject {
        asked: ApiCall::list("ingresses", "networking.k8s.io", namespace.as_deref()),
        fields: None,
        api: namespaced::<networking::Ingress>(namespace.clone()),
        convert: Box::new(move |object| convert::ingress(object, keep)),
    };
    let part = Part { kind: Kind::Ingresses, namespace };
    let name = |ingress: Ingress| ThingName::Ingress(ingress.name);
    told(connection, part, subject, (Things::Ingresses, Thing::Ingress, name))
}

fn namespaces(
    connection: &Arc<Connection>,
    namespace: Option<Arc<str>>,
    keep: Keep,
) -> BoxStream<'static, ClusterChange> {
    let subject = Subject {
        asked: ApiCall::list_of_cluster("namespaces"),
        fields: namespace.as_ref().map(|name| format!("metadata.name={name}")),
        api: Box::new(Api::<core::Namespace>::all),
        convert: Box::new(move |object| convert::namespace(object, keep)),
    };
    let part = Part { kind: Kind::Namespaces, namespace };
    let name = |namespace: Namespace| ThingName::Namespace(namespace.name);
    told(connection, part, subject, (Things::Namespaces, Thing::Namespace, name))
}

fn nodes(connection: &Arc<Connection>) -> BoxStream<'static, ClusterChange> {
    let subject = Subject {
        asked: ApiCall::list_of_cluster("nodes"),
        fields: None,
        api: Box::new(Api::<core::Node>::all),
        convert: Box::new(convert::node),
    };
    let part = Part { kind: Kind::Nodes, namespace: None };
    let name = |node: Node| ThingName::Node(node.name);
    told(connection, part, subject, (Things::Nodes, Thing::Node, name))
}

pub(super) fn namespaced<K>(
    namespace: Option<Arc<str>>,
) -> Box<dyn Fn(Client) -> Api<K> + Send + Sync>
where
    K: Resource<Scope = k8s_openapi::NamespaceResourceScope>,
    K::DynamicType: Default,
{
    Box::new(move |client| match &namespace {
        Some(namespace) => Api::namespaced(client, namespace),
        None => Api::all(client),
    })
}

/// How things of a kind are told: all, one, and the name of one.
type Words<T> = (fn(Vec<T>) -> Things, fn(T) -> Thing, fn(T) -> ThingName);

fn told<K, T>(
    connection: &Arc<Connection>,
    part: Part,
    subject: Subject<K, T>,
    (all, one, name): Words<T>,
) -> BoxStream<'static, ClusterChange>
where
    K: Resource + Clone + Debug + DeserializeOwned + Send + 'static,
    T: Send + 'static,
{
    let told = watch(Arc::clone(connection), subject);
    told.map(move |told| match told {
        Told::All(things) => ClusterChange::All(part.clone(), all(things)),
        Told::Changed(thing) => ClusterChange::Changed(one(thing)),
        Told::Gone(thing) => ClusterChange::Gone(name(thing)),
        Told::Lost(error) => ClusterChange::Lost(part.clone(), error),
    })
    .boxed()
}
