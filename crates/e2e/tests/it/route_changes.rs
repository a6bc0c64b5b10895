//! Routes change all the time, and nobody who uses an app notices.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::json;
use testkit::Gateway;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::people::Calls;
use crate::routes::put_route;
use crate::upstream::Upstream;

const CLIENTS: usize = 8;
const CHANGES: usize = 500;
const PACE: Duration = Duration::from_millis(10);

/// Asks until it is told to stop; every answer must be the app's.
async fn visit(client: Client, url: String, stop: Arc<AtomicBool>, served: Arc<AtomicUsize>) {
    while !stop.load(Ordering::Relaxed) {
        let (status, seen) = client.get(&url).answer().await;
        assert_eq!(status, 200, "{seen}");
        let app = seen["app"].as_str().expect("an app");
        assert!(["one", "two"].contains(&app), "{seen}");
        assert_eq!(seen["path"], "/page", "{seen}");
        served.fetch_add(1, Ordering::Relaxed);
    }
}

/// The route that is in use moves between two apps; beside it others come, change and go.
async fn change(gateway: &Gateway, number: usize, apps: [&str; 2]) {
    let other = format!("other-{}", number % 10);
    match number % 4 {
        0 => drop(put_route(gateway, "tv", json!({ "to": apps[(number / 4) % 2] })).await),
        1 => drop(put_route(gateway, &other, json!({ "to": apps[0] })).await),
        2 => {
            let scopes = json!({ "to": apps[0], "scopes": [], "icon": number.to_string() });
            put_route(gateway, "tv", scopes).await;
        }
        _ => {
            let path = format!("/api/v1/routes/other-{}", (number - 2) % 10);
            let gone = gateway.request(Method::DELETE, &path).answer().await.0;
            assert_eq!(gone, 204, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_changes_a_second_under_load_fail_no_request() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let (one, two) = (Upstream::echo("one").await, Upstream::echo("two").await);
    let (first, second) = (one.url(), two.url());
    put_route(&gateway, "tv", json!({ "to": first })).await;
    let (stop, served) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        // One connection each.
        let client = gateway.client_builder().pool_max_idle_per_host(1).build().expect("a client");
        let url = gateway.url("/apps/tv/page");
        clients.spawn(visit(client, url, stop.clone(), served.clone()));
    }
    let began = Instant::now();
    let mut pace = interval(PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for number in 0..CHANGES {
        pace.tick().await;
        change(&gateway, number, [&first, &second]).await;
    }
    let took = began.elapsed();
    stop.store(true, Ordering::Relaxed);
    clients.join_all().await;
    let (served, changes) = (served.load(Ordering::Relaxed), CHANGES as f64 / took.as_secs_f64());
    // How fast this machine is today is for a person to read; that none failed is the point.
    println!("{changes:.0} changes a second, {served} requests in {took:.1?}, none failed");
    assert!(served > CLIENTS * 5, "only {served} requests in {took:?}");
}
