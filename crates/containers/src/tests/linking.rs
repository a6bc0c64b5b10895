//! What ties containers to routes.

use catalog::{AppDraft, Origin, RouteDraft};
use engines::kubernetes::{ObjectName, Service, ServiceKind};
use engines::{Container, ContainerId, EngineError, Fault, Owner, State};
use http::StatusCode;
use kit::Actor;
use serde_json::{Value, json};

use super::fixture::{Fixture, both};
use super::lab::{container, pod, published};

/// An app as discovery makes it.
async fn approve(fixture: &Fixture, id: &str, to: &str, meta: Value) {
    let container_id = meta["containerId"].as_str().map(|id| Some(id.to_owned()));
    let service = catalog::Service {
        route_id: id.to_owned(),
        route: RouteDraft {
            app_id: Some(id.to_owned()),
            to: Some(to.to_owned()),
            container_id,
            ..RouteDraft::default()
        },
        app: AppDraft { discovery_meta: Some(Some(meta)), ..AppDraft::default() },
        origin: Origin::Discovery,
    };
    fixture.catalog.put_route(&Actor::system(), &service).await.expect("an app");
}

fn meta(source: &str, id: &str, service: &str, to: &str) -> Value {
    json!({ "source": source, "service": format!("{source}:{service}"), "routeId": id, "to": to })
}

