//! A stack is exported, removed, and brought up again by a compose that is not ours.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use testkit::Gateway;
use testkit::docker::DockerEngine;

use crate::logs_fixture::launch;
use crate::people::{Calls, text};
use crate::routes::put_route;

/// Removed with this value, also where a test fails.
struct Left<'a> {
    engine: &'a DockerEngine,
    containers: Vec<String>,
    volume: String,
    network: String,
}

impl Drop for Left<'_> {
    fn drop(&mut self) {
        for name in &self.containers {
            remove(self.engine, name);
        }
        self.engine.api("DELETE", &format!("/networks/{}", self.network), &Value::Null);
        self.engine.api("DELETE", &format!("/volumes/{}?force=1", self.volume), &Value::Null);
    }
}

fn remove(engine: &DockerEngine, name: &str) {
    engine.api("DELETE", &format!("/containers/{name}?force=1&v=1"), &Value::Null);
}

fn must(engine: &DockerEngine, path: &str, body: &Value) -> Value {
    let answer = engine.api("POST", path, body);
    assert!(answer.is_success(), "{path}: {answer:?}");
    answer.body
}

fn inspect(engine: &DockerEngine, name: &str) -> Value {
    engine.api("GET", &format!("/containers/{name}/json"), &Value::Null).body
}

/// A database and an app that needs it, with a bit of everything.
fn make<'a>(engine: &'a DockerEngine) -> Left<'a> {
    let unique = engine.unique("stack");
    let (network, volume) = (format!("{unique}-net"), format!("{unique}-data"));
    let (db, web) = (format!("{unique}-db"), format!("{unique}-web"));
    must(engine, "/networks/create", &json!({ "Name": network, "Driver": "bridge" }));
    must(engine, "/volumes/create", &json!({ "Name": volume }));
    let left = Left { engine, containers: vec![db.clone(), web.clone()], volume, network };
    let database = json!({
        "Image": engine.image(),
        "Cmd": ["sh", "-c", "echo \"$$ $HOME\"; exec sleep 1000"],
        "Env": ["POSTGRES_PASSWORD=hunter2-secret", "EMPTY=", "ODD=a: \"b\" #c $d\n- e"],
        "User": "0:0",
        "StopSignal": "SIGKILL",
        "Labels": { "svc.note": "yes: \"no\"\n  privileged: true", "plain": "x" },
        "HostConfig": {
            "NetworkMode": left.network,
            "RestartPolicy": { "Name": "on-failure", "MaximumRetryCount": 3 },
            "Mounts": [{ "Type": "volume", "Source": left.volume, "Target": "/data" }],
            "Memory": 67_108_864,
            "NanoCpus": 500_000_000,
            "PidsLimit": 100,
            "CapAdd": ["NET_ADMIN"],
            "CapDrop": ["MKNOD"],
            "ExtraHosts": ["other:10.1.2.3"],
            "Ulimits": [{ "Name": "nofile", "Soft": 1000, "Hard": 2000 }],
        },
        "NetworkingConfig": { "EndpointsConfig": { &left.network: { "Aliases": ["database"] } } },
    });
    let app = json!({
        "Image": engine.image(),
        "Entrypoint": ["sh", "-c"],
        "Cmd": ["exec httpd -f -p 8080 -h /www"],
        "WorkingDir": "/www",
        "Tty": true,
        "StopSignal": "SIGKILL",
        "Env": [format!("DATABASE_URL=postgres://app:hunter2-secret@{db}:5432/app")],
        "Healthcheck": {
            "Test": ["CMD-SHELL", "wget -q -O - http://127.0.0.1:8080/ || exit 1"],
            "Interval": 5_000_000_000_i64, "Timeout": 2_000_000_000_i64, "Retries": 4,
        },
        "HostConfig": {
            "NetworkMode": left.network,
            "RestartPolicy": { "Name": "unless-stopped" },
            "PortBindings": { "8080/tcp": [{ "HostIp": "127.0.0.1", "HostPort": testkit::free_port().to_string() }] },
            "Binds": ["/etc:/host:ro"],
            "Tmpfs": { "/scratch": "size=1048576" },
            "ReadonlyRootfs": true,
        },
        "ExposedPorts": { "8080/tcp": {} },
    });
    for (name, body) in [(&db, database), (&web, app)] {
        must(engine, &format!("/containers/create?name={name}"), &body);
        must(engine, &format!("/containers/{name}/start"), &Value::Null);
    }
    left
}

