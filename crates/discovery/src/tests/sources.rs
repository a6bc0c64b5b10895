//! Sources that fail, lie, or say too much.

use kit::Status;
use testkit::deadline;

use super::house::{PATIENCE, both, container};
use super::server::{Manner, Server};
use crate::model::{Address, Source};
use crate::sightings::{Condition, Sighting};

#[tokio::test]
async fn a_source_that_fails_loses_nothing_and_says_so() {
    both(async |house| {
        let server = Server::start(Manner::Answers).await;
        house.see(container("web", server.address)).await;
        house.until_shown(&["proposal_docker_http_web_80"]).await;
        let failing = Condition::Failing { reason: "no permission; join the group docker".into() };
        let tell = |condition: &Condition| Sighting::Condition(Source::Docker, condition.clone());
        for _ in 0..5 {
            house.hear(tell(&failing)).await;
        }
        deadline("the board says so", PATIENCE, async || {
            house.health.overall() == Status::Degraded
        })
        .await;
        let board = house.health.components();
        assert_eq!(
            (board[0].name, board[0].message.as_deref()),
            ("docker", Some("no permission; join the group docker"))
        );
        house.hear(tell(&Condition::Working { remark: None })).await;
        house.hear(tell(&failing)).await;
        house.hear(tell(&Condition::Working { remark: None })).await;
        deadline("it is well again", PATIENCE, async || house.health.overall() == Status::Healthy)
            .await;
        house.until_shown(&["proposal_docker_http_web_80"]).await;
        let lines = [
            "Docker is looked at again",
            "Docker cannot be looked at",
            "web was discovered by docker",
        ];
        deadline("the feed has three lines", PATIENCE, async || house.feed().await == lines).await;
        let metrics = house.metrics.render();
        assert!(
            metrics.contains("gatehouse_discovery_source_up{source=\"docker\"} 1"),
            "{metrics}"
        );
    })
    .await;
}

#[tokio::test]
async fn nothing_waits_behind_what_the_database_does_not_take() {
    both(async |house| {
        let (odd, good) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        // PostgreSQL has no such character.
        house.see(container("nu\0l", odd.address)).await;
        house.see(container("web", good.address)).await;
        deadline("the good one is told of", PATIENCE, async || {
            house.feed().await.iter().any(|line| line == "web was discovered by docker")
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn the_gateway_itself_and_nonsense_are_never_proposed() {
    both(async |house| {
        let server = Server::start(Manner::Answers).await;
        let hosts = ["127.0.0.1:8443", "169.254.169.254:80", "0.0.0.0:9000"];
        for (number, address) in hosts.into_iter().enumerate() {
            house
                .see(container(&format!("own{number}"), address.parse().expect("an address")))
                .await;
        }
        let mut odd = container("odd", server.address);
        odd.offers[0].addresses = ["a b", "x/../y", "evil@host", "fe80::1%eth0", ""]
            .map(|host| Address { host: host.to_owned(), port: 80 })
            .to_vec();
        odd.offers[0].probing = crate::model::Probing::Adds;
        house.see(odd).await;
        house.see(container("web", server.address)).await;
        house.until_shown(&["proposal_docker_http_web_80"]).await;
    })
    .await;
}
