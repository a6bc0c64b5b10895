//! From a proposal to an app.

use std::time::Duration;

use http::{Method, StatusCode};
use kit::Timestamp;
use serde_json::json;
use testkit::{Database, deadline};
use tokio::time::{sleep, timeout};

use super::fixture::{Fixture, PATIENCE, both, config, container, next, offer};
use super::server::{Manner, Server};
use crate::{MIGRATIONS, store};

const WEB: &str = "proposal_docker_http_web_80";

#[tokio::test]
async fn a_service_that_answers_is_proposed_with_its_reasons() {
    both(async |fixture| {
        let mut facts = fixture.events.subscribe();
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let proposal = fixture.proposals().await.remove(0);
        let to = format!("http://{}", server.address);
        assert_eq!(proposal["source"], "docker");
        assert_eq!(proposal["detectedScheme"], "http");
        assert_eq!(proposal["detectedHost"], "127.0.0.1");
        let port = server.address.port();
        assert_eq!(proposal["detectedPort"], port);
        assert_eq!(proposal["availablePorts"], json!([{ "port": port, "scheme": "http" }]));
        assert_eq!(proposal["confidence"], 0.5);
        assert_eq!(proposal["tags"], json!(["docker"]));
        assert_eq!(proposal["lastSeen"], "2027-01-15T08:00:00Z");
        let app = &proposal["suggestedApp"];
        assert_eq!((&app["id"], &app["name"]), (&json!("web"), &json!("web")));
        assert_eq!(app["endpoints"]["lan"], to);
        let route = &proposal["suggestedRoute"];
        assert_eq!((&route["routeId"], &route["to"]), (&json!("web"), &json!(to)));
        assert_eq!(
            (&route["pathBase"], &route["scopes"]),
            (&json!("/apps/web/"), &json!(["access:web"]))
        );
        assert_eq!((&route["stripPrefix"], &route["websocket"]), (&json!(true), &json!(false)));
        let evidence = proposal["evidence"].to_string();
        for said in ["0.50: a container", "It runs", "answers at 127.0.0.1"] {
            assert!(evidence.contains(said), "{evidence}");
        }
        let notes = proposal["securityNotes"].to_string();
        for said in ["docker", "access:web", "private-network", "plain HTTP", "privileged"] {
            assert!(notes.contains(said), "{notes}");
        }
        assert_eq!(next(&mut facts, "discovery").await.data["id"], WEB);
        assert_eq!(fixture.feed().await, ["web was discovered by docker"]);
    })
    .await;
}

#[tokio::test]
async fn an_app_is_called_and_grouped_as_whoever_lets_it_in_wants() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        for bad in [
            json!({ "name": "" }),
            json!({ "name": "x".repeat(1000) }),
            json!({ "pathBase": "/api/v1/" }),
        ] {
            fixture.decide(WEB, "approve", Some(bad)).await.refused(400, "INVALID_REQUEST");
        }
        let wishes = json!({ "name": "Wiki", "tags": ["reading", "docker"],
            "pathBase": "/apps/notes/" });
        let made = fixture.decide(WEB, "approve", Some(wishes)).await.expect(StatusCode::OK);
        assert_eq!(made["app"]["id"], "web", "what it is known by stays");
        assert_eq!(made["app"]["proxyPath"], "/apps/notes/");
        assert_eq!(made["app"]["name"], "Wiki");
        assert_eq!(made["app"]["tags"], json!(["reading", "docker"]));
    })
    .await;
}

