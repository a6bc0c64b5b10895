//! What labels wish for, as it comes out.

use serde_json::{Value, json};
use testkit::docker::Container;

use crate::discovery_fixture::{
    PATIENCE, approve, caught_up, decide, found, notes, page, proposed, serves, start, web,
};
use crate::people::Calls;

fn labelled(container: Container, labels: &[(&str, &str)]) -> Container {
    labels.iter().fold(container, |container, (name, value)| container.label(*name, *value))
}

#[tokio::test]
async fn labels_say_how_an_app_is_called_and_served() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let id = engine.unique("files");
    let path = format!("/apps/{id}/of/mine/");
    let labels = [
        ("svc.enable", "yes"),
        ("svc.app.id", &id),
        ("svc.app.name", "Files of mine"),
        ("svc.app.icon", "📁"),
        ("svc.app.tags", "storage, home"),
        ("svc.route.path", &path),
        ("svc.route.scopes", "access:family,access:files"),
        ("svc.route.strip_prefix", "0"),
        ("svc.route.rewrite_html", "No"),
        ("svc.route.websocket", "TRUE"),
    ];
    let page_path = format!("/www{path}");
    let script = format!(
        "mkdir -p {page_path}; echo -n mine >{page_path}index.html; exec httpd -f -p 8080 -h /www"
    );
    let files = Container::new(engine.unique("a-container")).command(&["sh", "-c", &script]);
    let files = engine.run(labelled(files, &labels));
    let proposal = proposed(&gateway, files.name()).await;
    assert_eq!(proposal["id"], format!("proposal_docker_http_{id}_8080"));
    assert_eq!(proposal["confidence"], 1.0, "0.95 and 0.1, at most 1");
    assert_eq!(proposal["tags"], json!(["storage", "home"]));

    let made = approve(&gateway, &proposal).await;
    let (app, route) = (&made["app"], &made["route"]);
    assert_eq!((&app["id"], &app["name"]), (&json!(id), &json!("Files of mine")));
    assert_eq!((&app["icon"], &app["tags"]), (&json!("📁"), &json!(["storage", "home"])));
    assert_eq!((&route["pathBase"], &route["websocket"]), (&json!(path), &json!(true)));
    assert_eq!(route["scopes"], json!(["access:family", "access:files"]));
    assert_eq!((&route["stripPrefix"], &route["rewriteHtml"]), (&json!(false), &json!(false)));
    let shown = gateway.get(&format!("/api/v1/routes/{id}")).answer().await.1;
    assert_eq!(shown["to"], route["to"]);
    serves(&gateway, &path, "mine", PATIENCE).await;
}

#[tokio::test]
async fn labels_can_leave_a_container_out() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let left_out = [("svc.skip", "true"), ("svc.skip", "1"), ("svc.enable", "FALSE")];
    let containers =
        left_out.map(|label| engine.run(labelled(web(engine, "left-out", "left out"), &[label])));
    let unclear = labelled(web(engine, "unclear", "unclear"), &[("svc.enable", "perhaps")]);
    let unclear = engine.run(unclear);
    engine.retag("traefik:v3");
    let system = engine.run(web(engine, "system", "system").image("traefik:v3"));
    let marked = web(engine, "marked", "marked").image("traefik:v3").label("svc.test", "");
    let marked = engine.run(marked);

    caught_up(&gateway, engine).await;
    for container in containers.iter().chain([&system]) {
        assert_eq!(found(&gateway, container.name()).await, None, "{:?}", container.inspect());
    }
    let unclear = proposed(&gateway, unclear.name()).await;
    assert!(notes(&unclear).contains("svc.enable is neither true nor false"), "{unclear}");
    proposed(&gateway, marked.name()).await;
}

fn ports(proposal: &Value) -> Vec<u64> {
    let ports = proposal["availablePorts"].as_array().expect("ports").iter();
    ports.map(|port| port["port"].as_u64().expect("a number")).collect()
}

/// Serves at 8080, and counts who comes to 5432, which it tells at `/hits`.
fn database(name: String) -> Container {
    let script = "httpd -p 8080 -h /www; while nc -l -p 5432 </dev/null >/dev/null; do \
                  echo -n x >>/www/hits; done";
    Container::new(name).command(&["sh", "-c", script]).expose(5432)
}

