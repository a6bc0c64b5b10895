use std::time::Duration;

use engines::{Action, ContainerId, Engine, Fault, State};
use testkit::docker::{Container, DockerEngine};

use crate::lab::{client, id};

const START: Action = Action::Start { replicas: None };
const STOP: Action = Action::Stop { grace: Duration::from_secs(5) };
const RESTART: Action = Action::Restart { grace: Duration::from_secs(5) };

#[tokio::test]
async fn containers_are_started_stopped_and_restarted() {
    let Some(engine) = testkit::docker() else { return };
    let client = client(engine);
    let made = engine.create(Container::new(engine.unique("acted")));
    let id = id(&made);
    let state = async || client.container(&id).await.expect("it is there").container.state;
    for (action, expected) in [
        (START, State::Running),
        (STOP, State::Exited),
        (RESTART, State::Running),
        // What is so already is done.
        (START, State::Running),
        (STOP, State::Exited),
        (STOP, State::Exited),
        (START, State::Running),
    ] {
        client.act(&id, action).await.unwrap_or_else(|error| panic!("{action:?}: {error}"));
        assert_eq!(state().await, expected, "{action:?}");
    }
    made.pause();
    client.act(&id, START).await.expect("what is paused goes on");
    assert_eq!(state().await, State::Running);
    made.pause();
    client.act(&id, STOP).await.expect("what is paused can be ended");
    assert_eq!(state().await, State::Exited);

    let missing = ContainerId::parse("no-such-container").unwrap();
    assert_eq!(client.act(&missing, STOP).await.unwrap_err().fault, Fault::NotFound);
}

#[tokio::test]
async fn what_cannot_be_started_says_why() {
    let Some(engine) = testkit::docker() else { return };
    let made =
        engine.create(Container::new(engine.unique("broken")).command(&["/no/such/program"]));
    let error = client(engine).act(&id(&made), START).await.unwrap_err();
    assert_eq!(error.fault, Fault::Failed, "{error}");
    assert!(error.message.contains("/no/such/program"), "{error}");
}

/// An answer that never comes says nothing about what was done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_goes_away_in_the_middle_is_a_clear_end() {
    let Some(engine) = DockerEngine::apart() else { return };
    let client = client(&engine);
    // It ignores the polite request to end, so that the stop takes its time.
    let stubborn = engine.run(Container::new(engine.unique("stubborn")).command(&[
        "sh",
        "-c",
        "trap '' TERM; sleep 600",
    ]));
    let id = id(&stubborn);
    let stop = client.act(&id, Action::Stop { grace: Duration::from_secs(20) });
    let stop = tokio::time::timeout(Duration::from_secs(120), stop);
    let crash = async { tokio::task::block_in_place(|| engine.kill_engine()) };
    let (ended, ()) = tokio::join!(stop, crash);
    let ended = ended.expect("it does not hang");
    assert_eq!(ended.unwrap_err().fault, Fault::Unreachable);

    tokio::task::block_in_place(|| engine.start_engine());
    // The engine's end was the container's, and the engine is there again.
    client.act(&id, RESTART).await.expect("it runs again");
    let now = client.container(&id).await.expect("it is there");
    assert_eq!(now.container.state, State::Running);
}

#[tokio::test]
async fn a_look_shows_the_engine_s_own_words() {
    let Some(engine) = testkit::docker() else { return };
    let running = engine.run(Container::new(engine.unique("raw")).env("A", "b").label("x", "y"));
    let seen = client(engine).inspect(&id(&running)).await.expect("it is there");
    let told = running.inspect();
    for field in ["Id", "Name", "Path", "Args", "Image", "RestartCount"] {
        assert_eq!(seen.raw[field], told[field], "{field}");
    }
    assert_eq!(seen.raw["Config"]["Env"], told["Config"]["Env"]);
    assert_eq!(seen.raw["State"]["Status"], "running");
    assert_eq!(*seen.details.container.name, *running.name());
    assert!(!format!("{seen:?}").contains("A=b"), "what is in an environment is not logged");
}
