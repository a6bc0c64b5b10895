use std::path::Path;

use engines::kubernetes::{ClusterChange, Part, Thing};
use engines::{Kubernetes, KubernetesSettings};
use futures::StreamExt;
use futures::stream::BoxStream;
use serde_json::{Value, json};
use tokio::time::timeout;

pub(crate) use testkit::PATIENCE;

pub(crate) fn kubernetes(kubeconfig: &Path, namespaces: &[&str]) -> Kubernetes {
    Kubernetes::new(KubernetesSettings {
        kubeconfig: kubeconfig.display().to_string(),
        context: None,
        namespaces: namespaces.iter().map(|name| (*name).to_owned()).collect(),
    })
}

pub(crate) fn everything(_: &str) -> bool {
    true
}

/// What comes next and is of interest.
pub(crate) async fn until<C, T>(
    what: &str,
    changes: &mut BoxStream<'static, C>,
    mut pick: impl FnMut(C) -> Option<T>,
) -> T {
    let found = async {
        loop {
            let change = changes.next().await.expect("the stream never ends");
            if let Some(found) = pick(change) {
                return found;
            }
        }
    };
    timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("not within {PATIENCE:?}: {what}"))
}

pub(crate) async fn connected(changes: &mut BoxStream<'static, ClusterChange>) {
    until("connected", changes, |change| matches!(change, ClusterChange::Connected).then_some(()))
        .await;
}

/// The service of that name, when something is told of it.
pub(crate) async fn service(
    changes: &mut BoxStream<'static, ClusterChange>,
    name: &str,
) -> engines::kubernetes::Service {
    until(name, changes, |change| match change {
        ClusterChange::Changed(Thing::Service(service)) if &*service.name.name == name => {
            Some(service)
        }
        _ => None,
    })
    .await
}

pub(crate) fn object(kind: &str, namespace: &str, name: &str, more: Value) -> Value {
    let version = match kind {
        "Ingress" => "networking.k8s.io/v1",
        "Role" | "RoleBinding" => "rbac.authorization.k8s.io/v1",
        _ => "v1",
    };
    let mut object = json!({
        "apiVersion": version,
        "kind": kind,
        "metadata": { "name": name, "namespace": namespace },
    });
    merge(&mut object, more);
    object
}

fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

pub(crate) fn is_lost(change: &ClusterChange) -> Option<(&Part, &engines::EngineError)> {
    match change {
        ClusterChange::Lost(part, error) => Some((part, error)),
        _ => None,
    }
}
