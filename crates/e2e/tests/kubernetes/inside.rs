//! The gateway in a cluster, by the manifests of the base.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{DockerEngine, KubernetesCluster, PATIENCE, deadline};
use tokio::time::sleep;

const HOME: &str = "gatehouse";
/// A caller beside the gateway, who needs no password. The image has Python, and nothing that is made
/// for this.
const CALL: &str = "
import ssl, sys, urllib.request
method, path = sys.argv[1:]
asked = urllib.request.Request('https://localhost:8443' + path, method=method)
anyone = ssl._create_unverified_context()
print(urllib.request.urlopen(asked, context=anyone).read().decode())
";

struct Inside {
    engine: &'static DockerEngine,
    container: String,
}

impl Inside {
    fn exec(&self, words: &[&str]) -> Option<String> {
        let done = self.engine.try_docker(&[&["exec", &self.container], words].concat());
        done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// `None` where it is an error.
    fn call(&self, method: &str, path: &str) -> Option<String> {
        self.exec(&["python3", "-c", CALL, method, path])
    }

    /// The id of what is proposed for a service of that name.
    async fn proposed(&self, name: &str) -> String {
        let mut id = None;
        deadline("the neighbour is proposed", PATIENCE, async || {
            // As often as anybody may ask.
            sleep(Duration::from_secs(2)).await;
            let all = self.call("GET", "/api/v1/discovery/proposals").unwrap_or_default();
            let all: Vec<Value> = serde_json::from_str(&all).unwrap_or_default();
            let of_it = all.into_iter().find(|one| one.to_string().contains(name));
            id = of_it.and_then(|one| one["id"].as_str().map(str::to_owned));
            id.is_some()
        })
        .await;
        id.expect("the deadline was kept")
    }
}

/// What `kubectl apply -k` does, as far as this cluster can: it knows no `policy/v1`, and its kubectl
/// no `labels` of Kustomize.
async fn apply_base(cluster: &KubernetesCluster, storage: &Path, edited: &Path) {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/kubernetes/base");
    let read = |name: &str| fs::read_to_string(base.join(name)).expect(name);
    cluster.apply_file(&base.join("namespace.yaml"), HOME);
    let volume = json!({
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": { "name": HOME },
        "spec": {
            "capacity": { "storage": "2Gi" },
            "accessModes": ["ReadWriteOnce"],
            "claimRef": { "namespace": HOME, "name": "gatehouse-data" },
            "hostPath": { "path": storage },
        },
    });
    cluster.apply(&volume).await;
    let config = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": { "name": HOME, "namespace": HOME },
        "data": { "config.yaml": read("config.yaml") },
    });
    cluster.apply(&config).await;
    // The image was not pushed anywhere.
    let local = "image: gatehouse\n          imagePullPolicy: Never";
    let deployment = read("deployment.yaml").replace("image: gatehouse", local);
    fs::write(edited, deployment).expect("a file");
    let written = ["account.yaml", "storage.yaml", "service.yaml"].map(|name| base.join(name));
    for file in written.into_iter().chain([PathBuf::from(edited)]) {
        cluster.apply_file(&file, HOME);
    }
}

async fn until_ready(cluster: &KubernetesCluster, engine: &'static DockerEngine) -> Inside {
    let path = format!("/apis/apps/v1/namespaces/{HOME}/deployments/gatehouse");
    deadline("the gateway's pod is ready", PATIENCE * 2, async || {
        let found = cluster.get(&path).await;
        found.is_some_and(|deployment| deployment["status"]["availableReplicas"] == 1)
    })
    .await;
    let container = engine.docker(&[
        "ps",
        "--quiet",
        "--filter=label=io.kubernetes.pod.namespace=gatehouse",
        "--filter=label=io.kubernetes.container.name=gatehouse",
    ]);
    Inside { engine, container }
}

#[tokio::test]
async fn the_base_runs_in_the_cluster_and_finds_its_neighbours() {
    let (Some(cluster), Some(engine)) = (testkit::kubernetes(), testkit::docker()) else { return };
    engine.gatehouse_image();
    let space = cluster.namespace("neighbours").await;
    cluster.run_web(&space, "films", 1).await;
    let service = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {
            "name": "films",
            "namespace": space,
            "labels": { "app.kubernetes.io/component": "web" },
        },
        "spec": { "selector": { "app": "films" }, "ports": [{ "port": 80, "targetPort": 8080 }] },
    });
    cluster.apply(&service).await;
    let folder = tempfile::tempdir_in("/tmp").expect("a folder");
    let storage = folder.path().join("volume");
    fs::create_dir(&storage).expect("a folder");
    for open in [folder.path(), &storage] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o777)).expect("a mode");
    }
    apply_base(cluster, &storage, &folder.path().join("deployment.yaml")).await;
    let inside = until_ready(cluster, engine).await;

    let flags = ["--config=/etc/gatehouse/config.yaml", "--data-dir=/gatehouse/data/gatehouse"];
    let doctor = [&["gatehouse"][..], &flags, &["doctor"]].concat();
    let findings = inside.exec(&doctor).expect("the doctor finds nothing to mend");
    assert!(findings.contains("ok    kubernetes: the cluster shows its"), "{findings}");

    let proposal = inside.proposed("films").await;
    let path = format!("/api/v1/discovery/proposals/{proposal}/approve");
    let approved = inside.call("POST", &path).expect("it is approved");
    let approved: Value = serde_json::from_str(&approved).expect("JSON");
    let app = approved["app"]["id"].as_str().unwrap_or_else(|| panic!("{approved}"));
    deadline("the neighbour is opened through the gateway", PATIENCE, async || {
        sleep(Duration::from_secs(2)).await;
        let page = inside.call("GET", &format!("/apps/{app}/"));
        page.is_some_and(|page| page.contains("films"))
    })
    .await;

    let log = engine.try_docker(&["logs", &inside.container]);
    let log =
        String::from_utf8_lossy(&log.stdout).into_owned() + &String::from_utf8_lossy(&log.stderr);
    assert!(!log.contains("may not"), "a right is missing: {log}");
    assert!(storage.join("gatehouse").is_dir(), "what it knows is in the volume");
    cluster
        .delete(&json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": HOME } }))
        .await;
}
