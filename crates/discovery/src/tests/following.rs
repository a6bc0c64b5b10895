//! Routes that follow their services.

use std::time::Duration;

use http::StatusCode;
use serde_json::json;
use testkit::deadline;

use super::house::{House, PATIENCE, both, container};
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

async fn approve(house: &House, server: &Server) {
    house.see(container("web", server.address)).await;
    house.until_shown(&[WEB]).await;
    house.decide(WEB, "approve", None).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_recreated_service_keeps_its_route_which_leads_to_the_new_address() {
    both(async |house| {
        let (first, second) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        approve(&house, &first).await;
        house.put_route("web", json!({ "cache": true })).await;
        let house = house.killed_and_started().await;
        house.hear(Sighting::Gone(ServiceKey::new(Source::Docker, "web"))).await;
        house.see(recreated(&second)).await;
        let to = format!("http://{}", second.address);
        deadline("the new address", PATIENCE, async || house.route("web").await["to"] == to).await;
        let route = house.route("web").await;
        assert_eq!((&route["cache"], &route["containerId"]), (&json!(true), &json!("web-2")));
        let app = house.catalog.app("web").expect("the app");
        assert_eq!(app.app.endpoints["lan"], to);
        assert_eq!(house.ids().await, [""; 0]);
        assert_eq!(house.audited().await[0], ("route.changed".to_owned(), "system".to_owned()));

        let third = Server::start(Manner::Answers).await;
        let mut again = recreated(&third);
        again.epoch = "3".to_owned();
        house.see(again).await;
        let to = format!("http://{}", third.address);
        deadline("the third address", PATIENCE, async || house.route("web").await["to"] == to)
            .await;
    })
    .await;
}

#[tokio::test]
async fn a_route_that_somebody_changed_stays_where_it_leads() {
    both(async |house| {
        let (first, second) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        approve(&house, &first).await;
        house.put_route("web", json!({ "to": "http://nas:5000" })).await;
        house.see(recreated(&second)).await;
        let other = Server::start(Manner::Answers).await;
        house.see(container("other", other.address)).await;
        house.until_shown(&["proposal_docker_http_other_80"]).await;
        // A wrong change would come at once.
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(house.route("web").await["to"], "http://nas:5000");
    })
    .await;
}

#[tokio::test]
async fn a_route_made_by_hand_ends_the_proposal_and_its_end_brings_it_back() {
    both(async |house| {
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        let to = format!("http://{}", server.address);
        house.put_route("hand", json!({ "to": to })).await;
        house.until_shown(&[]).await;
        house.put_route("hand", json!({ "to": "http://nas" })).await;
        house.until_shown(&[WEB]).await;
    })
    .await;
}
