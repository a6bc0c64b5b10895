use std::time::Duration;

use engines::{Change, Docker, Engine, EngineError, Fault};
use futures::StreamExt;
use testkit::PATIENCE;
use testkit::docker::{Container, DockerEngine};
use tokio::time::timeout;

use crate::lab::{client, connected, id, wait_for};

fn lost(change: &Change) -> Option<EngineError> {
    match change {
        Change::Lost(error) => Some(error.clone()),
        _ => None,
    }
}

/// The engine's own start and stop block, so they run on another thread.
async fn with_engine(engine: &DockerEngine, act: impl FnOnce(&DockerEngine)) {
    tokio::task::block_in_place(|| act(engine));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_ends_is_lost_at_once_and_found_again() {
    let Some(engine) = DockerEngine::apart() else { return };
    let client = client(&engine);
    let mut changes = client.changes();
    connected(&mut changes, PATIENCE).await;

    for crash in [false, true] {
        with_engine(
            &engine,
            |engine| if crash { engine.kill_engine() } else { engine.stop_engine() },
        )
        .await;
        let error = wait_for(&mut changes, PATIENCE, lost).await;
        assert_eq!(error.fault, Fault::Unreachable, "{error}");
        let refused = client.containers().await.unwrap_err();
        assert_eq!(refused.fault, Fault::Unreachable);
        assert!(refused.advice.is_some());

        // The stream says each reason once, however often it tries.
        let more = async {
            let mut said = vec![error.message.clone()];
            while let Some(change) = changes.next().await {
                let again = lost(&change).expect("there is no engine").message;
                assert!(!said.contains(&again), "{again} was said twice");
                said.push(again);
            }
        };
        assert!(timeout(Duration::from_secs(5), more).await.is_err(), "it goes on trying");

        with_engine(&engine, DockerEngine::start_engine).await;
        connected(&mut changes, PATIENCE).await;
        assert!(client.containers().await.is_ok());
    }
    let container = engine.run(Container::new(engine.unique("after")));
    let own = id(&container);
    let right = |change: &Change| matches!(change, Change::Changed(id) if *id == own).then_some(());
    wait_for(&mut changes, PATIENCE, right).await;
}

/// A process that is told to stop may still do so for a moment.
async fn refusal(client: &Docker) -> EngineError {
    loop {
        if let Err(error) = client.containers().await {
            return error;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_hangs_is_noticed() {
    let Some(engine) = DockerEngine::apart() else { return };
    let client = client(&engine);
    let mut changes = client.changes();
    connected(&mut changes, PATIENCE).await;

    with_engine(&engine, DockerEngine::pause_engine).await;
    let (called, told) = tokio::join!(refusal(&client), wait_for(&mut changes, PATIENCE, lost));
    assert_eq!(called.fault, Fault::Timeout, "{called}");
    assert_eq!(told.fault, Fault::Timeout, "{told}");

    with_engine(&engine, DockerEngine::resume_engine).await;
    connected(&mut changes, PATIENCE).await;
    assert!(client.containers().await.is_ok());
}
