//! What an engine looks like from inside one of its containers: this test runs itself there.

use engines::{Engine, Reach};
use testkit::docker::Container;

use crate::lab::{at, client};

const SOCKET_INSIDE: &str = "/engine.sock";
const TEST: &str = "docker_inside::a_program_in_a_container_knows_where_it_is";
const INSIDE: &str = "ENGINES_TEST_INSIDE";

#[tokio::test(flavor = "multi_thread")]
async fn a_program_in_a_container_knows_where_it_is() {
    #[expect(clippy::disallowed_methods, reason = "the test hands itself an argument")]
    if let Ok(network) = std::env::var(INSIDE) {
        return look_around(&network).await;
    }
    let Some(engine) = testkit::docker() else { return };
    let network = engine.create_network(&engine.unique("inside"), false);
    let program = std::env::current_exe().unwrap().display().to_string();
    let container = |name: &str| {
        Container::new(engine.unique(name))
            .mount(&program, "/program")
            .mount("/usr/lib", "/lib")
            .mount("/usr/lib64", "/lib64")
            .mount(&engine.socket().display().to_string(), SOCKET_INSIDE)
            .command(&["/program", "--exact", TEST, "--nocapture"])
    };
    for running in [
        container("bridged").network(network.name()).env(INSIDE, network.name()),
        container("hosted").host_network().env(INSIDE, "host"),
    ] {
        let running = engine.run(running);
        let path = format!("/containers/{}", running.id());
        let null = serde_json::Value::Null;
        let ended = engine.api("POST", &format!("{path}/wait"), &null).body;
        let said = engine.api("GET", &format!("{path}/logs?stdout=1&stderr=1"), &null).body;
        assert_eq!(ended["StatusCode"], 0, "{said}");
    }
    assert_eq!(client(engine).surroundings().await.unwrap().own, None);
}

async fn look_around(network: &str) {
    let docker = at(SOCKET_INSIDE);
    let here = docker.surroundings().await.expect("the engine answers");
    let own = here.own.expect("it is a container of this engine");
    assert_eq!(own.as_str().len(), 64);
    let known = docker.container(&own).await.expect("it is there");
    match here.reach {
        Reach::Host => assert_eq!(network, "host"),
        Reach::Networks(networks) => {
            assert_eq!(networks, known.container.networks);
            assert_eq!((networks.len(), networks[0].network.as_str()), (1, network));
        }
        Reach::Remote(_) | Reach::Unknown => {
            panic!("it shares a network with the engine's containers")
        }
    }
}
