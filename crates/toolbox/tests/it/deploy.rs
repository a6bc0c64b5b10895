use serde_json::{Value, json};
use testkit::docker::DockerEngine;

use crate::fixture::{Fixture, PATIENCE, on_engine, remains};

/// A page from a volume, a neighbour that has to be well first, and one that has to be done.
const STACK: &str = r#"
x-toolbox:
  name: Stack
  icon: "🧪"
  tags: [tests]
  variables:
    TEXT: {label: Text, default: hello}
    PORT: {label: Port, type: port}
    TOKEN: {label: Token, type: password, generate: hex}
    GRACE: {label: Time to start, default: 60s}
  route: {service: web, port: 8080, websocket: true, scopes: ["access:stack"]}
services:
  web:
    image: gatehouse-lab:1
    command:
      - sh
      - -c
      - |
        wget -q -O /www/neighbour http://store:9000/index.html
        cat /shared/ready > /www/ready
        echo start >> /data/starts
        ln -s /data/starts /www/starts
        ls -l /run/secrets/token | cut -c1-10 > /www/mode
        test "$$(cat /run/secrets/token)" = "$$TOKEN" && cp /www/motto /www/same
        printf %s "$$TEXT" > /www/index.html
        exec httpd -f -p 8080 -h /www
    environment: {TEXT: "${TEXT}", TOKEN: "${TOKEN}"}
    ports: ["127.0.0.1:${PORT}:8080"]
    volumes: ["data:/data", "shared:/shared:ro", "./own:/own"]
    configs: [{source: motto, target: /www/motto}]
    secrets: [token]
    networks: [inner]
    depends_on:
      db: {condition: service_healthy}
      init: {condition: service_completed_successfully}
    healthcheck: &health
      test: ["CMD", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/index.html"]
      interval: 1s
      timeout: 20s
      retries: 3
      start_period: ${GRACE}
    stop_signal: SIGKILL
    mem_limit: 64m
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    labels: {tests.mark: "yes"}
  db:
    image: gatehouse-lab:1
    command: ["sh", "-c", "sleep 2; printf db > /www/index.html; exec httpd -f -p 9000 -h /www"]
    networks: {inner: {aliases: [store]}}
    healthcheck:
      <<: *health
      start_period: 60s
      test: ["CMD", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9000/index.html"]
    stop_signal: SIGKILL
  init:
    image: gatehouse-lab:1
    command: ["sh", "-c", "printf done > /shared/ready"]
    volumes: ["shared:/shared"]
    network_mode: none
networks: {inner: {}}
volumes: {data: {}, shared: {}}
configs: {motto: {content: "says ${TEXT}"}}
secrets: {token: {environment: TOKEN}}
"#;

pub(crate) async fn stack(fixture: &Fixture, variables: Value) -> (String, u16) {
    fixture.shelve("stack", STACK).await;
    let port = testkit::free_port();
    let mut variables = variables;
    variables["PORT"] = json!(port.to_string());
    let wanted = json!({"service_id": "stack", "service_name": "My Stack", "env_vars": variables});
    (fixture.deploy(wanted).await, port)
}

pub(crate) async fn page(port: u16, path: &str) -> Option<String> {
    let stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let request = format!("GET /{path} HTTP/1.0\r\n\r\n");
    stream.writable().await.ok()?;
    let mut stream = stream;
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    head.contains(" 200 ").then(|| body.to_owned())
}

fn container(engine: &DockerEngine, name: &str) -> Value {
    engine.api("GET", &format!("/containers/{name}/json"), &Value::Null).body
}

#[tokio::test]
async fn a_stack_is_brought_up_in_order_reached_stopped_started_and_removed() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    let mut facts = fixture.events.subscribe();
    let (id, port) = stack(&fixture, json!({})).await;
    let seen = fixture.until(&id, "deployed").await;
    assert_eq!(seen["project_name"], seen["id"]);
    assert_eq!(seen["container_names"].as_array().map(Vec::len), Some(3), "{seen}");
    assert_eq!(seen["env_vars"]["TOKEN"], "********");
    assert_eq!((&seen["route_id"], &seen["deployed_by"]), (&json!("my-stack"), &json!("local")));

    // Order, names, volumes and variables.
    assert_eq!(page(port, "index.html").await.as_deref(), Some("hello"));
    assert_eq!(page(port, "neighbour").await.as_deref(), Some("db"));
    assert_eq!(page(port, "ready").await.as_deref(), Some("done"));
    assert_eq!(page(port, "same").await.as_deref(), Some("says hello"), "config and secret");
    assert_eq!(page(port, "mode").await.as_deref(), Some("-r--r--r--\n"));
    let web = container(engine, &format!("{id}-web-1"));
    assert_eq!(web["HostConfig"]["CapDrop"], json!(["ALL"]));
    assert_eq!(web["HostConfig"]["Memory"], 64 << 20);
    assert_eq!(web["Config"]["Labels"]["tests.mark"], "yes");
    assert!(fixture.folder.path().join("data").join(&id).join("own").is_dir());

    let (_, route) = fixture.get("/api/v1/routes/my-stack").await;
    assert_eq!(
        (&route["origin"], &route["websocket"]),
        (&json!("toolbox"), &json!(true)),
        "{route}"
    );
    assert_eq!(route["to"], format!("http://127.0.0.1:{port}"));
    assert_eq!(route["scopes"], json!(["access:stack"]));
    let mut steps = Vec::new();
    while steps.last().is_none_or(|step| step != "done") {
        let fact = facts.recv().await.expect("a fact");
        if fact.kind == "toolbox_progress" && fact.data["deploymentId"] == id {
            steps.push(fact.data["step"].as_str().expect("a step").to_owned());
        }
    }
    assert!(steps.iter().any(|step| step == "wait") && steps[0] == "create", "{steps:?}");

    let path = format!("/api/v1/toolbox/deployments/{id}");
    assert_eq!(fixture.post(&format!("{path}/start"), json!({})).await.0, 409, "it runs");
    assert_eq!(fixture.post(&format!("{path}/stop"), json!({})).await.0, 202);
    fixture.until(&id, "stopped").await;
    assert_eq!(container(engine, &format!("{id}-web-1"))["State"]["Running"], false);
    assert_eq!(fixture.post(&format!("{path}/stop"), json!({})).await.0, 409, "it does not run");
    assert_eq!(fixture.post(&format!("{path}/start"), json!({})).await.0, 202);
    fixture.until(&id, "deployed").await;
    assert_eq!(page(port, "starts").await.as_deref(), Some("start\nstart\n"));

    // Others have their hands in it, too.
    engine.api("POST", &format!("/containers/{id}-web-1/kill"), &Value::Null);
    fixture.until(&id, "stopped").await;
    engine.api("POST", &format!("/containers/{id}-web-1/start"), &Value::Null);
    fixture.until(&id, "deployed").await;

    let (status, gone) = fixture.delete(&path).await;
    assert_eq!(status, 200, "{gone}");
    assert_eq!(gone["removed"]["containers"].as_array().map(Vec::len), Some(3), "{gone}");
    assert_eq!(gone["removed"]["networks"], json!([format!("{id}_inner")]));
    assert_eq!(gone["removed"]["volumes"], json!([]));
    assert!(gone["message"].as_str().expect("a message").contains(&format!("{id}_data")));
    assert_eq!(remains(engine, &id), [0, 0, 2], "data stays");
    assert_eq!(fixture.get("/api/v1/routes/my-stack").await.0, 404);
    assert_eq!(fixture.get(&path).await.0, 404);
    assert_eq!(fixture.delete(&path).await.0, 404);
    for volume in ["data", "shared"] {
        engine.api("DELETE", &format!("/volumes/{id}_{volume}"), &Value::Null);
    }
    running.stop().await;
}

#[tokio::test]
async fn nothing_is_started_where_nobody_wants_it() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    fixture.shelve("stack", STACK).await;
    let port = testkit::free_port();
    let body = json!({
        "serviceId": "stack", "serviceName": "Quiet", "autoStart": false,
        "envVars": {"PORT": port.to_string()},
    });
    let id = fixture.deploy(body).await;
    let seen = fixture.until(&id, "stopped").await;
    assert_eq!(seen["route_id"], Value::Null);
    assert_eq!(remains(engine, &id), [3, 1, 2]);
    assert_eq!(container(engine, &format!("{id}-db-1"))["State"]["Status"], "created");
    let path = format!("/api/v1/toolbox/deployments/{id}");
    assert_eq!(fixture.post(&format!("{path}/start"), json!({})).await.0, 202);
    fixture.until(&id, "deployed").await;
    assert_eq!(page(port, "index.html").await.as_deref(), Some("hello"));
    let (status, data) = fixture.get(&format!("{path}/data")).await;
    assert_eq!((status, &data["count"]), (200, &json!(3)), "{data}");
    let (status, gone) = fixture.delete(&format!("{path}?removeVolumes=true")).await;
    assert_eq!((status, &gone["removed"]["volumes"]), (200, &data["volumes"]), "{gone}");
    assert_eq!(remains(engine, &id), [0, 0, 0]);
    assert!(!fixture.folder.path().join("data").join(&id).exists());
    running.stop().await;
}

/// The program ends in the middle, and another one goes on.
#[tokio::test]
async fn what_a_crash_interrupted_is_taken_up_again() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    let (id, port) = stack(&fixture, json!({"TEXT": "again"})).await;
    testkit::deadline("it has begun", PATIENCE, async || remains(engine, &id)[0] > 0).await;
    drop(running);
    let fixture = fixture.restarted().await;
    let running = fixture.run();
    fixture.until(&id, "deployed").await;
    assert_eq!(page(port, "index.html").await.as_deref(), Some("again"));
    assert_eq!(remains(engine, &id), [3, 1, 2]);
    let (status, _) =
        fixture.delete(&format!("/api/v1/toolbox/deployments/{id}?removeVolumes=true")).await;
    assert_eq!((status, remains(engine, &id)), (200, [0, 0, 0]));
    running.stop().await;
}
