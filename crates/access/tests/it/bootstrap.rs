use access::{BootstrapConfig, Settings};
use http::StatusCode;
use kit::Secret;

use crate::house::{House, both, settings};

fn with_tokens(tokens: &[&str]) -> Settings {
    let tokens = tokens.iter().map(|token| Secret::new(*token)).collect();
    Settings { bootstrap: BootstrapConfig { tokens }, ..settings() }
}

async fn started(house: &House, tokens: &[&str]) -> House {
    house.restarted(with_tokens(tokens)).await
}

#[tokio::test]
async fn a_configured_token_pairs_one_device_within_five_minutes_of_the_start() {
    both(async |house| {
        let house = started(&house, &["first-token", "second-token"]).await;
        house.pair("first-token", "tv", "linux").await.expect(StatusCode::OK);
        house.pair("first-token", "radio", "linux").await.refused(401, "UNAUTHORIZED");
        house.pass(300);
        house.pair("second-token", "radio", "linux").await.refused(401, "UNAUTHORIZED");

        let house = started(&house, &["first-token", "second-token"]).await;
        house.pair("first-token", "radio", "linux").await.refused(401, "UNAUTHORIZED");
        house.pair("second-token", "radio", "linux").await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_reload_starts_new_tokens_and_ends_removed_ones() {
    both(async |house| {
        let house = started(&house, &["old-token", "gone-token"]).await;
        house.pass(200);
        house.access.reload(with_tokens(&["old-token", "new-token"])).await.expect("a reload");
        house.pair("gone-token", "tv", "linux").await.refused(401, "UNAUTHORIZED");
        house.pass(100);
        house.pair("old-token", "tv", "linux").await.refused(401, "UNAUTHORIZED");
        house.pair("new-token", "tv", "linux").await.expect(StatusCode::OK);
    })
    .await;
}