/// What the engine says, less what is another every time.
fn essence(found: &Value) -> Value {
    let sorted = |list: &Value| -> Vec<String> {
        let texts = list.as_array().into_iter().flatten().map(ToString::to_string);
        texts.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let (config, host) = (&found["Config"], &found["HostConfig"]);
    // Nothing published is said in two ways.
    let ports = host["PortBindings"].as_object().filter(|ports| !ports.is_empty());
    let mut labels = config["Labels"].clone();
    if let Some(labels) = labels.as_object_mut() {
        labels.retain(|name, _| !name.starts_with("com.docker.compose."));
    }
    let mounts = found["Mounts"].as_array().cloned().unwrap_or_default();
    // Memory is listed here or there, according to how it was asked for.
    let is_memory = |mount: &&Value| mount["Type"] == "tmpfs";
    let memory = mounts.iter().filter(is_memory).map(|mount| text(&mount["Destination"]));
    let memory: Vec<String> = memory
        .chain(host["Tmpfs"].as_object().into_iter().flatten().map(|(at, _)| at.clone()))
        .collect();
    let mounts: Vec<Value> = mounts
        .iter()
        .filter(|mount| !is_memory(mount))
        .map(|mount| json!([mount["Type"], mount["Name"], mount["Destination"], mount["RW"]]))
        .collect();
    let networks = found["NetworkSettings"]["Networks"].as_object().cloned().unwrap_or_default();
    json!({
        "name": found["Name"], "image": config["Image"], "command": config["Cmd"],
        "entrypoint": config["Entrypoint"], "environment": sorted(&config["Env"]),
        "user": config["User"], "directory": config["WorkingDir"], "tty": config["Tty"],
        "signal": config["StopSignal"], "labels": labels,
        "test": config["Healthcheck"]["Test"], "interval": config["Healthcheck"]["Interval"],
        "timeout": config["Healthcheck"]["Timeout"], "retries": config["Healthcheck"]["Retries"],
        "ports": ports, "restart": host["RestartPolicy"], "bytes": host["Memory"],
        "cpus": host["NanoCpus"], "processes": host["PidsLimit"], "added": host["CapAdd"],
        "dropped": host["CapDrop"], "hosts": host["ExtraHosts"], "readonly": host["ReadonlyRootfs"],
        "ulimits": host["Ulimits"], "memory": memory, "mounts": sorted(&Value::Array(mounts)),
        "networks": networks.keys().collect::<Vec<_>>(),
    })
}

fn compose(engine: &DockerEngine, folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("docker-compose");
    command.args(["-p", "again", "-f", "stack.yml"]).args(arguments).current_dir(folder);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("DOCKER_HOST", engine.url()).env("HOME", folder);
    let output = command.output().expect("docker-compose is installed");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "docker-compose {arguments:?}: {said}");
}

async fn exported(gateway: &Gateway, left: &Left<'_>) -> Value {
    for name in &left.containers {
        let route = json!({ "to": "http://127.0.0.1:9", "containerId": name });
        put_route(gateway, name, route).await;
    }
    let body = json!({ "container_ids": left.containers, "stack_name": "shop" });
    let (status, view) = gateway.post("/api/v1/containers/batch/export", &body).answer().await;
    assert_eq!(status, 200, "{view}");
    view
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_exported_comes_up_again() {
    let Some(engine) = testkit::docker() else { return };
    let left = make(engine);
    let gateway = launch(engine).start().await;
    let view = exported(&gateway, &left).await;
    assert_eq!(view["filename"], "shop-compose.yml");
    let content = view["content"].as_str().expect("a file").to_owned();
    let variables = view["env_content"].as_str().expect("variables").to_owned();
    assert!(!content.contains("hunter2") && !variables.contains("hunter2"), "{content}{variables}");
    assert!(content.contains("depends_on"), "{content}");

    let before: Vec<Value> =
        left.containers.iter().map(|name| essence(&inspect(engine, name))).collect();
    for name in &left.containers {
        remove(engine, name);
    }
    engine.api("DELETE", &format!("/networks/{}", left.network), &Value::Null);

    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("stack.yml"), &content).expect("written");
    let filled = variables
        .replace("POSTGRES_PASSWORD=\n", "POSTGRES_PASSWORD=hunter2-secret\n")
        .replace("CHANGE_ME", "hunter2-secret");
    std::fs::write(folder.path().join(".env"), filled).expect("written");
    tokio::task::block_in_place(|| compose(engine, folder.path(), &["up", "-d"]));
    let after: Vec<Value> =
        left.containers.iter().map(|name| essence(&inspect(engine, name))).collect();
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after, "{content}");
    }
    let aliases = &inspect(engine, &left.containers[0])["NetworkSettings"]["Networks"]
        [&left.network]["Aliases"];
    assert!(aliases.as_array().is_some_and(|all| all.contains(&json!("database"))), "{aliases}");
    tokio::task::block_in_place(|| compose(engine, folder.path(), &["down"]));
}