#[tokio::test]
async fn an_approval_makes_an_app_and_a_route_and_ends_the_proposal() {
    both(async |fixture| {
        let mut facts = fixture.events.subscribe();
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let made = fixture.decide(WEB, "approve", None).await.expect(StatusCode::OK);
        assert_eq!((&made["status"], &made["id"]), (&json!("approved"), &json!(WEB)));
        assert_eq!(made["app"]["id"], "web");
        assert_eq!(made["app"]["discoveryMeta"]["service"], "docker:web");
        assert_eq!(made["route"], fixture.route("web").await);
        assert_eq!(
            (&made["route"]["origin"], &made["route"]["containerId"]),
            (&json!("discovery"), &json!("web-1"))
        );
        assert_eq!(fixture.ids().await, [""; 0]);
        let table = fixture.catalog.routes();
        assert!(table.load().find("/apps/web/").is_some());
        let told = next(&mut facts, "proposal_approved").await;
        assert_eq!(told.data["proposalId"], WEB);
        assert_eq!(told.data["route"]["pathBase"], "/apps/web/");
        let audited = fixture.audited().await;
        assert_eq!(audited[0], ("proposal.approved".to_owned(), "local".to_owned()));
        assert_eq!(fixture.feed().await[0], "web was let in");
        fixture.decide(WEB, "approve", None).await.refused(404, "NOT_FOUND");

        let fixture = fixture.killed_and_started().await;
        assert_eq!(fixture.route("web").await["to"], format!("http://{}", server.address));
        fixture.see(container("web", server.address)).await;
        let other = Server::start(Manner::Answers).await;
        fixture.see(container("third", other.address)).await;
        fixture.until_shown(&["proposal_docker_http_third_80"]).await;

        let gone = fixture.call(Method::DELETE, "/api/v1/routes/web", None).await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
        fixture.until_shown(&["proposal_docker_http_third_80", WEB]).await;
    })
    .await;
}

#[tokio::test]
async fn a_port_is_chosen_from_those_that_answer() {
    both(async |fixture| {
        let (one, two) = (Server::start(Manner::Answers).await, Server::start(Manner::Tls).await);
        let mut web = container("web", one.address);
        web.offers.push(offer(8443, two.address));
        fixture.see(web).await;
        let (plain, secure) = (one.address.port(), two.address.port());
        let both_ports =
            json!([{ "port": plain, "scheme": "http" }, { "port": secure, "scheme": "https" }]);
        deadline("both ports", PATIENCE, async || {
            fixture
                .proposals()
                .await
                .first()
                .is_some_and(|first| first["availablePorts"] == both_ports)
        })
        .await;
        for port in [json!(80), json!(0), json!(-1), json!(70_000)] {
            let body = Some(json!({ "port": port }));
            fixture.decide(WEB, "approve", body).await.refused(400, "INVALID_PORT");
        }
        let body = Some(json!({ "port": "80" }));
        fixture.decide(WEB, "approve", body).await.refused(400, "INVALID_REQUEST");
        fixture.until_shown(&[WEB]).await;
        let body = Some(json!({ "port": secure }));
        let made = fixture.decide(WEB, "approve", body).await.expect(StatusCode::OK);
        assert_eq!(made["route"]["to"], format!("https://{}", two.address));
        assert_eq!(made["route"]["insecureUpstream"], true);
    })
    .await;
}

#[tokio::test]
async fn of_two_approvals_at_once_one_is_made() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        let beside = fixture.beside().await;
        fixture.see(container("web", server.address)).await;
        beside.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        beside.until_shown(&[WEB]).await;
        let (one, two, three) = tokio::join!(
            fixture.decide(WEB, "approve", None),
            fixture.decide(WEB, "approve", None),
            beside.decide(WEB, "approve", None),
        );
        let mut statuses = [one, two, three].map(|answer| answer.status.as_u16());
        statuses.sort_unstable();
        assert_eq!(statuses[0], 200);
        assert!(statuses[1..].iter().all(|status| matches!(status, 404 | 409)), "{statuses:?}");
        // Whoever lost hears of the route a moment later.
        let routes =
            async |fixture: &Fixture| fixture.call(Method::GET, "/api/v1/routes", None).await;
        for fixture in [&fixture, &beside] {
            deadline("one route", PATIENCE, async || {
                routes(fixture).await.body.as_array().map(Vec::len) == Some(1)
            })
            .await;
        }
        fixture.until_shown(&[]).await;
        beside.until_shown(&[]).await;
    })
    .await;
}

