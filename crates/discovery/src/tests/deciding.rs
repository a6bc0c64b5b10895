//! Dismissals, and finding everything anew.

use http::{Method, StatusCode};
use routing::Scheme;
use serde_json::json;
use testkit::deadline;

use super::fixture::{Fixture, PATIENCE, both, config, container, next};
use super::server::{Manner, Server};
use crate::MIGRATIONS;
use crate::model::{Probing, ServiceKey, Source};
use crate::sightings::Sighting;

const WEB: &str = "proposal_docker_http_web_80";

#[tokio::test]
async fn a_dismissal_lasts_over_restarts_until_everything_is_found_anew() {
    both(async |fixture| {
        let mut facts = fixture.events.subscribe();
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let dismissed = fixture.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        assert_eq!(dismissed, json!({ "status": "dismissed", "id": WEB }));
        assert_eq!(fixture.ids().await, [""; 0]);
        assert_eq!(next(&mut facts, "proposal_dismissed").await.data, json!({ "proposalId": WEB }));
        assert_eq!(fixture.audited().await[0].0, "proposal.dismissed");
        fixture.decide(WEB, "dismiss", None).await.refused(404, "NOT_FOUND");
        fixture.decide(WEB, "approve", None).await.refused(404, "NOT_FOUND");

        let fixture = fixture.killed_and_started().await;
        let other = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.see(container("other", other.address)).await;
        fixture.until_shown(&["proposal_docker_http_other_80"]).await;
        let cleared = fixture.rediscover().await;
        assert_eq!(
            (&cleared["status"], &cleared["dismissedCleared"], &cleared["activeCleared"]),
            (&json!("success"), &json!(1), &json!(1))
        );
        assert!(cleared["message"].is_string());
        fixture.until_shown(&["proposal_docker_http_other_80", WEB]).await;
    })
    .await;
}

#[tokio::test]
async fn what_was_dismissed_is_listed_and_comes_back() {
    both(async |fixture| {
        let beside = fixture.beside().await;
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        beside.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        let listed = async || {
            let answer = fixture.call(Method::GET, "/api/v1/discovery/dismissed", None).await;
            answer.expect(StatusCode::OK)
        };
        assert_eq!(listed().await, json!({ "dismissed": [], "count": 0 }));
        fixture.decide(WEB, "restore", None).await.refused(404, "NOT_FOUND");
        fixture.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        beside.until_shown(&[]).await;
        assert_eq!(listed().await["dismissed"][0]["id"], WEB);
        let back = fixture.decide(WEB, "restore", None).await.expect(StatusCode::OK);
        assert_eq!(back, json!({ "status": "restored", "id": WEB }));
        fixture.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        assert_eq!(listed().await["count"], 0);
    })
    .await;
}

#[tokio::test]
async fn what_another_program_decided_counts_here() {
    both(async |fixture| {
        let beside = fixture.beside().await;
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        beside.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        fixture.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
        beside.until_shown(&[]).await;
        beside.rediscover().await;
        fixture.until_shown(&[WEB]).await;
    })
    .await;
}

