use testkit::PATIENCE;

use engines::{
    ContainerId, EngineError, Fault, LEFT_OUT, LogLine, LogLines, LogRequest, LogStream, Witness,
};
use futures::StreamExt;
use serde_json::{Value, json};
use testkit::docker::{Container, DockerEngine, Running};
use tokio::time::timeout;

use crate::lab::{client, id};

fn says(engine: &DockerEngine, script: &str) -> Container {
    Container::new(engine.unique("says")).command(&["sh", "-c", script])
}

async fn open(engine: &DockerEngine, of: &Running<'_>, wanted: LogRequest) -> LogLines {
    client(engine).logs(&id(of), wanted).await.expect("it has a log")
}

/// Everything until the end, and whether that was an error.
async fn rest(mut lines: LogLines) -> (Vec<LogLine>, Option<EngineError>) {
    let all = async {
        let mut found = Vec::new();
        while let Some(batch) = lines.next().await {
            match batch {
                Ok(batch) => found.extend(batch),
                Err(error) => return (found, Some(error)),
            }
        }
        (found, None)
    };
    timeout(PATIENCE, all).await.expect("it ends")
}

async fn next(lines: &mut LogLines) -> Vec<LogLine> {
    let next = timeout(PATIENCE, lines.next()).await.expect("a line comes");
    next.expect("it has not ended").expect("nothing broke")
}

fn follow(tail: u32) -> LogRequest {
    LogRequest { tail: Some(tail), follow: true, ..LogRequest::default() }
}

fn texts(lines: &[LogLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

async fn ended(running: &Running<'_>) {
    testkit::deadline("it has ended", PATIENCE, async || {
        running.inspect()["State"]["Running"] == json!(false)
    })
    .await;
}

#[tokio::test]
async fn both_streams_come_with_their_times_and_end_with_the_container() {
    let Some(engine) = testkit::docker() else { return };
    let script = "echo one; echo 'Größe ☃' >&2; echo; printf 'no end'";
    let running = engine.run(says(engine, script));
    ended(&running).await;
    let (lines, error) = rest(open(engine, &running, follow(100)).await).await;
    assert_eq!(error, None);
    let of = |stream: LogStream| -> Vec<&str> {
        lines.iter().filter(|line| line.stream == stream).map(|line| line.text.as_str()).collect()
    };
    assert_eq!(of(LogStream::Stdout), ["one", "", "no end"]);
    assert_eq!(of(LogStream::Stderr), ["Größe ☃"]);
    assert!(lines.iter().all(|line| line.at.is_some()));

    let tail = LogRequest { tail: Some(1), ..LogRequest::default() };
    assert_eq!(rest(open(engine, &running, tail).await).await.0.len(), 1);
    let none = LogRequest { tail: Some(0), ..LogRequest::default() };
    assert!(rest(open(engine, &running, none).await).await.0.is_empty());
    let newest = lines.iter().filter_map(|line| line.at).max();
    let since = LogRequest { since: newest, ..LogRequest::default() };
    assert!(!rest(open(engine, &running, since).await).await.0.is_empty());
}

#[tokio::test]
async fn a_terminal_and_long_lines_are_read_as_they_were_written() {
    let Some(engine) = testkit::docker() else { return };
    let long =
        "head -c 100000 /dev/zero | tr '\\0' x; echo; head -c 1200000 /dev/zero | tr '\\0' y";
    let script = format!("echo first; {long}; echo; echo last");
    let plain = engine.run(says(engine, &script));
    let body = json!({
        "Image": engine.image(), "Tty": true, "Cmd": ["sh", "-c", script],
    });
    let name = engine.unique("terminal");
    let made = engine.api("POST", &format!("/containers/create?name={name}"), &body);
    let terminal = made.body["Id"].as_str().expect("an id").to_owned();
    engine.api("POST", &format!("/containers/{terminal}/start"), &Value::Null);

    let expected =
        ["first".to_owned(), "x".repeat(100_000), LEFT_OUT.to_owned(), "last".to_owned()];
    let (lines, error) = rest(open(engine, &plain, follow(100)).await).await;
    assert_eq!((texts(&lines), error), (expected.iter().map(String::as_str).collect(), None));
    let terminal_id = ContainerId::parse(&terminal).expect("an id");
    let lines = client(engine).logs(&terminal_id, follow(100)).await.expect("a log");
    let (lines, error) = rest(lines).await;
    engine.api("DELETE", &format!("/containers/{terminal}?force=1"), &Value::Null);
    assert_eq!((texts(&lines), error), (expected.iter().map(String::as_str).collect(), None));
}

#[tokio::test]
async fn what_is_said_later_comes_until_the_container_is_gone() {
    let Some(engine) = testkit::docker() else { return };
    let script = "n=0; while true; do echo $n; n=$((n+1)); sleep 0.1; done";
    let running = engine.run(says(engine, script));
    let mut lines = open(engine, &running, follow(1000)).await;
    let mut seen = Vec::new();
    while seen.len() < 20 {
        seen.extend(next(&mut lines).await);
    }
    let expected: Vec<String> = (0..seen.len()).map(|n| n.to_string()).collect();
    assert_eq!(texts(&seen), expected);
    running.remove();
    assert_eq!(rest(lines).await.1, None, "it ended, nothing broke");
}

#[tokio::test]
async fn what_has_no_log_is_refused() {
    let Some(engine) = testkit::docker() else { return };
    for text in ["no-such-container", "media/jellyfin-0"] {
        let id = ContainerId::parse(text).expect("an id");
        let error = client(engine).logs(&id, follow(1)).await.err().expect("there is none");
        assert_eq!(error.fault, Fault::NotFound, "{text}");
    }
    let body = json!({
        "Image": engine.image(), "HostConfig": { "LogConfig": { "Type": "none" } },
    });
    let name = engine.unique("mute");
    engine.api("POST", &format!("/containers/create?name={name}"), &body);
    engine.api("POST", &format!("/containers/{name}/start"), &Value::Null);
    let id = ContainerId::parse(&name).expect("an id");
    let error = client(engine).logs(&id, follow(1)).await.err().expect("there is none");
    engine.api("DELETE", &format!("/containers/{name}?force=1"), &Value::Null);
    assert_eq!(error.fault, Fault::Failed, "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_ends_ends_its_logs() {
    let Some(engine) = DockerEngine::apart() else { return };
    for crash in [true, false] {
        let running = engine.run(says(&engine, "while true; do echo tick; sleep 0.2; done"));
        let mut lines = open(&engine, &running, follow(10)).await;
        next(&mut lines).await;
        tokio::task::block_in_place(|| {
            if crash { engine.kill_engine() } else { engine.stop_engine() }
        });
        let (_, error) = rest(lines).await;
        assert!(!crash || error.is_some_and(|error| error.fault == Fault::Unreachable));
        tokio::task::block_in_place(|| engine.start_engine());
    }
}
