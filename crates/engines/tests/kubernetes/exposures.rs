use std::collections::BTreeSet;

use engines::kubernetes::{
    BackendPort, ClusterChange, Kind, ObjectName, ServiceKind, Thing, ThingName, Things,
};
use serde_json::json;

use crate::ground::{connected, everything, kubernetes, object, service, until};

#[tokio::test]
async fn services_are_told_as_they_are_made_changed_and_removed() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("services").await;
    let mut changes = kubernetes(cluster.kubeconfig(), &[&space]).exposures(everything);
    connected(&mut changes).await;

    let description = object(
        "Service",
        &space,
        "films",
        json!({
            "metadata": {
                "labels": { "app": "films" },
                "annotations": { "svc.app.name": "Films", "long": "x".repeat(100_000) },
            },
            "spec": {
                "type": "NodePort",
                "selector": { "app": "films" },
                "ports": [
                    { "name": "web", "port": 80, "targetPort": 8096, "appProtocol": "http" },
                    { "name": "play", "port": 81, "targetPort": "named", "protocol": "UDP" },
                ],
            },
        }),
    );
    let made = cluster.apply(&description).await;
    let told = service(&mut changes, "films").await;
    assert_eq!(told.name, ObjectName::new(space.as_str(), "films"));
    assert_eq!(
        (told.kind, &*told.uid),
        (ServiceKind::NodePort, made["metadata"]["uid"].as_str().unwrap())
    );
    assert_eq!(
        (told.marks.get("app"), told.marks.get("svc.app.name")),
        (Some("films"), Some("Films"))
    );
    assert_eq!(told.marks.get("long").unwrap().len(), 4_096);
    let address = made["spec"]["clusterIP"].as_str().unwrap();
    assert_eq!(told.cluster_addresses, [address.parse::<std::net::IpAddr>().unwrap()]);
    let node_port = made["spec"]["ports"][0]["nodePort"].as_u64();
    assert_eq!(told.ports[0].node_port.map(u64::from), node_port);
    assert_eq!(
        (told.ports[0].port, told.ports[0].target, told.ports[1].target),
        (80, Some(8096), None)
    );
    assert_eq!(told.ports[0].app_protocol.as_deref(), Some("http"));

    let headless = object(
        "Service",
        &space,
        "pods",
        json!({ "spec": { "clusterIP": "None", "ports": [{ "port": 80 }] } }),
    );
    cluster.apply(&headless).await;
    let told = service(&mut changes, "pods").await;
    assert!(told.kind == ServiceKind::Headless && told.cluster_addresses.is_empty());
    let elsewhere = json!({ "spec": { "type": "ExternalName", "externalName": "films.example." } });
    cluster.apply(&object("Service", &space, "name", elsewhere)).await;
    let told = service(&mut changes, "name").await;
    assert_eq!(told.kind, ServiceKind::ExternalName("films.example".into()));

    cluster.delete(&description).await;
    until("its end", &mut changes, |change| match change {
        ClusterChange::Gone(ThingName::Service(name)) => (&*name.name == "films").then_some(()),
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn ingresses_and_namespaces_are_told() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("doors").await;
    let mut changes = kubernetes(cluster.kubeconfig(), &[&space]).exposures(everything);
    connected(&mut changes).await;
    let backend = |port| json!({ "service": { "name": "films", "port": port } });
    let path =
        |path: &str, port| json!({ "path": path, "pathType": "Prefix", "backend": backend(port) });
    let paths = [path("/", json!({ "number": 80 })), path("/b", json!({ "name": "web" }))];
    let description = object(
        "Ingress",
        &space,
        "door",
        json!({
            "metadata": { "labels": { "app.kubernetes.io/name": "films" } },
            "spec": {
                "tls": [{ "hosts": ["films.example"] }],
                "rules": [{ "host": "films.example", "http": { "paths": paths } }],
            },
        }),
    );
    cluster.apply(&description).await;
    let door = until("the ingress", &mut changes, |change| match change {
        ClusterChange::Changed(Thing::Ingress(ingress)) => Some(ingress),
        _ => None,
    })
    .await;
    assert_eq!(door.marks.get("app.kubernetes.io/name"), Some("films"));
    assert_eq!(door.tls.as_deref(), Some(&["films.example".into()][..]));
    let [first, second] = &door.rules[..] else { panic!("{door:?}") };
    assert_eq!((first.host.as_deref(), &*first.path), (Some("films.example"), "/"));
    assert_eq!((&*first.service, &first.port), ("films", &Some(BackendPort::Number(80))));
    assert_eq!(second.port, Some(BackendPort::Name("web".into())));

    let marked = json!({
        "apiVersion": "v1", "kind": "Namespace",
        "metadata": { "name": space, "labels": { "svc.enable": "true" } },
    });
    cluster.apply(&marked).await;
    until("the namespace's label", &mut changes, |change| match change {
        ClusterChange::Changed(Thing::Namespace(namespace)) => {
            namespace.marks.get("svc.enable").map(|value| assert_eq!(value, "true"))
        }
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn at_first_everything_is_told_of_the_namespaces_that_were_asked_for() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let (one, other) = (cluster.namespace("one").await, cluster.namespace("other").await);
    cluster.expose(&one, "films", "ClusterIP").await;
    cluster.expose(&other, "books", "ClusterIP").await;

    let told = async |namespaces: &[&str]| {
        let mut changes =
            kubernetes(&cluster.kubeconfig_by_certificate(), namespaces).exposures(everything);
        let (mut services, mut ready) = (BTreeSet::new(), false);
        until("connected", &mut changes, |change| {
            match change {
                ClusterChange::All(part, Things::Services(all)) => {
                    assert_eq!(part.kind, Kind::Services);
                    services.extend(all.into_iter().map(|service| service.name));
                }
                ClusterChange::All(_, Things::Nodes(nodes)) => {
                    let address = std::net::IpAddr::from(cluster.node_address());
                    ready = nodes[0].ready && nodes[0].internal_addresses == [address];
                }
                ClusterChange::Connected => return Some(()),
                _ => {}
            }
            None
        })
        .await;
        assert!(ready, "the node is ready and has its address");
        services
    };
    let films = ObjectName::new(one.as_str(), "films");
    let books = ObjectName::new(other.as_str(), "books");
    assert_eq!(told(&[&one]).await, BTreeSet::from([films.clone()]));
    assert_eq!(told(&[&one, &other]).await, BTreeSet::from([films.clone(), books.clone()]));
    let all = told(&[]).await;
    assert!(all.contains(&films) && all.contains(&books));
    assert!(all.contains(&ObjectName::new("default", "kubernetes")));
}