#[tokio::test]
async fn an_old_dismissal_does_not_undo_what_came_after_it() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        let mut web = container("web", server.address);
        web.offers[0].probing = Probing::Adds;
        web.offers[0].scheme = Some(Scheme::Http);
        fixture.see(web).await;
        fixture.until_shown(&[WEB]).await;
        let mut facts = fixture.events.subscribe();
        for _ in 0..5 {
            fixture.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
            fixture.rediscover().await;
            next(&mut facts, "proposal_dismissed").await;
            next(&mut facts, "discovery_cleared").await;
            fixture.until_shown(&[WEB]).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_dismissal_elsewhere_counts_for_what_is_not_shown_at_the_moment() {
    both(async |fixture| {
        let beside = fixture.beside().await;
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let mut facts = beside.events.subscribe();
        fixture.decide(WEB, "dismiss", None).await.expect(StatusCode::OK);
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
    both(async |fixture| {
        let mut facts = fixture.events.subscribe();
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        fixture.hear(Sighting::Gone(ServiceKey::new(Source::Docker, "web"))).await;
        fixture.until_shown(&[]).await;
        let told = next(&mut facts, "proposal_withdrawn").await;
        assert_eq!(told.data, json!({ "proposalId": WEB }));
        fixture.decide(WEB, "approve", None).await.refused(404, "NOT_FOUND");
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let fixture = fixture.killed_and_started().await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        assert_eq!(fixture.feed().await, ["web was discovered by docker"]);
    })
    .await;
}

#[tokio::test]
async fn two_that_wish_for_the_same_do_not_swap_after_a_restart() {
    both(async |fixture| {
        let (one, two) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        let wish = |name: &str, server: &Server| {
            let mut observation = container(name, server.address);
            observation.wishes.app_id = Some("files".to_owned());
            observation
        };
        fixture.see(wish("one", &one)).await;
        fixture.until_shown(&["proposal_docker_http_files_80"]).await;
        fixture.see(wish("two", &two)).await;
        let both = ["proposal_docker_http_files_80", "proposal_docker_http_two_80"];
        fixture.until_shown(&both).await;
        deadline("both are announced", PATIENCE, async || fixture.feed().await.len() == 2).await;
        let fixture = fixture.killed_and_started().await;
        fixture.see(wish("two", &two)).await;
        fixture.until_shown(&both[1..]).await;
        fixture.see(wish("one", &one)).await;
        fixture.until_shown(&both).await;
        let notes = fixture.proposals().await[1]["securityNotes"].to_string();
        assert!(notes.contains("files is another's"), "{notes}");
    })
    .await;
}

#[tokio::test]
async fn the_surest_comes_first_and_many_are_told_of_in_one_line() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        let mut all = Vec::new();
        for (name, points) in [("a", 50), ("b", 95), ("c", 70), ("d", 70)] {
            let mut observation = container(name, server.address);
            observation.score = crate::model::Score::base(points, "so");
            all.push(observation);
        }
        fixture.hear(Sighting::Whole(Source::Docker, all)).await;
        let id = |name: &str| format!("proposal_docker_http_{name}_80");
        let expected = [id("b"), id("c"), id("d"), id("a")];
        deadline("all four", PATIENCE, async || fixture.ids().await == expected).await;
        deadline("four are told of", PATIENCE, async || !fixture.feed().await.is_empty()).await;
        let metrics = fixture.metrics.render();
        for line in [
            "gatehouse_discovery_observations{source=\"docker\"} 4",
            "gatehouse_discovery_proposals{source=\"docker\"} 4",
            "gatehouse_discovery_scans_total{source=\"docker\"} 1",
        ] {
            assert!(metrics.contains(line), "{line} is not in\n{metrics}");
        }
        assert_eq!(fixture.discovery.proposals(), 4);
    })
    .await;
}

#[tokio::test]
async fn switched_off_it_lists_nothing_and_says_what_switches_it_on() {
    testkit::both(&[events::MIGRATIONS, catalog::MIGRATIONS, MIGRATIONS], async |db| {
        let off = crate::Config { enabled: false, ..config() };
        let fixture = Fixture::build(db, off).await;
        assert_eq!(fixture.proposals().await, [""; 0]);
        for path in
            ["proposals/x/approve", "proposals/x/dismiss", "proposals/x/restore", "rediscover"]
        {
            let path = format!("/api/v1/discovery/{path}");
            let answer = fixture.call(Method::POST, &path, None).await;
            answer.refused(503, "SERVICE_UNAVAILABLE");
            assert!(answer.body.to_string().contains("discovery.enabled"), "{}", answer.body);
        }
        assert!(fixture.health.components().is_empty());
    })
    .await;
}
