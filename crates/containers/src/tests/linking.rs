//! What ties containers to routes.

use catalog::{AppDraft, Origin, RouteDraft};
use engines::kubernetes::{ObjectName, Service, ServiceKind};
use engines::{Container, ContainerId, Owner, State};
use kit::Actor;
use serde_json::{Value, json};

use super::house::{House, both};
use super::lab::{container, pod, published};

/// An app as discovery makes it.
async fn approve(house: &House, id: &str, to: &str, meta: Value) {
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
    house.catalog.put_route(&Actor::system(), &service).await.expect("an app");
}

fn meta(source: &str, id: &str, service: &str, to: &str) -> Value {
    json!({ "source": source, "service": format!("{source}:{service}"), "routeId": id, "to": to })
}

#[tokio::test]
async fn routes_made_by_hand_lead_to_what_is_at_their_address() {
    both(async |house| {
        house.docker.put(container("a", "172.17.0.5"));
        house.docker.put(published(container("b", "172.17.0.6"), 8096));
        house.docker.put(published(container("c", "172.17.0.7"), 8097));
        house.docker.put(container("jellyfin", "172.17.0.8"));
        house.docker.put(container("named", "172.17.0.9"));
        house.put_route("by-address", json!({ "to": "http://172.17.0.5:3000" })).await;
        assert_eq!(house.listed("").await, ["a"]);
        house.put_route("by-port", json!({ "to": "http://127.0.0.1:8096" })).await;
        assert_eq!(house.listed("").await, ["a", "b"]);
        house.put_route("by-local-name", json!({ "to": "http://localhost:8097/base" })).await;
        assert_eq!(house.listed("").await, ["a", "b", "c"]);
        house.put_route("by-name", json!({ "to": "http://Jellyfin:8096" })).await;
        // On the host, that may be some other machine.
        assert_eq!(house.listed("").await, ["a", "b", "c"]);
        house.runs_in(&container("gateway", "172.17.0.99")).await;
        assert_eq!(house.listed("").await, ["a", "b", "c", "jellyfin"]);
        let by_hand = json!({ "to": "http://192.0.2.7:1", "containerId": "named0123456" });
        house.put_route("by-hand", by_hand).await;
        assert_eq!(house.listed("").await, ["a", "b", "c", "jellyfin", "named"]);
        house.put_route("elsewhere", json!({ "to": "http://192.0.2.7:8096" })).await;
        assert_eq!(house.listed("").await.len(), 5);
    })
    .await;
}

/// Stopped containers have no address, and recreated ones another id.
#[tokio::test]
async fn a_link_outlives_the_container_and_the_program() {
    both(async |house| {
        let web = container("web", "172.17.0.5");
        let other = container("other", "172.17.0.6");
        house.docker.put(web.clone());
        house.docker.put(other.clone());
        house.put_route("web", json!({ "to": "http://172.17.0.5:80" })).await;
        let by_hand = json!({ "to": "http://192.0.2.7:1", "containerId": other.id.as_str() });
        house.put_route("other", by_hand).await;
        house.until_listed(&["other", "web"]).await;
        house.containers.track(&house.containers.runtimes().all()[0]).await;

        let stopped =
            |it: Container| Container { state: State::Exited, networks: Vec::new(), ..it };
        house.docker.put(stopped(web));
        let id = ContainerId::parse("fedcba9876543210").unwrap();
        house.docker.put(Container { id, ..other });
        assert_eq!(house.listed("").await, ["other", "web"]);
        let house = house.killed_and_started().await;
        assert_eq!(house.listed("").await, ["other", "web"]);

        // Another has the address now, but the first may come back.
        house.docker.put(container("heir", "172.17.0.5"));
        assert_eq!(house.listed("").await, ["other", "web"]);
        house.docker.remove("web");
        assert_eq!(house.listed("").await, ["heir", "other"]);
        // It does not come back as the old one.
        house.docker.put(container("web", "172.17.0.9"));
        house.until_listed(&["heir", "other"]).await;
        // What was remembered was remembered of another address.
        house.put_route("web", json!({ "to": "http://192.0.2.1:80" })).await;
        house.until_listed(&["other"]).await;
    })
    .await;
}

