//! Sources that fail, lie, or say too much.

use kit::Status;
use testkit::deadline;

use super::fixture::{PATIENCE, both, container};
use super::server::{Manner, Server};
use crate::model::{Address, Source};
use crate::sightings::{Condition, Sighting};

#[tokio::test]
async fn a_source_that_fails_loses_nothing_and_says_so() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&["proposal_docker_http_web_80"]).await;
        let failing = Condition::Failing { reason: "no permission; join the group docker".into() };
        let tell = |condition: &Condition| Sighting::Condition(Source::Docker, condition.clone());
        for _ in 0..5 {
            fixture.hear(tell(&failing)).await;
        }
        deadline("the board says so", PATIENCE, async || {
            fixture.health.overall() == Status::Degraded
        })
        .await;
        let board = fixture.health.components();
        assert_eq!(
            (board[0].name, board[0].message.as_deref()),
            ("docker", Some("no permission; join the group docker"))
        );
        fixture.hear(tell(&Condition::Working { remark: None })).await;
        fixture.hear(tell(&failing)).await;
        fixture.hear(tell(&Condition::Working { remark: None })).await;
        deadline("it is well again", PATIENCE, async || {
            fixture.health.overall() == Status::Healthy
        })
        .await;
        fixture.until_shown(&["proposal_docker_http_web_80"]).await;
        let lines = [
            "Docker is looked at again",
            "Docker cannot be looked at",
            "web was discovered by docker",
        ];
        deadline("the feed has three lines", PATIENCE, async || fixture.feed().await == lines)
            .await;
        let metrics = fixture.metrics.render();
        assert!(
            metrics.contains("gatehouse_discovery_source_up{source=\"docker\"} 1"),
            "{metrics}"
        );
    })
    .await;
}

#[tokio::test]
async fn nothing_waits_behind_what_the_database_does_not_take() {
    both(async |fixture| {
        let (odd, good) =
            (Server::start(Manner::Answers).await, Server::start(Manner::Answers).await);
        // PostgreSQL has no such character.
        fixture.see(container("nu\0l", odd.address)).await;
        fixture.see(container("web", good.address)).await;
        deadline("the good one is told of", PATIENCE, async || {
            fixture.feed().await.iter().any(|line| line == "web was discovered by docker")
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn the_gateway_itself_and_nonsense_are_never_proposed() {
    both(async |fixture| {
        let server = Server::start(Manner::Answers).await;
        let hosts = ["127.0.0.1:8443", "169.254.169.254:80", "0.0.0.0:9000"];
        for (number, address) in hosts.into_iter().enumerate() {
            fixture
                .see(container(&format!("own{number}"), address.parse().expect("an address")))
                .await;
        }
        let mut odd = container("odd", server.address);
        odd.offers[0].addresses = ["a b", "x/../y", "evil@host", "fe80::1%eth0", ""]
            .map(|host| Address { host: host.to_owned(), port: 80 })
            .to_vec();
        odd.offers[0].probing = crate::model::Probing::Adds;
        fixture.see(odd).await;
        fixture.see(container("web", server.address)).await;
        fixture.until_shown(&["proposal_docker_http_web_80"]).await;
    })
    .await;
}
