use access::{BootstrapConfig, Settings};
use http::StatusCode;
use kit::Secret;
use web::Reload;

use crate::fixture::{Fixture, both, settings};

fn with_tokens(tokens: &[&str]) -> Settings {
    let tokens = tokens.iter().map(|token| Secret::new(*token)).collect();
    Settings { bootstrap: BootstrapConfig { tokens }, ..settings() }
}

async fn started(fixture: &Fixture, tokens: &[&str]) -> Fixture {
    fixture.restarted(with_tokens(tokens)).await
}

#[tokio::test]
async fn a_configured_token_pairs_one_device_within_five_minutes_of_the_start() {
    both(async |fixture| {
        let fixture = started(&fixture, &["first-token", "second-token"]).await;
        fixture.pair("first-token", "tv", "linux").await.expect(StatusCode::OK);
        fixture.pair("first-token", "radio", "linux").await.refused(401, "UNAUTHORIZED");
        fixture.pass(300);
        fixture.pair("second-token", "radio", "linux").await.refused(401, "UNAUTHORIZED");

        let fixture = started(&fixture, &["first-token", "second-token"]).await;
        fixture.pair("first-token", "radio", "linux").await.refused(401, "UNAUTHORIZED");
        fixture.pair("second-token", "radio", "linux").await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_reload_starts_new_tokens_and_ends_removed_ones() {
    both(async |fixture| {
        let fixture = started(&fixture, &["old-token", "gone-token"]).await;
        fixture.pass(200);
        fixture.access.reload(with_tokens(&["old-token", "new-token"])).await.expect("a reload");
        fixture.pair("gone-token", "tv", "linux").await.refused(401, "UNAUTHORIZED");
        fixture.pass(100);
        fixture.pair("old-token", "tv", "linux").await.refused(401, "UNAUTHORIZED");
        fixture.pair("new-token", "tv", "linux").await.expect(StatusCode::OK);
    })
    .await;
}
