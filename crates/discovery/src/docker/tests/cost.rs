//! What is asked of the engine, seen by somebody who stands between.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit::{Shutdown, Supervisor};
use tempfile::TempDir;
use testkit::docker::{Container, DockerEngine};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{UnixListener, UnixStream};

use super::{Lab, PATIENCE, named};
use crate::config::DockerConfig;
use crate::sightings::Condition;

const REFUSAL: &[u8] = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";

/// Hands requests to an engine and writes them down.
struct Between {
    supervisor: Supervisor,
    socket: PathBuf,
    asked: Arc<Mutex<Vec<String>>>,
    _folder: TempDir,
}

impl Between {
    /// `refused`: what no path may end in that is handed on.
    fn new(engine: &DockerEngine, refused: &'static str) -> Between {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("between.sock");
        let listener = UnixListener::bind(&socket).unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let supervisor = Supervisor::new(Shutdown::default());
        let (carriers, heard) = (supervisor.clone(), Arc::clone(&asked));
        let (engine, token) = (engine.socket().to_owned(), supervisor.shutdown().token());
        supervisor.spawn(async move {
            while let Some(Ok((client, _))) = token.run_until_cancelled(listener.accept()).await {
                let (engine, heard, token) = (engine.clone(), Arc::clone(&heard), token.clone());
                carriers.spawn(async move {
                    token.run_until_cancelled(carry(client, &engine, refused, &heard)).await;
                });
            }
        });
        Between { supervisor, socket, asked, _folder: folder }
    }

    fn lab(&self) -> Lab {
        Lab::at(self.socket.to_str().unwrap(), DockerConfig::default())
    }

    /// What was asked since this was called last.
    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

impl Drop for Between {
    fn drop(&mut self) {
        self.supervisor.shutdown().drain();
    }
}

async fn carry(mut client: UnixStream, engine: &Path, refused: &str, asked: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = client.read_u8().await else { return };
        head.push(byte);
    }
    let text = String::from_utf8_lossy(&head);
    let path = text.split([' ', '?']).nth(1).unwrap_or_default().to_owned();
    let is_refused = !refused.is_empty() && path.ends_with(refused);
    asked.lock().unwrap().push(path);
    if is_refused {
        let _ = client.write_all(REFUSAL).await;
        return;
    }
    let Ok(mut engine) = UnixStream::connect(engine).await else { return };
    let _ = engine.write_all(&head).await;
    let _ = copy_bidirectional(&mut client, &mut engine).await;
}

fn looks(asked: &[String]) -> Vec<&str> {
    let one = |path: &&String| path.contains("/containers/") && !path.ends_with("/containers/json");
    asked.iter().filter(one).map(String::as_str).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_more_container_costs_the_same_however_many_there_are() {
    const MANY: usize = 20;
    let Some(engine) = DockerEngine::apart() else { return };
    let many = engine
        .create_many(MANY, |n| Container::new(format!("many-{n}")).command(&["sleep", "1000"]));
    tokio::task::block_in_place(|| many.start());
    let between = Between::new(&engine, "");
    let mut lab = between.lab();
    assert_eq!(lab.whole(PATIENCE).await.len(), MANY);
    assert!(looks(&between.asked()).len() >= MANY, "each is looked at once");

    lab.rescan_timer.look_now();
    lab.whole(PATIENCE).await;
    let asked = between.asked();
    // The events of their start may have come late.
    let late = looks(&asked).len();
    lab.rescan_timer.look_now();
    lab.whole(PATIENCE).await;
    assert!(looks(&between.asked()).len() <= late, "what did not change is not looked at");

    let one = engine.run(Container::new("one-more").command(&["sleep", "1000"]));
    lab.seen(one.name()).await;
    let asked = between.asked();
    assert!(!asked.iter().any(|path| path.ends_with("/containers/json")), "{asked:?}");
    let looks = looks(&asked);
    assert!(looks.iter().all(|path| path.contains(one.id())), "{looks:?}");
    assert!(looks.len() <= 5, "one for each event at most: {looks:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_allows_lists_and_no_events_is_asked_now_and_then() {
    let Some(engine) = testkit::docker() else { return };
    let between = Between::new(engine, "/events");
    let mut lab = between.lab();
    lab.rescan_timer.set_interval(Duration::from_millis(300));
    let Condition::Working { remark: Some(remark) } = lab.condition(PATIENCE).await else {
        panic!("lists are allowed")
    };
    assert!(remark.contains("Without events"), "{remark}");
    let one = engine.run(Container::new(engine.unique("polled")));
    lab.seen(one.name()).await;
    one.stop();
    lab.gone(one.name()).await;

    let closed = Between::new(engine, "/json");
    let Condition::Failing { reason } = closed.lab().condition(PATIENCE).await else {
        panic!("nothing can be seen")
    };
    assert!(reason.contains("allow reading containers"), "{reason}");
    assert!(named(&lab.whole(PATIENCE).await, one.name()).is_none());
}
