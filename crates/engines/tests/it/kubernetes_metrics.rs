//! The metrics API, played from what it answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use testkit::PATIENCE;

use engines::{ContainerId, Engine, Kubernetes, KubernetesSettings, MetricsSettings, Usage};
use futures::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// A server that has a pod, its node, and perhaps a metrics API.
struct Server {
    kubeconfig: String,
    _folder: TempDir,
    /// How often the metrics API was asked.
    asked: Arc<AtomicUsize>,
    /// They end with this value.
    _tasks: JoinSet<()>,
}

impl Server {
    async fn start(metrics: Option<Value>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config");
        let config = json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "x",
            "clusters": [{ "name": "x", "cluster": { "server": format!("http://{address}") } }],
            "users": [{ "name": "x", "user": {} }],
            "contexts": [{ "name": "x", "context": { "cluster": "x", "user": "x" } }],
        });
        std::fs::write(&path, config.to_string()).expect("it can be written");
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, metrics.clone(), count.clone()));
            }
        });
        Server { kubeconfig: path.display().to_string(), _folder: folder, asked, _tasks: tasks }
    }

    fn engine(&self, settings: MetricsSettings) -> Kubernetes {
        let kubeconfig = self.kubeconfig.clone();
        Kubernetes::new(KubernetesSettings { kubeconfig, ..KubernetesSettings::default() })
            .metrics(settings)
    }
}

async fn serve(mut stream: TcpStream, metrics: Option<Value>, asked: Arc<AtomicUsize>) {
    let mut request = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let Ok(read @ 1..) = stream.read(&mut piece).await else { return };
        request.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&request);
        let Some((head, _)) = text.split_once("\r\n\r\n") else { continue };
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        request.clear();
        let (status, body) = match path.as_str() {
            "/api/v1/namespaces/media/pods/films" => (200, pod()),
            "/api/v1/nodes/node1" => (
                200,
                json!({
                    "apiVersion": "v1", "kind": "Node", "metadata": { "name": "node1" },
                    "status": { "capacity": { "cpu": "8", "memory": "16Gi" } },
                }),
            ),
            "/apis/metrics.k8s.io/v1beta1/namespaces/media/pods" => {
                asked.fetch_add(1, Ordering::SeqCst);
                match &metrics {
                    Some(metrics) => (200, metrics.clone()),
                    None => (
                        503,
                        json!({
                            "kind": "Status", "apiVersion": "v1", "status": "Failure",
                            "message": "the server is currently unable to handle the request",
                            "reason": "ServiceUnavailable", "code": 503, "metadata": {},
                        }),
                    ),
                }
            }
            _ => (
                404,
                json!({
                    "kind": "Status", "apiVersion": "v1", "status": "Failure", "message": "no",
                    "reason": "NotFound", "code": 404, "metadata": {},
                }),
            ),
        };
        let body = body.to_string();
        let answer = format!(
            "HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

fn pod() -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": { "name": "films", "namespace": "media" },
        "spec": {
            "nodeName": "node1",
            "containers": [
                { "name": "web", "resources": { "limits": { "memory": "512Mi" } } },
                { "name": "side", "resources": { "limits": { "memory": "512Mi" } } },
            ],
        },
        "status": { "phase": "Running" },
    })
}

async fn usage(engine: &Kubernetes) -> Usage {
    let id = ContainerId::parse("media/films").expect("an id");
    let first = timeout(PATIENCE, engine.usage(&id).next()).await.expect("in time");
    first.expect("it runs").expect("an answer")
}

#[tokio::test]
async fn figures_are_added_up_held_against_the_limits_and_kept_for_a_while() {
    let item = json!({
        "metadata": { "name": "films" }, "timestamp": "2026-01-02T03:04:05Z",
        "containers": [
            { "name": "web", "usage": { "cpu": "1500m", "memory": "256Mi" } },
            { "name": "side", "usage": { "cpu": "500000000n", "memory": "0" } },
        ],
    });
    let server = Server::start(Some(json!({ "items": [item] }))).await;
    let engine = server.engine(MetricsSettings { enabled: true, ttl: Duration::from_secs(600) });
    let usage_now = usage(&engine).await;
    assert!((usage_now.cores_used - 2.0).abs() < 1e-9, "{usage_now:?}");
    // The memory is limited by the pod, the cores only by the node.
    assert_eq!((usage_now.memory_used, usage_now.memory_limit), (256 << 20, 1 << 30));
    assert!((usage_now.total_cores - 8.0).abs() < 1e-9, "{usage_now:?}");
    assert_eq!((usage_now.warning.as_deref(), usage_now.at.unix()), (None, 1_767_323_045));
    for _ in 0..5 {
        assert_eq!(usage(&engine).await, usage_now);
    }
    assert_eq!(server.asked.load(Ordering::SeqCst), 1, "an answer is used for a while");
}

#[tokio::test]
async fn without_a_metrics_api_there_are_no_figures_but_a_warning() {
    let server = Server::start(None).await;
    let on = MetricsSettings { enabled: true, ttl: Duration::from_secs(1) };
    let usage_now = usage(&server.engine(on)).await;
    assert_eq!((usage_now.memory_used, usage_now.cores_used), (0, 0.0));
    let warning = usage_now.warning.expect("a warning");
    assert!(warning.starts_with("the metrics API is not available"), "{warning}");
    let off = MetricsSettings { enabled: false, ..on };
    let before = server.asked.load(Ordering::SeqCst);
    let warning = usage(&server.engine(off)).await.warning.expect("a warning");
    assert!(warning.contains("runtimes.kubernetes.metrics_server"), "{warning}");
    assert_eq!(server.asked.load(Ordering::SeqCst), before);
}

#[tokio::test]
async fn a_pod_that_is_gone_has_no_figures() {
    let server = Server::start(None).await;
    let engine = server.engine(MetricsSettings::default());
    let id = ContainerId::parse("media/gone").unwrap();
    assert!(timeout(PATIENCE, engine.usage(&id).next()).await.expect("in time").is_none());
}
