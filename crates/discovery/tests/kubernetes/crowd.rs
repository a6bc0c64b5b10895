use futures::{StreamExt, stream};
use serde_json::json;
use testkit::{PATIENCE, deadline};
use tokio::time::Instant;

use crate::fixture::Fixture;

const MANY: usize = 2_000;
const AT_ONCE: usize = 16;

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_services_are_proposed_within_five_seconds() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("crowd").await;
    let made = stream::iter(0..MANY).map(|number| {
        let service = json!({
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {
                "name": format!("films-{number}"),
                "namespace": space,
                "labels": { "app.kubernetes.io/component": "web" },
            },
            "spec": { "selector": { "app": "films" }, "ports": [{ "port": 80 }] },
        });
        async move { cluster.apply(&service).await }
    });
    assert_eq!(made.buffer_unordered(AT_ONCE).count().await, MANY);

    let begun = Instant::now();
    let fixture = Fixture::build(cluster.kubeconfig(), &[&space]).await;
    deadline("all are proposed", PATIENCE, async || fixture.count() == MANY).await;
    println!("{MANY} services were proposed in {:?}", begun.elapsed());

    let one_more = Instant::now();
    let service = crate::proposals::service(&space, "one-more", "NodePort");
    cluster.apply(&service).await;
    deadline("one more", testkit::PATIENCE, async || fixture.count() == MANY + 1).await;
    println!("one more was proposed in {:?}", one_more.elapsed());
}
