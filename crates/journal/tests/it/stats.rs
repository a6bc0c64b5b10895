use std::sync::atomic::Ordering;
use std::time::Duration;

use journal::MetricsConfig;
use kit::Timestamp;
use serde_json::{Value, json};
use testkit::{both, deadline};

use crate::server::{MIGRATIONS, START, Server};

const DAY: Duration = Duration::from_secs(86_400);

#[tokio::test]
async fn figures_are_those_of_the_slices_and_of_today() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.figures.0.store(4, Ordering::Relaxed);
        assert_eq!(
            server.ok("local", "/api/v1/stats").await,
            json!({
                "routes": {"value": 7, "trend": "new", "trendUp": true},
                "devices": {"value": 4, "trend": "new", "trendUp": true},
                "discoveries": {"value": 0, "trend": "0%", "trendUp": true},
                "requests": {"value": 0, "trend": "0%", "trendUp": true},
            })
        );
        let quick = server.ok("admin", "/api/v1/stats/quick").await;
        let average = quick["avgLatency"].as_f64().expect("a number");
        assert!((0.0..10_000.0).contains(&average));
        assert_eq!(
            quick,
            json!({
                "servicesTotal": 5, "servicesOnline": 3, "servicesOffline": 2,
                "devicesTotal": 4, "devicesOnline": 1, "routesTotal": 7,
                "requestsToday": 1, "avgLatency": average, "uptimePercent": 100.0,
            })
        );
    })
    .await;
}

#[tokio::test]
async fn a_device_counts_itself_alone_unless_it_may_read_everything() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.figures.0.store(4, Ordering::Relaxed);
        let own = server.ok("phone", "/api/v1/stats/quick").await;
        assert_eq!((&own["devicesTotal"], &own["devicesOnline"]), (&json!(1), &json!(1)));
        let figure = &server.ok("phone", "/api/v1/stats").await["devices"];
        assert_eq!(*figure, json!({"value": 1, "trend": "0%", "trendUp": true}));
        let all = server.ok("reader", "/api/v1/stats/quick").await;
        assert_eq!(all["devicesTotal"], 4);
    })
    .await;
}

async fn requests_today(server: &Server) -> Value {
    server.ok("admin", "/api/v1/stats/quick").await["requestsToday"].clone()
}

#[tokio::test]
async fn figures_survive_a_restart_and_are_compared_with_yesterday() {
    both(&MIGRATIONS, async |db| {
        let mut server = Server::new(db.clone()).await;
        server.figures.0.store(2, Ordering::Relaxed);
        let running = server.run();
        for _ in 0..4 {
            server.call("nobody", "/livez").await;
        }
        running.stop().await;

        let clock = kit::Clock::manual(Timestamp(START.0 + 60_000));
        let again = Server::at(db.clone(), MetricsConfig::default(), clock).await;
        assert_eq!(requests_today(&again).await, 4);
        assert_eq!(requests_today(&again).await, 5);

        let tomorrow = kit::Clock::manual(START.after(DAY).after(Duration::from_secs(3_600)));
        let next_day = Server::at(db, MetricsConfig::default(), tomorrow).await;
        next_day.figures.0.store(3, Ordering::Relaxed);
        let stats = next_day.ok("local", "/api/v1/stats").await;
        assert_eq!(stats["devices"], json!({"value": 3, "trend": "+50%", "trendUp": true}));
        assert_eq!(stats["requests"], json!({"value": 0, "trend": "-100%", "trendUp": false}));
    })
    .await;
}

#[tokio::test]
async fn time_that_the_gateway_was_down_lowers_its_up_time() {
    both(&MIGRATIONS, async |db| {
        let mut server = Server::new(db.clone()).await;
        let running = server.run();
        let checked = async || {
            let body = server.ok("local", "/healthz").await;
            body["components"]["database"]["status"] == "healthy"
        };
        deadline("the database was checked", testkit::PATIENCE, checked).await;
        server.clock.advance(Duration::from_secs(10));
        let quick = server.ok("admin", "/api/v1/stats/quick").await;
        assert_eq!(quick["uptimePercent"], 100.0);
        running.stop().await;

        let clock = kit::Clock::manual(START.after(DAY));
        let later = Server::at(db, MetricsConfig::default(), clock).await;
        let quick = later.ok("admin", "/api/v1/stats/quick").await;
        let percent = quick["uptimePercent"].as_f64().expect("a number");
        assert!(percent < 1.0, "{percent}");
    })
    .await;
}
