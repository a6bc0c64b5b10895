use std::fs;

use engines::kubernetes::{ClusterChange, Kind};
use engines::{Change, Engine, Fault};
use serde_json::{Value, json};

use crate::ground::{connected, everything, is_lost, kubernetes, object, until};

#[tokio::test]
async fn who_may_nothing_is_told_what_to_grant_and_goes_on_when_it_is() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("rights").await;
    let kubeconfig = cluster.kubeconfig_for(&space, "nobody").await;
    let engine = kubernetes(&kubeconfig, &[&space]);
    let who = format!("system:serviceaccount:{space}:nobody");

    let error = engine.containers().await.unwrap_err();
    assert_eq!(error.fault, Fault::Forbidden);
    assert_eq!(error.message, format!("{who} may not list pods in the namespace {space}"));
    let advice = error.advice.expect("advice");
    let rule = r#"{apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"]}"#;
    assert!(advice.contains(rule) && advice.contains(&format!("Role in the namespace {space}")));

    let mut exposures = engine.exposures(everything);
    let lost = until("services are lost", &mut exposures, |change| {
        is_lost(&change).filter(|(part, _)| part.kind == Kind::Services).map(|(_, e)| e.clone())
    });
    assert_eq!(lost.await.fault, Fault::Forbidden);

    let rules = json!([
        { "apiGroups": [""], "resources": ["services", "pods"], "verbs": ["get", "list", "watch"] },
    ]);
    cluster.apply(&object("Role", &space, "reader", json!({ "rules": rules }))).await;
    let subject = json!({ "kind": "ServiceAccount", "name": "nobody", "namespace": space });
    let role = json!({ "apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "reader" });
    let binding = json!({ "subjects": [subject], "roleRef": role });
    cluster.apply(&object("RoleBinding", &space, "reader", binding)).await;

    // Ingresses, nodes and namespaces stay hidden, which does not hide services.
    connected(&mut exposures).await;
    assert_eq!(engine.containers().await.expect("a list"), []);
}

#[tokio::test]
async fn a_credential_that_is_not_known_is_read_anew_when_it_was_renewed() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config");
    let good = fs::read_to_string(cluster.kubeconfig()).unwrap();
    let mut bad: Value = serde_json::from_str(&good).unwrap();
    bad["users"][0]["user"] = json!({ "token": "nonsense" });
    fs::write(&path, bad.to_string()).unwrap();
    let engine = kubernetes(&path, &["default"]);
    let error = engine.containers().await.unwrap_err();
    assert_eq!(error.fault, Fault::Forbidden);
    assert!(
        error.to_string().contains("renew the token") && !error.to_string().contains("nonsense")
    );

    let mut changes = engine.changes();
    until("lost", &mut changes, |change| matches!(change, Change::Lost(_)).then_some(())).await;
    fs::write(&path, good).unwrap();
    until("back", &mut changes, |change| matches!(change, Change::Connected).then_some(())).await;
}

#[tokio::test]
async fn a_server_that_nobody_vouches_for_is_not_spoken_to() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config");
    let mut config: Value =
        serde_json::from_str(&fs::read_to_string(cluster.kubeconfig()).unwrap()).unwrap();
    config["clusters"][0]["cluster"] = json!({ "server": cluster.server() });
    fs::write(&path, config.to_string()).unwrap();
    let error = kubernetes(&path, &[]).containers().await.unwrap_err();
    assert_eq!(error.fault, Fault::Unreachable);
    assert!(error.to_string().contains("certificate-authority"), "{error}");
}

#[tokio::test]
async fn a_context_can_be_named() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let with = |context: &str| {
        engines::Kubernetes::new(engines::KubernetesSettings {
            kubeconfig: cluster.kubeconfig().display().to_string(),
            context: Some(context.to_owned()),
            namespaces: vec!["default".to_owned()],
        })
    };
    with("test").containers().await.expect("a list");
    let error = with("other").containers().await.unwrap_err();
    assert!(error.to_string().contains("no context other"), "{error}");
    assert!(!with("test").is_inside());
    assert_eq!(with("test").own_pod().await.expect("an answer"), None);
    let mut exposures = with("other").exposures(everything);
    until("lost", &mut exposures, |change| matches!(change, ClusterChange::Lost(..)).then_some(()))
        .await;
}
