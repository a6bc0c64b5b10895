//! Routes that follow their services.

use std::time::Duration;

use http::StatusCode;
use serde_json::json;
use testkit::deadline;

use super::fixture::{Fixture, PATIENCE, both, container};
use super::server::{Manner, Server};
use crate::model::{Observation, ServiceKey, Source};
use crate::sightings::Sighting;

const WEB: &str = "proposal_docker_http_web_80";

fn recreated(server: &Server) -> Observation {
    let mut again = container("web", server.address);
    again.epoch = "2".to_owned();
    again.container.as_mut().expect("a container").id = "web-2".to_owned();
    again
}

async fn approve(fixture: &Fixture, server: &Server) {
    fixture.see(container("web", server.address)).await;
    fixture.until_shown(&[WEB]).await;
    fixture.decide(WEB, "approve", None).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_recreated_service_keeps_its_route_which_leads_to_the_new_address() {
    both(async |fixture| {
        let (first, second) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        approve(&fixture, &first).await;
        fixture.put_route("web", json!({ "cache": true })).await;
        let fixture = fixture.killed_and_started().await;
        fixture.hear(Sighting::Gone(ServiceKey::new(Source::Docker, "web"))).await;
        fixture.see(recreated(&second)).await;
        let to = format!("http://{}", second.address);
        deadline("the new address", PATIENCE, async || fixture.route("web").await["to"] == to)
            .await;
        let route = fixture.route("web").await;
        assert_eq!((&route["cache"], &route["containerId"]), (&json!(true), &json!("web-2")));
        let app = fixture.catalog.app("web").expect("the app");
        assert_eq!(app.app.endpoints["lan"], to);
        assert_eq!(fixture.ids().await, [""; 0]);
        assert_eq!(fixture.audited().await[0], ("route.changed".to_owned(), "system".to_owned()));

        let third = Server::start(Manner::Answers).await;
        let mut again = recreated(&third);
        again.epoch = "3".to_owned();
        fixture.see(again).await;
        let to = format!("http://{}", third.address);
        deadline("the third address", PATIENCE, async || fixture.route("web").await["to"] == to)
            .await;
    })
    .await;
}

#[tokio::test]
async fn a_route_that_somebody_changed_stays_where_it_leads() {
    both(async |fixture| {
        let (first, second) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        approve(&fixture, &first).await;
        fixture.put_route("web", json!({ "to": "http://nas:5000" })).await;
        fixture.see(recreated(&second)).await;
        let other = Server::start(Manner::Answers).await;
        fixture.see(container("other", other.address)).await;
        fixture.until_shown(&["proposal_docker_http_other_80"]).await;
        // A wrong change would come at once.
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(fixture.route("web").await["to"], "http://nas:5000");
    })
    .await;
}

#[tokio::test]
async fn a_route_made_by_hand_ends_the_proposal_and_its_end_brings_it_back() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let to = format!("http://{}", server.address);
        fixture.put_route("hand", json!({ "to": to })).await;
        fixture.until_shown(&[]).await;
        fixture.put_route("hand", json!({ "to": "http://nas" })).await;
        fixture.until_shown(&[WEB]).await;
    })
    .await;
}
