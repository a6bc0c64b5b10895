use engines::{Change, ContainerId, Engine, Fault, Protocol, Runtime, State};
use serde_json::json;

use crate::ground::{kubernetes, object, until};

#[tokio::test]
async fn pods_are_containers() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("pods").await;
    let mut spec = cluster.web_pod("hello");
    spec["volumes"] = json!([{ "name": "etc", "hostPath": { "path": "/etc" } }]);
    spec["containers"][0]["volumeMounts"] =
        json!([{ "name": "etc", "mountPath": "/host", "readOnly": true }]);
    let address = cluster.run_pod(&space, "web", json!({ "app": "web" }), spec).await;

    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let containers = engine.containers().await.expect("a list");
    let [container] = &containers[..] else { panic!("{containers:?}") };
    assert_eq!(container.id.as_str(), format!("{space}/web"));
    assert_eq!((&*container.name, container.runtime), ("web", Runtime::Kubernetes));
    assert_eq!(container.namespace.as_deref(), Some(space.as_str()));
    assert_eq!((container.image.as_str(), container.state), (cluster.image(), State::Running));
    assert_eq!(container.labels.get("app").map(String::as_str), Some("web"));
    assert_eq!(container.status, "Running (1/1 ready, 0 restarts)");
    assert_eq!(container.networks[0].addresses[0], std::net::IpAddr::from(address));
    assert_eq!((container.ports[0].private, container.ports[0].protocol), (8080, Protocol::Tcp));
    assert!(!container.host_network && container.created.0 > 0);

    let details = engine.container(&container.id).await.expect("details");
    assert_eq!(details.container.name, container.name);
    assert!(details.environment.contains(&("TEXT".to_owned(), "hello".to_owned())));
    assert_eq!(details.command[0], "sh");
    let mounts = &details.mounts;
    let etc = mounts.iter().find(|mount| mount.target == "/host").expect("the mount");
    assert!(etc.is_bind && etc.read_only && etc.source == "/etc");
    assert!(details.started.is_some() && !details.privileged);
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("none").await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    for id in [format!("{space}/none"), "kube-system/none".to_owned(), "none".to_owned()] {
        let error = engine.container(&ContainerId::parse(&id).unwrap()).await.unwrap_err();
        assert_eq!(error.fault, Fault::NotFound, "{id}: {error}");
    }
}

#[tokio::test]
async fn pods_tell_what_happens_to_them() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("happen").await;
    let mut changes = kubernetes(cluster.kubeconfig(), &[&space]).changes();
    until("connected", &mut changes, |change| matches!(change, Change::Connected).then_some(()))
        .await;
    let id = ContainerId::parse(&format!("{space}/web")).unwrap();
    cluster.run_pod(&space, "web", json!({}), cluster.web_pod("hello")).await;
    until("the pod", &mut changes, |change| match change {
        Change::Changed(changed) => (changed == id).then_some(()),
        _ => None,
    })
    .await;
    cluster.delete(&object("Pod", &space, "web", json!({}))).await;
    until("its end", &mut changes, |change| match change {
        Change::Gone(gone) => (gone == id).then_some(()),
        _ => None,
    })
    .await;
}
