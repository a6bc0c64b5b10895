//! Dismissals, and finding everything anew.

use http::{Method, StatusCode};
use routing::Scheme;
use serde_json::json;
use testkit::deadline;

use super::house::{House, PATIENCE, both, config, container, next};
use super::server::{Manner, Server};
use crate::MIGRATIONS;
use crate::model::{Probing, ServiceKey, Source};
use crate::sightings::Sighting;

const WEB: &str = "proposal_docker_http_web_80";

#[tokio::test]
async fn a_dismissal_lasts_over_restarts_until_everything_is_found_anew() {
    both(async |house| {
        let mut facts = house.events.subscribe();
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        let dismissed = house.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        assert_eq!(dismissed, json!({ "status": "dismissed", "id": WEB }));
        assert_eq!(house.ids().await, [""; 0]);
        assert_eq!(next(&mut facts, "proposal_dismissed").await.data, json!({ "proposalId": WEB }));
        assert_eq!(house.audited().await[0].0, "proposal.dismissed");
        house.decide(WEB, "dismiss", None).await.refused(404, "NOT_FOUND");
        house.decide(WEB, "approve", None).await.refused(404, "NOT_FOUND");

        let house = house.killed_and_started().await;
        let other = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        house.see(container("other", other.address)).await;
        house.until_shown(&["proposal_docker_http_other_80"]).await;
        let cleared = house.rediscover().await;
        assert_eq!(
            (&cleared["status"], &cleared["dismissedCleared"], &cleared["activeCleared"]),
            (&json!("success"), &json!(1), &json!(1))
        );
        assert!(cleared["message"].is_string());
        house.until_shown(&["proposal_docker_http_other_80", WEB]).await;
    })
    .await;
}

#[tokio::test]
async fn what_was_dismissed_is_listed_and_comes_back() {
    both(async |house| {
        let beside = house.beside().await;
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        beside.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        let listed = async || {
            let answer = house.call(Method::GET, "/api/v1/discovery/dismissed", None).await;
            answer.expect(StatusCode::OK)
        };
        assert_eq!(listed().await, json!({ "dismissed": [], "count": 0 }));
        house.decide(WEB, "restore", None).await.refused(404, "NOT_FOUND");
        house.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        beside.until_shown(&[]).await;
        assert_eq!(listed().await["dismissed"][0]["id"], WEB);
        let back = house.decide(WEB, "restore", None).await.expect(StatusCode::OK);
        assert_eq!(back, json!({ "status": "restored", "id": WEB }));
        house.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        assert_eq!(listed().await["count"], 0);
    })
    .await;
}

#[tokio::test]
async fn what_another_program_decided_counts_here() {
    both(async |house| {
        let beside = house.beside().await;
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        beside.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        house.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        beside.until_shown(&[]).await;
        beside.rediscover().await;
        house.until_shown(&[WEB]).await;
    })
    .await;
}