#[tokio::test]
async fn an_approval_takes_nobodys_app() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        let beside = fixture.beside().await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        // The other program's route is not known here at once.
        beside.put_route("mine", json!({ "appId": "web", "to": "http://nas", "icon": "x" })).await;
        let refused = fixture.decide(WEB, "approve", None).await;
        assert!(matches!(refused.status.as_u16(), 404 | 409), "{refused:?}");
        deadline("another id", PATIENCE, async || {
            fixture.ids().await == ["proposal_docker_http_web-2_80"]
        })
        .await;
        let made = fixture.decide("proposal_docker_http_web-2_80", "approve", None).await;
        assert_eq!(made.expect(StatusCode::OK)["route"]["pathBase"], "/apps/web-2/");
    })
    .await;
}

#[tokio::test]
async fn only_who_may_change_things_decides_and_everybody_may_look() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&[WEB]).await;
        let list = "/api/v1/discovery/proposals";
        let read = Some("read:catalog");
        fixture.call_as(read, Method::GET, list, None).await.expect(StatusCode::OK);
        for how in ["approve", "dismiss"] {
            let path = format!("{list}/{WEB}/{how}");
            fixture.call_as(read, Method::POST, &path, None).await.refused(403, "FORBIDDEN");
        }
        let path = "/api/v1/discovery/rediscover";
        fixture.call_as(read, Method::POST, path, None).await.expect(StatusCode::OK);
        fixture.until_shown(&[WEB]).await;
        let path = format!("{list}/{WEB}/approve");
        fixture.call_as(Some("write:*"), Method::POST, &path, None).await.expect(StatusCode::OK);
        assert_eq!(
            fixture.audited().await[0],
            ("proposal.approved".to_owned(), "phone".to_owned())
        );
    })
    .await;
}

/// A proposal is shown before it is written down, so that both may happen at the same time. Each
/// must not hold what the other waits for: PostgreSQL would end one of them.
#[tokio::test]
async fn an_approval_and_the_announcement_do_not_wait_for_each_other() {
    let Some(database) = Database::postgres() else { return };
    let db = database.open(&[events::MIGRATIONS, catalog::MIGRATIONS, MIGRATIONS]).await;
    let fixture = Fixture::build(db, config()).await;
    let servers = (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
    let shown = async |id: &str| fixture.ids().await.iter().any(|shown| shown == id);

    // The announcement of the first keeps whoever writes until this one ends.
    let line = fixture.db.begin_in_turn().await.expect("the first in line");
    fixture.see(container("first", servers.0.address)).await;
    deadline("it is shown", PATIENCE, async || shown("proposal_docker_http_first_80").await).await;
    fixture.see(container("web", servers.1.address)).await;
    deadline("it is shown", PATIENCE, async || shown(WEB).await).await;

    // The approval is in the midst of its work while the second is announced.
    let mut apps = fixture.db.begin().await.expect("a transaction");
    let lock = ::store::query("LOCK TABLE apps IN SHARE MODE").execute(&mut *apps).await;
    lock.expect("a lock");
    let meanwhile = async {
        sleep(Duration::from_millis(300)).await;
        drop(line);
        sleep(Duration::from_millis(300)).await;
        // Nobody but the approval may have touched what the approval has yet to write.
        let mut third = fixture.db.begin().await.expect("a transaction");
        let mine = store::announce(&mut third, WEB, Timestamp::from_unix(0));
        assert!(
            timeout(PATIENCE, mine).await.is_ok_and(|done| done.is_ok()),
            "it would have waited"
        );
        drop((third, apps));
    };
    let (approved, ()) = tokio::join!(fixture.decide(WEB, "approve", None), meanwhile);
    approved.expect(StatusCode::OK);
}