#[tokio::test]
async fn routes_made_by_hand_lead_to_what_is_at_their_address() {
    both(async |fixture| {
        fixture.docker.put(container("a", "172.17.0.5"));
        fixture.docker.put(published(container("b", "172.17.0.6"), 8096));
        fixture.docker.put(published(container("c", "172.17.0.7"), 8097));
        fixture.docker.put(container("jellyfin", "172.17.0.8"));
        fixture.docker.put(container("named", "172.17.0.9"));
        fixture.put_route("by-address", json!({ "to": "http://172.17.0.5:3000" })).await;
        assert_eq!(fixture.listed("").await, ["a"]);
        fixture.put_route("by-port", json!({ "to": "http://127.0.0.1:8096" })).await;
        assert_eq!(fixture.listed("").await, ["a", "b"]);
        fixture.put_route("by-local-name", json!({ "to": "http://localhost:8097/base" })).await;
        assert_eq!(fixture.listed("").await, ["a", "b", "c"]);
        fixture.put_route("by-name", json!({ "to": "http://Jellyfin:8096" })).await;
        // On the host, that may be some other machine.
        assert_eq!(fixture.listed("").await, ["a", "b", "c"]);
        fixture.runs_in(&container("gateway", "172.17.0.99")).await;
        assert_eq!(fixture.listed("").await, ["a", "b", "c", "jellyfin"]);
        let by_hand = json!({ "to": "http://192.0.2.7:1", "containerId": "named0123456" });
        fixture.put_route("by-hand", by_hand).await;
        assert_eq!(fixture.listed("").await, ["a", "b", "c", "jellyfin", "named"]);
        fixture.put_route("elsewhere", json!({ "to": "http://192.0.2.7:8096" })).await;
        assert_eq!(fixture.listed("").await.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn the_list_says_which_routes_lead_to_a_container() {
    both(async |fixture| {
        fixture.docker.put(published(container("a", "172.17.0.5"), 8096));
        fixture.docker.put(container("b", "172.17.0.6"));
        fixture.put_route("by-address", json!({ "to": "http://172.17.0.5:3000" })).await;
        fixture.put_route("by-port", json!({ "to": "http://127.0.0.1:8096" })).await;
        let listed = fixture.get("/api/v1/containers?all=true").await.expect(StatusCode::OK);
        assert_eq!(listed[0]["name"], "a");
        assert_eq!(listed[0]["routes"], json!(["by-address", "by-port"]));
        assert_eq!(listed[1]["routes"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn containers_of_all_runtimes_are_listed_while_one_answers() {
    both(async |fixture| {
        fixture.docker.put(container("wiki", "172.17.0.5"));
        fixture.kubernetes.put(pod("media", "films-1", &[("app", "films")]));
        *fixture.kubernetes.services.lock().unwrap() = vec![service("films", "films")];
        fixture.put_route("wiki", json!({ "to": "http://172.17.0.5:80" })).await;
        fixture.put_route("films", json!({ "to": "http://10.96.0.9:80" })).await;
        assert_eq!(fixture.listed("").await, ["wiki"]);
        assert_eq!(fixture.listed("?runtime=all").await, ["films-1", "wiki"]);
        assert_eq!(fixture.listed("?runtime=all&namespace=media").await, ["films-1"]);
        let away = || Some(EngineError::new(Fault::Unreachable, "nobody is there"));
        *fixture.kubernetes.fault.lock().unwrap() = away();
        assert_eq!(fixture.listed("?runtime=all").await, ["wiki"]);
        *fixture.docker.fault.lock().unwrap() = away();
        fixture.get("/api/v1/containers?runtime=all").await.refused(503, "RUNTIME_UNAVAILABLE");
    })
    .await;
}

/// Stopped containers have no address, and recreated ones another id.
#[tokio::test]
async fn a_link_outlives_the_container_and_the_program() {
    both(async |fixture| {
        let web = container("web", "172.17.0.5");
        let other = container("other", "172.17.0.6");
        fixture.docker.put(web.clone());
        fixture.docker.put(other.clone());
        fixture.put_route("web", json!({ "to": "http://172.17.0.5:80" })).await;
        let by_hand = json!({ "to": "http://192.0.2.7:1", "containerId": other.id.as_str() });
        fixture.put_route("other", by_hand).await;
        fixture.until_listed(&["other", "web"]).await;
        fixture.containers.track(&fixture.containers.runtimes().all()[0]).await;

        let stopped =
            |it: Container| Container { state: State::Exited, networks: Vec::new(), ..it };
        fixture.docker.put(stopped(web));
        let id = ContainerId::parse("fedcba9876543210").unwrap();
        fixture.docker.put(Container { id, ..other });
        assert_eq!(fixture.listed("").await, ["other", "web"]);
        let fixture = fixture.killed_and_started().await;
        assert_eq!(fixture.listed("").await, ["other", "web"]);

        // Another has the address now, but the first may come back.
        fixture.docker.put(container("heir", "172.17.0.5"));
        assert_eq!(fixture.listed("").await, ["other", "web"]);
        fixture.docker.remove("web");
        assert_eq!(fixture.listed("").await, ["heir", "other"]);
        // It does not come back as the old one.
        fixture.docker.put(container("web", "172.17.0.9"));
        fixture.until_listed(&["heir", "other"]).await;
        // What was remembered was remembered of another address.
        fixture.put_route("web", json!({ "to": "http://192.0.2.1:80" })).await;
        fixture.until_listed(&["other"]).await;
    })
    .await;
}

/// Who puts another container in the place of one that stays there, stopped.
#[tokio::test]
async fn a_published_port_leads_to_whoever_publishes_it() {
    both(async |fixture| {
        let old = published(container("old", "172.17.0.5"), 8096);
        fixture.docker.put(old.clone());
        fixture.put_route("films", json!({ "to": "http://127.0.0.1:8096" })).await;
        fixture.until_listed(&["old"]).await;
        let stopped =
            Container { state: State::Exited, networks: Vec::new(), ports: Vec::new(), ..old };
        fixture.docker.put(stopped);
        fixture.until_listed(&["old"]).await;
        fixture.docker.put(published(container("new", "172.17.0.6"), 8096));
        fixture.until_listed(&["new"]).await;
    })
    .await;
}

#[tokio::test]
async fn what_discovery_found_is_known_by_its_name_or_its_compose_service() {
    both(async |fixture| {
        let to = "http://172.17.0.5:80";
        let mut known = meta("docker", "films", "films", to);
        known["containerId"] = json!("0000");
        known["containerName"] = json!("films");
        known["compose"] = json!({ "project": "media", "service": "player" });
        approve(&fixture, "films", to, known).await;
        fixture.docker.put(container("films", "172.17.0.77"));
        assert_eq!(fixture.listed("").await, ["films"]);
        fixture.docker.remove("films");
        let mut renamed = container("media-player-1", "172.17.0.78");
        let labels = [("project", "media"), ("service", "player")];
        renamed.labels = labels
            .map(|(name, value)| (format!("com.docker.compose.{name}"), value.to_owned()))
            .into();
        fixture.docker.put(renamed);
        assert_eq!(fixture.listed("").await, ["media-player-1"]);
        // What took over its old address is nobody's.
        fixture.docker.put(container("stranger", "172.17.0.5"));
        assert_eq!(fixture.listed("").await, ["media-player-1"]);
    })
    .await;
}

fn service(name: &str, app: &str) -> Service {
    Service {
        name: ObjectName::new("media", name),
        uid: "1".into(),
        marks: Default::default(),
        kind: ServiceKind::ClusterIp,
        cluster_addresses: vec!["10.96.0.9".parse().unwrap()],
        ports: Vec::new(),
        outside_addresses: Vec::new(),
        selector: [("app".into(), app.into())].into(),
    }
}

#[tokio::test]
async fn pods_belong_to_the_routes_of_their_services() {
    both(async |fixture| {
        let films = pod("media", "films-7d9-abcde", &[("app", "films")]);
        fixture.kubernetes.put(films.clone());
        fixture.kubernetes.put(pod("media", "vault-1", &[("app", "vault")]));
        fixture.kubernetes.put(pod("other", "films-2", &[("app", "films")]));
        *fixture.kubernetes.services.lock().unwrap() = vec![service("films", "films")];
        let listed = async || fixture.listed("?runtime=kubernetes").await;
        // By address all three are at the same one here, so that routes go by other means.
        let to = "http://10.96.0.10:80";
        approve(&fixture, "films", to, meta("kubernetes", "films", "media/films", to)).await;
        assert_eq!(listed().await, ["films-7d9-abcde"]);
        assert_eq!(fixture.listed("?runtime=kubernetes&namespace=other").await, [""; 0]);
        // A workload that was scaled to nothing has the labels of the pods that it would make.
        fixture.kubernetes.remove("films-7d9-abcde");
        let owner = Owner { kind: "Deployment".into(), name: "films".into() };
        let id = ContainerId::parse("media/films").unwrap();
        fixture.kubernetes.put(Container {
            id,
            name: "films".into(),
            state: State::Stopped,
            owner: Some(owner),
            former_names: vec!["films-7d9-abcde".into()],
            networks: Vec::new(),
            ..films
        });
        assert_eq!(listed().await, ["films"]);
        // It goes by the name of the pod, too, in both forms of the path.
        for path in [
            "/api/v1/containers/films-7d9-abcde/stop?runtime=kubernetes",
            "/api/v1/containers/films/stop?runtime=kubernetes&namespace=media",
        ] {
            fixture.post(path).await.refused(409, "CONTAINER_ALREADY_STOPPED");
        }
        fixture
            .post("/api/v1/containers/media/vault-1/stop")
            .await
            .refused(404, "CONTAINER_NOT_FOUND");
        fixture
            .post("/api/v1/containers/other/films-2/stop")
            .await
            .refused(404, "CONTAINER_NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn services_are_known_by_their_names_and_addresses() {
    both(async |fixture| {
        fixture.kubernetes.put(pod("media", "films-1", &[("app", "films")]));
        *fixture.kubernetes.services.lock().unwrap() = vec![service("films", "films")];
        for to in [
            "http://films.media.svc.cluster.local:80",
            "http://films.media.svc",
            "http://films.media",
            "http://10.96.0.9:80",
        ] {
            fixture.put_route("films", json!({ "to": to })).await;
            let listed = fixture.listed("?runtime=kubernetes").await;
            assert_eq!(listed, ["films-1"], "{to}");
        }
    })
    .await;
}
