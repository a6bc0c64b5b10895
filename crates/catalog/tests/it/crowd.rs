//! Many callers at once.

use futures::future::join_all;
use http::StatusCode;
use serde_json::json;

use crate::fixture::{both, settings};

#[tokio::test]
async fn of_many_that_make_the_same_route_one_wins() {
    both(async |fixture| {
        let body = |number| json!({ "routeId": "nas", "to": format!("http://nas{number}") });
        let bodies: Vec<_> = (0..20).map(body).collect();
        let posts = bodies.iter().map(|body| fixture.post("/api/v1/routes").body(body).send());
        let answers = join_all(posts).await;
        let won: Vec<_> =
            answers.iter().filter(|answer| answer.status == StatusCode::CREATED).collect();
        assert_eq!(won.len(), 1);
        let lost = answers.iter().filter(|answer| answer.status == StatusCode::CONFLICT);
        assert_eq!(lost.count(), 19);
        let made = won[0].expect(StatusCode::CREATED);
        assert_eq!(fixture.list("routes").await, [made]);
    })
    .await;
}

#[tokio::test]
async fn of_many_that_want_the_same_path_one_gets_it() {
    both(async |fixture| {
        let puts = (0..20).map(async |number| {
            let body = json!({ "to": "http://nas", "pathBase": "/apps/nas/" });
            fixture.put(&format!("r{number}"), body).await
        });
        let answers = join_all(puts).await;
        let won = answers.iter().filter(|answer| answer.status == StatusCode::CREATED);
        assert_eq!(won.count(), 1);
        assert_eq!(fixture.list("routes").await.len(), 1);
        assert_eq!(fixture.list("apps").await.len(), 1, "losers leave no app behind");
    })
    .await;
}

/// Also from two programs, neither of which has heard of the other's change.
#[tokio::test]
async fn changes_of_different_fields_at_once_are_all_kept() {
    both(async |fixture| {
        let other = fixture.restarted(settings(json!({}))).await;
        fixture.put("nas", json!({ "to": "http://nas" })).await.expect(StatusCode::CREATED);
        let fields = ["websocket", "publicAccess", "cache", "persistCookies", "insecureUpstream"];
        let puts = fields.iter().enumerate().map(async |(number, field)| {
            let fixture = if number % 2 == 0 { &fixture } else { &other };
            fixture.put("nas", json!({ *field: true })).await.expect(StatusCode::OK)
        });
        join_all(puts).await;
        let restarted = fixture.restarted(settings(json!({}))).await;
        let route = restarted.list("routes").await[0].clone();
        for field in fields {
            assert_eq!(route[field], true, "{field}");
        }
    })
    .await;
}

#[tokio::test]
async fn making_and_deleting_at_once_leaves_apps_and_routes_in_step() {
    both(async |fixture| {
        let turns = (0..30).map(async |number| {
            let id = format!("r{}", number % 3);
            match number % 2 {
                0 => drop(
                    fixture
                        .put(
                            &id,
                            json!({ "appId": "a", "to": "http://a",
                    "pathBase": format!("/apps/{id}/") }),
                        )
                        .await,
                ),
                _ => drop(fixture.delete(&format!("/api/v1/routes/{id}")).send().await),
            }
        });
        join_all(turns).await;
        let restarted = fixture.restarted(settings(json!({}))).await;
        let (routes, apps) = (fixture.list("routes").await, fixture.list("apps").await);
        assert_eq!(restarted.list("routes").await, routes);
        assert_eq!(restarted.list("apps").await, apps);
        assert_eq!(apps.is_empty(), routes.is_empty());
    })
    .await;
}
