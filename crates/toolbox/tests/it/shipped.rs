//! Templates that the program brings, with images of the same names that stand in for the real
//! ones: they show that ports, volumes, variables and order are wired as they should be.

use serde_json::{Value, json};
use testkit::docker::DockerEngine;

use crate::deploy::page;
use crate::fixture::{on_engine, remains};

struct StandIn {
    image: &'static str,
    port: u16,
    /// What the health check asks for, and the command that it runs where it asks nothing.
    path: &'static str,
    command: &'static str,
}

const fn web(image: &'static str, port: u16, path: &'static str) -> StandIn {
    StandIn { image, port, path, command: "" }
}

/// Template and images; the first one is the route's.
const STAND_INS: [(&str, &[StandIn]); 10] = [
    ("grafana", &[web("grafana/grafana:12.1.0", 3000, "api/health")]),
    ("prometheus", &[web("prom/prometheus:v3.5.0", 9090, "-/healthy")]),
    ("memos", &[web("neosmemo/memos:0.25.0", 5230, "healthz")]),
    ("homer", &[web("b4bz/homer:v25.05.2", 8080, "index.html")]),
    ("gitea", &[web("gitea/gitea:1.24.5-rootless", 3000, "api/healthz")]),
    ("trilium", &[web("triliumnext/trilium:v0.97.2", 8080, "api/health-check")]),
    ("pgadmin", &[web("dpage/pgadmin4:9.6", 80, "misc/ping")]),
    ("filebrowser", &[web("filebrowser/filebrowser:v2.42.1", 80, "health")]),
    ("ntfy", &[web("binwiederhier/ntfy:v2.14.0", 80, "v1/health")]),
    (
        "nextcloud",
        &[
            StandIn {
                image: "nextcloud:31.0.7-apache",
                port: 80,
                path: "status.php",
                command: "curl",
            },
            StandIn {
                image: "postgres:17.5-alpine",
                port: 5432,
                path: "index.html",
                command: "pg_isready",
            },
        ],
    ),
];

/// An image that serves the path at the port, whatever arguments it is given.
fn make(engine: &DockerEngine, stand_in: &StandIn) {
    let StandIn { image, port, path, command } = stand_in;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut script = format!("mkdir -p /www/{folder}; printf %s '{image}' > /www/{path}; ");
    script += "printf %s stand-in > /www/index.html; ";
    if !command.is_empty() {
        script +=
            &format!("printf '#!/bin/sh\\ntrue\\n' > /bin/{command}; chmod 755 /bin/{command}; ");
    }
    script += &format!(
        "printf '#!/bin/sh\\nexec httpd -f -p {port} -h /www\\n' > /serve; chmod 755 /serve"
    );
    let body = json!({"Image": engine.image(), "Cmd": ["sh", "-c", script]});
    let made = engine.api("POST", "/containers/create", &body);
    let id = made.body["Id"].as_str().expect("an id").to_owned();
    for step in ["start", "wait"] {
        let done = engine.api("POST", &format!("/containers/{id}/{step}"), &Value::Null);
        assert!(done.is_success(), "{done:?}");
    }
    let (name, tag) = image.rsplit_once(':').expect("a tag");
    let changes = "ENTRYPOINT%20%5B%22/serve%22%5D";
    let path = format!("/commit?container={id}&repo={name}&tag={tag}&changes={changes}");
    let committed = engine.api("POST", &path, &json!({}));
    assert!(committed.is_success(), "{committed:?}");
    engine.api("DELETE", &format!("/containers/{id}?force=1"), &Value::Null);
}

#[tokio::test]
async fn ten_of_the_programs_templates_come_up_as_they_are() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    let mut deployed = Vec::new();
    for (template, images) in &STAND_INS {
        images.iter().for_each(|stand_in| make(engine, stand_in));
        let port = testkit::free_port();
        let mut variables = json!({"PORT": port.to_string()});
        if *template == "gitea" {
            variables["SSH_PORT"] = json!(testkit::free_port().to_string());
        }
        let body = json!({
            "service_id": template, "service_name": format!("the {template}"), "env_vars": variables,
        });
        let (status, plan) = fixture.plan(body.clone()).await;
        assert_eq!((status, &plan["deployable"]), (200, &json!(true)), "{template}: {plan}");
        deployed.push((*template, &images[0], port, fixture.deploy(body).await));
    }
    for (template, stand_in, port, id) in &deployed {
        let seen = fixture.until(id, "deployed").await;
        assert_eq!(seen["route_id"], format!("the-{template}"), "{seen}");
        let page = page(*port, stand_in.path).await;
        assert!(page.is_some(), "{template} does not answer at its port");
        let name = format!("{id}-{template}-1");
        let made = engine.api("GET", &format!("/containers/{name}/json"), &Value::Null).body;
        let mounts = made["Mounts"].as_array().expect("mounts");
        assert!(!mounts.is_empty(), "{template} keeps nothing");
        assert!(mounts.iter().all(|mount| mount["Type"] == "volume"), "{template}: {mounts:?}");
        let options = &made["HostConfig"]["SecurityOpt"];
        assert_eq!(options, &json!(["no-new-privileges:true"]), "{template}");
        let environment = made["Config"]["Env"].to_string();
        assert!(!environment.contains("${"), "{template}: {environment}");
    }
    for (template, _, _, id) in &deployed {
        let path = format!("/api/v1/toolbox/deployments/{id}?removeVolumes=true");
        assert_eq!(fixture.delete(&path).await.0, 200, "{template}");
        assert_eq!(remains(engine, id), [0, 0, 0], "{template}");
    }
    running.stop().await;
}