#[tokio::test]
async fn a_port_of_a_database_is_not_even_tried_unless_a_label_says_so() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let shy = engine.run(database(engine.unique("shy")));
    let proposal = proposed(&gateway, shy.name()).await;
    assert_eq!(ports(&proposal), [8080]);
    caught_up(&gateway, engine).await;
    approve(&gateway, &proposal).await;
    let hits = format!("/apps/{}/hits", shy.name());
    assert_eq!(page(&gateway, &hits).await.0, 404, "somebody came to its database");
    drop(tokio::net::TcpStream::connect((shy.address(), 5432)).await.expect("it listens"));
    serves(&gateway, &hits, "x", PATIENCE).await;

    let open = database(engine.unique("open")).label("svc.discover.all_ports", "true");
    let open = engine.run(open);
    let proposal = proposed(&gateway, open.name()).await;
    assert_eq!(ports(&proposal), [8080, 5432]);
    let call = decide(&gateway, &proposal, "approve").json(&json!({ "port": 5432 }));
    let (status, made) = call.answer().await;
    assert_eq!(status, 200, "{made}");
    assert_eq!(made["route"]["to"], format!("http://{}:5432", open.address()));
}

#[tokio::test]
async fn a_label_names_the_one_port_that_is_meant() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let both = "httpd -p 8080 -h /www; exec httpd -f -p 6379 -h /www";
    let one = Container::new(engine.unique("one")).command(&["sh", "-c", both]);
    let one = engine.run(one.label("svc.primary_port", "6379"));
    let proposal = proposed(&gateway, one.name()).await;
    assert_eq!((ports(&proposal), &proposal["detectedPort"]), (vec![6379], &json!(6379)));
    approve(&gateway, &proposal).await;
    let path = format!("/apps/{}/", one.name());
    assert!(page(&gateway, &path).await.1.contains("hello from the lab"));

    let silent = Container::new(engine.unique("silent")).command(&["sleep", "1000"]);
    let silent = engine.run(silent.label("svc.primary_port", "7000").label("svc.scheme", "https"));
    let proposal = proposed(&gateway, silent.name()).await;
    assert_eq!(ports(&proposal), [7000], "it is said, and need not answer");
    assert_eq!(proposal["detectedScheme"], "https");
    let quiet = engine.run(Container::new(engine.unique("quiet")).command(&["sleep", "1000"]));
    caught_up(&gateway, engine).await;
    assert_eq!(found(&gateway, quiet.name()).await, None, "its port does not answer");
}

#[tokio::test]
async fn what_is_known_of_a_container_counts_and_is_said() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    engine.retag("grafana/grafana:10");
    let known = web(engine, "known", "known").image("grafana/grafana:10");
    let known = engine.run(known.label("traefik.enable", "true"));
    let proposal = proposed(&gateway, known.name()).await;
    assert_eq!(proposal["confidence"], 0.95, "0.5, 0.2, 0.1 and 0.15: {proposal}");
    let evidence = proposal["evidence"].to_string();
    for said in ["grafana", "8080", "with status 200"] {
        assert!(evidence.contains(said), "{said}: {evidence}");
    }
    let risky = web(engine, "risky", "risky").privileged().publish(8080);
    let socket = engine.socket().display().to_string();
    let risky = engine.run(risky.mount(&socket, "/var/run/docker.sock"));
    let said = notes(&proposed(&gateway, risky.name()).await);
    let access = format!("access:{}", risky.name());
    let open = "Published on all addresses";
    for note in ["privileged", "socket of a container engine", "plain HTTP", open, &access] {
        assert!(said.contains(note), "{note}: {said}");
    }
    // The engine may bind another port for IPv6, which then stands beside it in any order.
    let published = risky.published(8080).to_string();
    let after = said.split_once(open).map(|(_, rest)| rest.lines().next().unwrap_or_default());
    assert!(after.is_some_and(|ports| ports.contains(&published)), "{published}: {said}");
    assert!(said.contains("private-network address"), "{said}");
}