#[tokio::test]
async fn an_old_dismissal_does_not_undo_what_came_after_it() {
    both(async |house| {
        let server = Server::start(Manner::Answers).await;
        let mut web = container("web", server.address);
        web.offers[0].probing = Probing::Adds;
        web.offers[0].scheme = Some(Scheme::Http);
        house.see(web).await;
        house.until_shown(&[WEB]).await;
        let mut facts = house.events.subscribe();
        for _ in 0..5 {
            house.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
            house.rediscover().await;
            next(&mut facts, "proposal_dismissed").await;
            next(&mut facts, "discovery_cleared").await;
            house.until_shown(&[WEB]).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_dismissal_elsewhere_counts_for_what_is_not_shown_at_the_moment() {
    both(async |house| {
        let beside = house.beside().await;
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        let mut facts = beside.events.subscribe();
        house.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        next(&mut facts, "proposal_dismissed").await;
        let other = Server::start(Manner::Answers).await;
        beside.see(container("web", server.address)).await;
        beside.see(container("other", other.address)).await;
        beside.until_shown(&["proposal_docker_http_other_80"]).await;
        deadline("it was asked, too", PATIENCE, async || {
            beside
                .metrics
                .render()
                .contains("gatehouse_discovery_observations{source=\"docker\"} 2")
        })
        .await;
        assert_eq!(beside.ids().await, ["proposal_docker_http_other_80"]);
    })
    .await;
}

#[tokio::test]
async fn what_is_gone_is_withdrawn_and_what_comes_back_is_no_news() {
    both(async |house| {
        let mut facts = house.events.subscribe();
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        house.hear(Sighting::Gone(ServiceKey::new(Source::Docker, "web"))).await;
        house.until_shown(&[]).await;
        let told = next(&mut facts, "proposal_withdrawn").await;
        assert_eq!(told.data, json!({ "proposalId": WEB }));
        house.decide(WEB, "approve", None).await.refused(404, "NOT_FOUND");
        house.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        let house = house.killed_and_started().await;
        house.see(container("web", server.address)).await;
        house.until_shown(&[WEB]).await;
        assert_eq!(house.feed().await, ["web was discovered by docker"]);
    })
    .await;
}

#[tokio::test]
async fn two_that_wish_for_the_same_do_not_swap_after_a_restart() {
    both(async |house| {
        let (one, two) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        let wish = |name: &str, server: &Server| {
            let mut observation = container(name, server.address);
            observation.wishes.app_id = Some("files".to_owned());
            observation
        };
        house.see(wish("one", &one)).await;
        house.until_shown(&["proposal_docker_http_files_80"]).await;
        house.see(wish("two", &two)).await;
        let both = ["proposal_docker_http_files_80", "proposal_docker_http_two_80"];
        house.until_shown(&both).await;
        deadline("both are announced", PATIENCE, async || house.feed().await.len() == 2).await;
        let house = house.killed_and_started().await;
        house.see(wish("two", &two)).await;
        house.until_shown(&both[1..]).await;
        house.see(wish("one", &one)).await;
        house.until_shown(&both).await;
        let notes = house.proposals().await[1]["securityNotes"].to_string();
        assert!(notes.contains("files is another's"), "{notes}");
    })
    .await;
}

#[tokio::test]
async fn the_surest_comes_first_and_many_are_told_of_in_one_line() {
    both(async |house| {
        let server = Server::start(Manner::Answers).await;
        let mut all = Vec::new();
        for (name, points) in [("a", 50), ("b", 95), ("c", 70), ("d", 70)] {
            let mut observation = container(name, server.address);
            observation.score = crate::model::Score::base(points, "so");
            all.push(observation);
        }
        house.hear(Sighting::Whole(Source::Docker, all)).await;
        let id = |name: &str| format!("proposal_docker_http_{name}_80");
        let expected = [id("b"), id("c"), id("d"), id("a")];
        deadline("all four", PATIENCE, async || house.ids().await == expected).await;
        deadline("four are told of", PATIENCE, async || !house.feed().await.is_empty()).await;
        let metrics = house.metrics.render();
        for line in [
            "gatehouse_discovery_observations{source=\"docker\"} 4",
            "gatehouse_discovery_proposals{source=\"docker\"} 4",
            "gatehouse_discovery_scans_total{source=\"docker\"} 1",
        ] {
            assert!(metrics.contains(line), "{line} is not in\n{metrics}");
        }
        assert_eq!(house.discovery.proposals(), 4);
    })
    .await;
}

#[tokio::test]
async fn switched_off_it_lists_nothing_and_says_what_switches_it_on() {
    testkit::both(&[events::MIGRATIONS, catalog::MIGRATIONS, MIGRATIONS], async |db| {
        let off = crate::Config { enabled: false, ..config() };
        let house = House::build(db, off).await;
        assert_eq!(house.proposals().await, [""; 0]);
        for path in
            ["proposals/x/approve", "proposals/x/dismiss", "proposals/x/restore", "rediscover"]
        {
            let path = format!("/api/v1/discovery/{path}");
            let answer = house.call(Method::POST, &path, None).await;
            answer.refused(503, "SERVICE_UNAVAILABLE");
            assert!(answer.body.to_string().contains("discovery.enabled"), "{}", answer.body);
        }
        assert!(house.health.components().is_empty());
    })
    .await;
}
