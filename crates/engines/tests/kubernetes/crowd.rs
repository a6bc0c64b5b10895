use engines::kubernetes::{ClusterChange, Things};
use futures::{StreamExt, stream};
use k8s_openapi::api::core::v1::Service;
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use kube::{Api, Client};
use serde_json::json;
use tokio::time::Instant;

use crate::ground::{everything, kubernetes, until};

const MANY: usize = 2_000;
const AT_ONCE: usize = 16;

#[tokio::test]
async fn two_thousand_services_are_seen_within_five_seconds() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("crowd").await;
    let file = Kubeconfig::read_from(cluster.kubeconfig()).expect("a kubeconfig");
    let options = KubeConfigOptions::default();
    let config = Config::from_custom_kubeconfig(file, &options).await.expect("a configuration");
    let api: Api<Service> = Api::namespaced(Client::try_from(config).expect("a client"), &space);
    let made = stream::iter(0..MANY).map(|number| {
        let api = api.clone();
        async move {
            let service = json!({
                "apiVersion": "v1",
                "kind": "Service",
                "metadata": {
                    "name": format!("films-{number}"),
                    "labels": { "app.kubernetes.io/component": "web" },
                },
                "spec": { "selector": { "app": "films" }, "ports": [{ "port": 80 }] },
            });
            let service = serde_json::from_value(service).expect("a service");
            api.create(&Default::default(), &service).await.expect("it is made")
        }
    });
    assert_eq!(made.buffer_unordered(AT_ONCE).count().await, MANY);

    let begun = Instant::now();
    let mut changes = kubernetes(cluster.kubeconfig(), &[]).exposures(everything);
    let mut seen = 0;
    until("connected", &mut changes, |change| match change {
        ClusterChange::All(_, Things::Services(all)) => {
            seen = all.iter().filter(|service| *service.name.namespace == *space).count();
            None
        }
        ClusterChange::Connected => Some(()),
        _ => None,
    })
    .await;
    let took = begun.elapsed();
    println!("{seen} services were seen in {took:?}");
    assert_eq!(seen, MANY);
}
