//! The last day of an app: what went through it and whether it was well, also over a restart.

use std::time::Duration;

use axum::http::StatusCode;
use journal::MetricsConfig;
use kit::Clock;
use serde_json::{Value, json};
use testkit::both;

use crate::apps::serve;
use crate::server::{MIGRATIONS, START, Server};

const PATH: &str = "/api/v1/apps/photos/traffic";

async fn day(server: &Server) -> Value {
    server.ok("local", PATH).await["lastDay"].clone()
}

/// Lets the workers look at the apps until they have noted something new.
async fn looked(server: &Server, before: &Value) -> Value {
    for _ in 0..600 {
        let now = day(server).await;
        if now["healthy"] != before["healthy"] {
            return now;
        }
        server.clock.advance(Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("nobody looked at the apps");
}

#[tokio::test]
async fn a_day_survives_a_restart_and_no_longer() {
    both(&MIGRATIONS, async |db| {
        let clock = Clock::manual(START);
        let config = MetricsConfig::default();
        let mut server = Server::at(db.clone(), config.clone(), clock.clone()).await;
        let counters = serve(&server.routes, &["photos"]);
        counters[0].answered(StatusCode::OK, Duration::from_millis(8));
        counters[0].answered(StatusCode::NOT_FOUND, Duration::from_millis(8));
        counters[0].sent(500);
        let begun = day(&server).await;
        assert_eq!((&begun["requests"], begun.get("healthy")), (&json!(2), None));
        assert_eq!(begun["quarters"].as_array().map(Vec::len), Some(96));
        assert_eq!(begun["quarters"][95]["at"], "2023-11-14T22:00:00Z");
        assert_eq!(begun["quarters"][95]["statusClasses"], json!({"2xx": 1, "4xx": 1}));

        *server.figures.1.lock().expect("nobody panics") = vec![("photos".into(), true)];
        let running = server.run();
        assert_eq!(looked(&server, &begun).await["healthy"], 1.0);
        running.stop().await;
        server.journal.finish().await;

        let again = Server::at(db.clone(), config.clone(), clock.clone()).await;
        let counters = serve(&again.routes, &["photos"]);
        counters[0].answered(StatusCode::OK, Duration::from_millis(8));
        let found = day(&again).await;
        assert_eq!((&found["requests"], &found["bytesSent"]), (&json!(3), &json!(500)));
        assert_eq!(found["healthy"], 1.0);
        again.journal.finish().await;
        assert_eq!(day(&again).await["requests"], 3, "what is written counts once");

        clock.advance(Duration::from_secs(25 * 3_600));
        let later = day(&again).await;
        assert_eq!((&later["requests"], later.get("healthy")), (&json!(0), None));
    })
    .await;
}
