//! Many services at once.

use http::StatusCode;
use testkit::deadline;

use super::fixture::{PATIENCE, both, container};
use super::server::{Manner, Server};
use crate::model::{Observation, Probing, Source};
use crate::sightings::Sighting;
use routing::Scheme;

const CROWD: u16 = 2_000;

/// Services of a cluster that does not let us in: nobody answers.
fn crowd() -> Vec<Observation> {
    let one = |number: u16| {
        let address = ([127, 0, 0, 1], 20_000 + number).into();
        let mut one = container(&format!("crowd-{number}"), address);
        one.offers[0].probing = Probing::Adds;
        one.offers[0].scheme = Some(Scheme::Http);
        one
    };
    (0..CROWD).map(one).collect()
}

#[tokio::test]
async fn a_crowd_is_listed_at_once_and_one_more_does_not_wait_for_it() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        fixture.hear(Sighting::Whole(Source::Docker, crowd())).await;
        deadline("all of them", testkit::PATIENCE, async || {
            fixture.discovery.proposals() == usize::from(CROWD)
        })
        .await;
        let mut more = container("more", server.address);
        more.score = crate::model::Score::base(95, "first");
        fixture.see(more).await;
        let id = "proposal_docker_http_more_80";
        deadline("one more", PATIENCE, async || fixture.discovery.proposals() > usize::from(CROWD))
            .await;
        assert_eq!(fixture.ids().await[0], id);
        fixture.decide(id, "approve", None).await.expect(StatusCode::OK);
        deadline("all are told of", testkit::PATIENCE, async || {
            let feed = fixture.feed().await;
            let told: usize =
                feed.iter().filter_map(|line| line.split(' ').next()?.parse::<usize>().ok()).sum();
            told == usize::from(CROWD)
        })
        .await;
    })
    .await;
}
