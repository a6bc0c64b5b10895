//! Images that the engine does not have, from a registry of the test's own.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{StatusCode, header};
use kit::{Shutdown, Supervisor};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::fixture::{on_engine, remains};

/// An archive without a file in it.
const EMPTY_LAYER: [u8; 1024] = [0; 1024];
const MANIFEST: &str = "application/vnd.docker.distribution.manifest.v2+json";

/// One image under every name. Its layer is never found where the name says so.
struct Image {
    manifest: Vec<u8>,
    config: Vec<u8>,
}

fn digest(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

impl Image {
    fn new() -> Image {
        let config = json!({
            "architecture": "amd64", "os": "linux", "config": {"Cmd": ["/nothing"]},
            "rootfs": {"type": "layers", "diff_ids": [digest(&EMPTY_LAYER)]}, "history": [],
        });
        let config = config.to_string().into_bytes();
        let manifest = json!({
            "schemaVersion": 2, "mediaType": MANIFEST,
            "config": {"mediaType": "application/vnd.docker.container.image.v1+json",
                "size": config.len(), "digest": digest(&config)},
            "layers": [{"mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip",
                "size": EMPTY_LAYER.len(), "digest": digest(&EMPTY_LAYER)}],
        });
        Image { manifest: manifest.to_string().into_bytes(), config }
    }
}

async fn manifest(State(image): State<Arc<Image>>) -> Response {
    let digest = digest(&image.manifest);
    let headers = [(header::CONTENT_TYPE.as_str(), MANIFEST), ("docker-content-digest", &digest)];
    (headers, image.manifest.clone()).into_response()
}

async fn blob(
    State(image): State<Arc<Image>>,
    Path((name, wanted)): Path<(String, String)>,
) -> Response {
    if wanted == digest(&image.config) {
        image.config.clone().into_response()
    } else if name == "torn" {
        StatusCode::NOT_FOUND.into_response()
    } else {
        EMPTY_LAYER.into_response()
    }
}

/// Listens on loopback, where engines want no TLS.
async fn registry(supervisor: &Supervisor) -> u16 {
    let router = Router::new()
        .route("/v2/", get(|| async { StatusCode::OK }))
        .route("/v2/lab/{name}/manifests/{tag}", get(manifest))
        .route("/v2/lab/{name}/blobs/{digest}", get(blob))
        .with_state(Arc::new(Image::new()));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    supervisor.spawn(async move {
        let _ = axum::serve(listener, router).await;
    });
    port
}

fn template(port: u16, name: &str) -> String {
    format!(
        "x-toolbox:\n  name: Pulled\nservices:\n  web:\n    image: localhost:{port}/lab/{name}:1\n"
    )
}

#[tokio::test]
async fn an_image_is_pulled_with_progress_and_a_torn_one_leaves_nothing() {
    let Some(engine) = testkit::docker() else { return };
    let supervisor = Supervisor::new(Shutdown::default());
    let port = registry(&supervisor).await;
    let (fixture, running, _database) = on_engine(engine).await;
    fixture.shelve("whole", &template(port, "whole")).await;
    fixture.shelve("torn", &template(port, "torn")).await;

    let mut facts = fixture.events.subscribe();
    let wanted = |template: &str| json!({"service_id": template, "service_name": template, "auto_start": false});
    let (_, plan) = fixture.plan(wanted("whole")).await;
    assert_eq!(plan["services"][0]["image_present"], false, "{plan}");
    let id = fixture.deploy(wanted("whole")).await;
    let seen = fixture.until(&id, "stopped").await;
    let image = format!("localhost:{port}/lab/whole:1");
    assert_eq!(seen["images_pulled"], json!([image]), "{seen}");
    loop {
        let fact = facts.recv().await.expect("a fact");
        if fact.kind == "toolbox_progress" && fact.data["step"] == "pull" {
            assert!(fact.data["message"].as_str().expect("words").contains(&image), "{fact:?}");
            break;
        }
    }
    let path = format!("/api/v1/toolbox/deployments/{id}");
    assert_eq!(fixture.delete(&path).await.0, 200);
    engine.api("DELETE", &format!("/images/{image}"), &Value::Null);

    let id = fixture.deploy(wanted("torn")).await;
    let failed = fixture.until(&id, "failed").await;
    let reason = failed["error_message"].as_str().expect("a reason");
    assert!(reason.contains("lab/torn"), "{reason}");
    assert_eq!(remains(engine, &id), [0, 0, 0]);
    running.stop().await;
    supervisor.shutdown().cut();
}