/// Who puts another container in the place of one that stays there, stopped.
#[tokio::test]
async fn a_published_port_leads_to_whoever_publishes_it() {
    both(async |house| {
        let old = published(container("old", "172.17.0.5"), 8096);
        house.docker.put(old.clone());
        house.put_route("films", json!({ "to": "http://127.0.0.1:8096" })).await;
        house.until_listed(&["old"]).await;
        let stopped =
            Container { state: State::Exited, networks: Vec::new(), ports: Vec::new(), ..old };
        house.docker.put(stopped);
        house.until_listed(&["old"]).await;
        house.docker.put(published(container("new", "172.17.0.6"), 8096));
        house.until_listed(&["new"]).await;
    })
    .await;
}

#[tokio::test]
async fn what_discovery_found_is_known_by_its_name_or_its_compose_service() {
    both(async |house| {
        let to = "http://172.17.0.5:80";
        let mut known = meta("docker", "films", "films", to);
        known["containerId"] = json!("0000");
        known["containerName"] = json!("films");
        known["compose"] = json!({ "project": "media", "service": "player" });
        approve(&house, "films", to, known).await;
        house.docker.put(container("films", "172.17.0.77"));
        assert_eq!(house.listed("").await, ["films"]);
        house.docker.remove("films");
        let mut renamed = container("media-player-1", "172.17.0.78");
        let labels = [("project", "media"), ("service", "player")];
        renamed.labels = labels
            .map(|(name, value)| (format!("com.docker.compose.{name}"), value.to_owned()))
            .into();
        house.docker.put(renamed);
        assert_eq!(house.listed("").await, ["media-player-1"]);
        // What took over its old address is nobody's.
        house.docker.put(container("stranger", "172.17.0.5"));
        assert_eq!(house.listed("").await, ["media-player-1"]);
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
    both(async |house| {
        let films = pod("media", "films-7d9-abcde", &[("app", "films")]);
        house.kubernetes.put(films.clone());
        house.kubernetes.put(pod("media", "vault-1", &[("app", "vault")]));
        house.kubernetes.put(pod("other", "films-2", &[("app", "films")]));
        *house.kubernetes.services.lock().unwrap() = vec![service("films", "films")];
        let listed = async || house.listed("?runtime=kubernetes").await;
        // By address all three are at the same one here, so that routes go by other means.
        let to = "http://10.96.0.10:80";
        approve(&house, "films", to, meta("kubernetes", "films", "media/films", to)).await;
        assert_eq!(listed().await, ["films-7d9-abcde"]);
        assert_eq!(house.listed("?runtime=kubernetes&namespace=other").await, [""; 0]);
        // A workload that was scaled to nothing has the labels of the pods that it would make.
        house.kubernetes.remove("films-7d9-abcde");
        let owner = Owner { kind: "Deployment".into(), name: "films".into() };
        let id = ContainerId::parse("media/films").unwrap();
        house.kubernetes.put(Container {
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
            house.post(path).await.refused(409, "CONTAINER_ALREADY_STOPPED");
        }
        house
            .post("/api/v1/containers/media/vault-1/stop")
            .await
            .refused(404, "CONTAINER_NOT_FOUND");
        house
            .post("/api/v1/containers/other/films-2/stop")
            .await
            .refused(404, "CONTAINER_NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn services_are_known_by_their_names_and_addresses() {
    both(async |house| {
        house.kubernetes.put(pod("media", "films-1", &[("app", "films")]));
        *house.kubernetes.services.lock().unwrap() = vec![service("films", "films")];
        for to in [
            "http://films.media.svc.cluster.local:80",
            "http://films.media.svc",
            "http://films.media",
            "http://10.96.0.9:80",
        ] {
            house.put_route("films", json!({ "to": to })).await;
            let listed = house.listed("?runtime=kubernetes").await;
            assert_eq!(listed, ["films-1"], "{to}");
        }
    })
    .await;
}
