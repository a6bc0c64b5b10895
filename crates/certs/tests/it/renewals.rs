//! What happens by itself as time goes by.

use http::StatusCode;
use kit::{Page, Status};
use serde_json::json;

use crate::fixture::{DAY, Fixture, both, machine};
use crate::imports::Pair;

async fn notices(fixture: &Fixture) -> Vec<String> {
    let page = fixture.events.activity(Page::first(50)).await.expect("the feed");
    page.items.into_iter().rev().map(|entry| entry.message).collect()
}

#[tokio::test]
async fn certificates_are_renewed_after_two_thirds_of_their_life() {
    both(async |machine| {
        let fixture = machine.start().await;
        fixture.generate(&["tv.lan", "10.0.0.9"]).await;
        fixture.generate(&["home.example"]).await;
        let (private, public) = (fixture.leaf(Some("tv.lan")), fixture.leaf(Some("home.example")));
        let pins = fixture.certs.spki_pins();
        machine.clock.advance(59 * DAY);
        fixture.certs.round().await;
        assert_eq!(fixture.leaf(Some("tv.lan")), private, "still young");
        machine.clock.advance(2 * DAY);
        fixture.certs.round().await;
        assert_ne!(fixture.leaf(Some("tv.lan")), private);
        assert_ne!(fixture.leaf(Some("home.example")), public);
        assert_eq!(fixture.certs.spki_pins(), pins);
        let list = fixture.get("/api/v1/certificates").await.expect(StatusCode::OK);
        for entry in list["certificates"].as_array().expect("a list") {
            assert_eq!(entry["expires_in_days"], 90, "{entry}");
        }
        let metrics = fixture.metrics.render();
        assert!(
            metrics.contains("gatehouse_certificate_renewals_total{outcome=\"renewed\"} 3"),
            "{metrics}"
        );
    })
    .await;
}

#[tokio::test]
async fn one_that_nobody_renews_is_told_of_as_its_end_comes_near() {
    both(async |machine| {
        let fixture = machine.start().await;
        let now = machine.clock.now().unix();
        let pair = Pair::with(&["home.example"], |leaf| {
            let epoch = rcgen::date_time_ymd(1970, 1, 1);
            let end = u64::try_from(now).expect("a time") + 30 * 86_400;
            leaf.not_after = epoch + std::time::Duration::from_secs(end);
        });
        fixture.post("replace", pair.body("home.example")).await.expect(StatusCode::OK);
        let mut told = Vec::new();
        for _ in 0..32 {
            machine.clock.advance(DAY);
            let before = notices(&fixture).await.len();
            fixture.certs.round().await;
            fixture.certs.round().await;
            told.extend(notices(&fixture).await.split_off(before));
        }
        let expires =
            |days: i64| format!("The certificate for home.example expires in {days} days");
        let today = "The certificate for home.example expires today".to_owned();
        assert_eq!(told, [expires(14), expires(7), expires(3), expires(1), today]);
    })
    .await;
}

#[tokio::test]
async fn the_last_good_one_stays_when_the_authority_is_away() {
    let machine = machine().await;
    let fixture = machine.try_start(authority_that_is_away(), None).await.expect("it starts");
    let order = json!({ "domains": ["home.example"], "provider": "acme" });
    let error = fixture.post("generate", order).await.refused(502, "BAD_GATEWAY");
    assert!(error["message"].as_str().expect("text").contains("refused"), "{error}");
    assert_eq!(fixture.listed().await, ["nas.local"], "nothing was changed");

    fixture.generate(&["home.example"]).await;
    let mut tx = machine.db.begin().await.expect("a transaction");
    let sql = "UPDATE certificates SET provider = 'acme'";
    store::query(sql).execute(&mut *tx).await.expect("changed");
    tx.commit().await.expect("committed");
    let fixture = machine.try_start(authority_that_is_away(), None).await.expect("it starts");
    let before = fixture.leaf(Some("home.example"));
    machine.clock.advance(61 * DAY);
    fixture.certs.round().await;
    fixture.certs.round().await;
    assert_eq!(fixture.leaf(Some("home.example")), before);
    let failed = "The certificate for home.example could not be renewed";
    let told = notices(&fixture).await.into_iter().filter(|notice| notice == failed).count();
    assert_eq!(told, 1, "it is told once");
    assert_eq!(fixture.health.overall(), Status::Degraded);
}

fn authority_that_is_away() -> certs::Config {
    let directory = "https://127.0.0.1:1/dir".to_owned();
    certs::Config { acme: certs::AcmeConfig { directory, ..certs::AcmeConfig::default() } }
}
