use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::Path;

use engines::{Change, Docker, DockerAddress, Engine, EngineError, Fault};
use futures::StreamExt;
use testkit::PATIENCE;
use testkit::docker::{Container, DockerEngine};

use crate::lab::{at, connected, id};

async fn failure(docker: Docker) -> EngineError {
    docker.containers().await.expect_err("nothing answers there")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_is_spoken_to_over_tcp() {
    let Some(engine) = testkit::docker() else { return };
    let docker = at(&format!("tcp://127.0.0.1:{}", engine.tcp_port()));
    let running = engine.run(Container::new(engine.unique("tcp")));
    assert!(docker.container(&id(&running)).await.is_ok());
    connected(&mut docker.changes(), PATIENCE).await;
}

fn secured(engine: &DockerEngine, ca: &Path, cert: &Path, key: &Path) -> Docker {
    let text = |path: &Path| path.display().to_string();
    let address = DockerAddress::parse(&format!("tcp://127.0.0.1:{}", engine.tls_port()))
        .and_then(|address| address.secured(&text(ca), &text(cert), &text(key)));
    Docker::new(address.expect("the files make sense"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_is_spoken_to_over_tls() {
    let Some(engine) = testkit::docker() else { return };
    let files = engine.tls();
    let docker = secured(engine, &files.ca, &files.certificate, &files.key);
    assert_eq!(docker.containers().await.map(drop), Ok(()));
    connected(&mut docker.changes(), PATIENCE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_files_for_tls_are_named() {
    let Some(engine) = testkit::docker() else { return };
    let files = engine.tls();
    let none = Path::new("");
    let missing = files.folder.join("missing.pem");

    let without = failure(secured(engine, &files.ca, none, none)).await;
    assert_eq!(without.fault, Fault::Forbidden, "{without}");
    let stranger = failure(secured(engine, &files.certificate, none, none)).await;
    assert!(stranger.message.contains("unknown authority"), "{stranger}");
    let absent = failure(secured(engine, &missing, none, none)).await;
    assert!(absent.message.contains("missing.pem cannot be read"), "{absent}");
    let swapped = failure(secured(engine, &files.ca, &files.key, &files.certificate)).await;
    assert!(swapped.message.contains("TLS cannot be used"), "{swapped}");

    let plain = failure(at(&format!("tcp://127.0.0.1:{}", engine.tls_port()))).await;
    assert_eq!(plain.advice.as_deref(), Some("name the files for TLS"));
    let tcp = DockerAddress::parse(&format!("tcp://127.0.0.1:{}", engine.tcp_port())).unwrap();
    let eager = Docker::new(tcp.secured(&files.ca.display().to_string(), "", "").unwrap());
    let eager = failure(eager).await;
    assert!(eager.message.contains("does not speak TLS"), "{eager}");
}

#[tokio::test]
async fn a_socket_that_cannot_be_used_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();

    let missing = failure(at(&path("missing.sock"))).await;
    assert_eq!(missing.fault, Fault::Unreachable);
    assert!(missing.message.contains("there is no socket"), "{missing}");

    drop(UnixListener::bind(path("dead.sock")).unwrap());
    let dead = failure(at(&path("dead.sock"))).await;
    assert_eq!(dead.fault, Fault::Unreachable);
    assert!(dead.to_string().contains("systemctl start docker"), "{dead}");

    let refused = failure(at(&format!("tcp://127.0.0.1:{}", testkit::free_port()))).await;
    assert_eq!(refused.fault, Fault::Unreachable);
    let mut changes = at(&path("missing.sock")).changes();
    assert!(matches!(changes.next().await, Some(Change::Lost(error)) if error == missing));
}

/// Root may use any socket, so the test looks through the eyes of somebody else.
#[test]
fn a_socket_that_we_may_not_use_says_how_to_get_in() {
    const AS_NOBODY: &str = "ENGINES_TEST_SOCKET";
    #[expect(clippy::disallowed_methods, reason = "the test hands itself an argument")]
    if let Ok(socket) = std::env::var(AS_NOBODY) {
        return expect_refusal(&socket);
    }
    let folder = tempfile::tempdir().unwrap();
    let all = PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), all).unwrap();
    let socket = folder.path().join("docker.sock");
    let _listener = UnixListener::bind(&socket).unwrap();
    std::fs::set_permissions(&socket, PermissionsExt::from_mode(0o000)).unwrap();
    if std::fs::metadata(&socket).unwrap().uid() != 0 {
        return expect_refusal(&socket.display().to_string());
    }
    // The program lies where only root may look, so a copy is run.
    let program = folder.path().join("program");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let status = std::process::Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program)
        .args(["--exact", "docker_address::a_socket_that_we_may_not_use_says_how_to_get_in"])
        .env(AS_NOBODY, &socket)
        .status()
        .expect("setpriv is part of every Debian");
    assert!(status.success());
}

fn expect_refusal(socket: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let error = runtime.expect("a runtime starts").block_on(failure(at(socket)));
    assert_eq!(error.fault, Fault::Forbidden, "{error}");
    assert!(error.to_string().contains("usermod -aG docker"), "{error}");
}
