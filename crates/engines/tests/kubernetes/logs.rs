use engines::{ContainerId, Fault, LogLine, LogLines, LogRequest, NetworkMode, Witness};
use futures::StreamExt;
use serde_json::{Value, json};
use testkit::KubernetesCluster;
use tokio::time::timeout;

use crate::ground::{PATIENCE, kubernetes, object};

fn container(cluster: &KubernetesCluster, name: &str, script: &str) -> Value {
    json!({
        "name": name,
        "image": cluster.image(),
        "imagePullPolicy": "Never",
        "command": ["sh", "-c", script],
    })
}

async fn rest(mut lines: LogLines) -> Vec<LogLine> {
    let all = async {
        let mut found = Vec::new();
        while let Some(batch) = lines.next().await {
            found.extend(batch.expect("nothing breaks"));
        }
        found
    };
    timeout(PATIENCE, all).await.expect("it ends")
}

fn texts(lines: &[LogLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

#[tokio::test]
async fn pods_say_what_their_containers_say() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("logs").await;
    let spec = json!({
        "terminationGracePeriodSeconds": 0,
        "containers": [
            container(cluster, "web", "echo 'Größe ☃'; echo error >&2; sleep 1000"),
            container(cluster, "sidecar", "echo beside; sleep 1000"),
        ],
    });
    cluster.run_pod(&space, "two", json!({}), spec).await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let id = ContainerId::parse(&format!("{space}/two")).expect("an id");
    let asked = |part: Option<&str>| LogRequest {
        tail: Some(10),
        container: part.map(str::to_owned),
        ..LogRequest::default()
    };
    let main = rest(engine.logs(&id, asked(None)).await.expect("a log")).await;
    let mut main = texts(&main);
    main.sort_unstable();
    assert_eq!(main, ["Größe ☃", "error"]);
    let beside = rest(engine.logs(&id, asked(Some("sidecar"))).await.expect("a log")).await;
    assert_eq!(texts(&beside), ["beside"]);
    for part in ["none", "../web"] {
        let refused = engine.logs(&id, asked(Some(part))).await.err().expect("there is none");
        assert_eq!(refused.fault, Fault::NotFound, "{part}");
    }
    let outside = ContainerId::parse("kube-system/two").expect("an id");
    let refused = engine.logs(&outside, asked(None)).await.err().expect("it is outside");
    assert_eq!(refused.fault, Fault::NotFound);

    let made = engine.blueprints(&id).await.expect("it was made");
    let names: Vec<&str> = made.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["two", "two-sidecar"]);
    assert_eq!(made[1].network, NetworkMode::Container(id));
    assert!(made[0].notes.iter().any(|note| note.contains("Kubernetes")));
}

#[tokio::test]
async fn a_follower_hears_the_app_alone_until_the_pod_is_gone() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("follow").await;
    let script = "n=0; while true; do echo line $n; n=$((n+1)); sleep 0.1; done";
    let spec = json!({
        "terminationGracePeriodSeconds": 0,
        "containers": [container(cluster, "web", script)],
    });
    cluster.run_pod(&space, "ticks", json!({}), spec).await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let id = ContainerId::parse(&format!("{space}/ticks")).expect("an id");
    let wanted = LogRequest { tail: Some(1000), follow: true, ..LogRequest::default() };
    let mut lines = engine.logs(&id, wanted).await.expect("a log");
    let first = timeout(PATIENCE, lines.next()).await.expect("a line").expect("open");
    let mut seen = first.expect("nothing broke");
    cluster.delete(&object("Pod", &space, "ticks", json!({}))).await;
    seen.extend(rest(lines).await);
    let expected: Vec<String> = (0..seen.len()).map(|n| format!("line {n}")).collect();
    assert_eq!(texts(&seen), expected, "what the kubelet says for itself is not the app's");
}

#[tokio::test]
async fn an_earlier_instance_and_its_end_are_remembered() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("crash").await;
    let metadata = json!({ "name": "crash", "namespace": space });
    // It ends once, and stays the second time.
    let script = "[ -e /kept/mark ] && exec sleep 1000; touch /kept/mark; \
                  echo before the end; exit 3";
    let mut web = container(cluster, "web", script);
    web["volumeMounts"] = json!([{ "name": "kept", "mountPath": "/kept" }]);
    let spec = json!({
        "terminationGracePeriodSeconds": 0,
        "volumes": [{ "name": "kept", "emptyDir": {} }],
        "containers": [web],
    });
    let pod = json!({ "apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec });
    cluster.apply(&pod).await;
    let path = format!("/api/v1/namespaces/{space}/pods/crash");
    cluster
        .wait_for(&path, "a second start", |pod| {
            let web = &pod["status"]["containerStatuses"][0];
            web["restartCount"].as_u64() >= Some(1) && web["state"]["running"].is_object()
        })
        .await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let id = ContainerId::parse(&format!("{space}/crash")).expect("an id");
    let wanted = LogRequest { tail: Some(10), previous: true, ..LogRequest::default() };
    let lines = rest(engine.logs(&id, wanted).await.expect("a log")).await;
    assert_eq!(texts(&lines), ["before the end"]);
    let endings = engine.endings(&id, kit::Timestamp(0)).await.expect("it ended");
    assert!(endings.iter().any(|end| end.exit_code == Some(3) && end.is_crash()), "{endings:?}");
}
