use std::fs::{self, Permissions};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

use serde_json::Value;
use testkit::{Database, Gateway, free_port, lan_address};

use crate::terminal::{Answer, Terminal};

fn doctor(terminal: &Terminal, more: &[&str]) -> Answer {
    let address = format!("127.0.0.1:{}", free_port());
    terminal.run(&[&["doctor", "--addr", &address], more].concat())
}

#[test]
fn before_the_first_start_everything_is_well_and_stays_untouched() {
    let terminal = Terminal::new();
    let answer = doctor(&terminal, &[]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.lines().all(|line| line.starts_with("ok ")), "{}", answer.out);
    assert!(!terminal.path("data").exists());
}

#[test]
fn a_broken_configuration_is_told_and_the_rest_left_out() {
    let answer = doctor(&Terminal::with_config("server: 5"), &[]);
    assert_eq!(answer.code, Some(1));
    let start = "FAIL  configuration: config.yaml:1:9: server: ";
    assert!(answer.out.starts_with(start), "{answer:?}");
}

#[test]
fn what_is_wrong_is_found_and_how_to_mend_it_is_said() {
    let terminal = Terminal::with_config("server: {tls_cert: no.pem, tls_key: no.key}");
    fs::create_dir(terminal.path("data")).expect("a folder");
    fs::set_permissions(terminal.path("data"), Permissions::from_mode(0o755)).expect("a mode");
    fs::write(terminal.path("data/gatehouse.db"), "not a database").expect("a file");
    let answer = doctor(&terminal, &[]);
    assert_eq!(answer.code, Some(1));
    let line = |start: &str| answer.out.lines().any(|line| line.starts_with(start));
    assert!(
        line("warn  data directory: others can look into ./data; close it with chmod 700"),
        "{}",
        answer.out
    );
    assert!(line("FAIL  database: "), "{}", answer.out);
    assert!(line("FAIL  certificate: no.pem: "), "{}", answer.out);
}

#[test]
fn who_is_believed_too_easily_is_named() {
    let terminal = Terminal::with_config(
        "server: {base_url: 'https://127.0.0.1:8443', trusted_proxies: [0.0.0.0/0]}\n\
         auth: {local_networks: ['::/0', 192.168.1.5]}",
    );
    let answer = doctor(&terminal, &[]);
    assert_eq!(answer.code, Some(1));
    let line = |start: &str| answer.out.lines().any(|line| line.starts_with(start));
    assert!(line("warn  base address: https://127.0.0.1:8443 means something else"), "{answer:?}");
    assert!(line("FAIL  server.trusted_proxies: 0.0.0.0/0 "), "{answer:?}");
    assert!(line("FAIL  auth.local_networks: ::/0 "), "{answer:?}");
    assert!(!answer.out.contains("192.168.1.5"), "{answer:?}");
}

#[test]
fn an_engine_that_is_not_there_is_told_from_one_that_does_not_answer() {
    let terminal = Terminal::new();
    let socket = terminal.path("engine.sock");
    let config = format!("discovery: {{docker: {{socket_path: {}}}}}", socket.display());
    fs::write(terminal.path("config.yaml"), config).expect("a file");
    let engine = |answer: &Answer| {
        let line = answer.out.lines().find(|line| line.contains("engine.sock")).unwrap_or_default();
        line.to_owned()
    };
    let answer = doctor(&terminal, &[]);
    assert!(engine(&answer).starts_with("ok    docker: there is no engine at "), "{answer:?}");
    // A socket that nobody listens at any more.
    drop(UnixListener::bind(&socket).expect("a socket"));
    let answer = doctor(&terminal, &[]);
    assert!(engine(&answer).starts_with("warn  docker: "), "{answer:?}");
    assert_eq!(answer.code, Some(0), "it is not needed to serve: {answer:?}");
}

#[test]
fn a_port_that_another_program_has_is_told_from_our_own() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = other.local_addr().expect("an address").to_string();
    let answer = Terminal::new().run(&["doctor", "--addr", &address]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("another program listens at "), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_gateway_is_recognised_and_its_database_left_alone() {
    let gateway = Gateway::launch().https().start().await;
    let (address, data_dir) = (format!("127.0.0.1:{}", gateway.port()), gateway.data_dir());
    let data_dir = data_dir.to_str().expect("UTF-8");
    let arguments = ["doctor", "--addr", &address, "--data-dir", data_dir];
    let answer = Terminal::new().run(&arguments);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("a running gateway has it open"), "{}", answer.out);
    assert!(answer.out.contains("a gateway is running at "), "{}", answer.out);
    assert!(answer.out.contains("certificate: it is good until "), "{}", answer.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_gateways_do_not_share_a_folder() {
    let gateway = Gateway::start().await;
    let (address, data_dir) = (format!("127.0.0.1:{}", free_port()), gateway.data_dir());
    let data_dir = data_dir.to_str().expect("UTF-8");
    let arguments = ["--insecure-http", "--addr", &address, "--data-dir", data_dir];
    let answer = Terminal::new().run(&arguments);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("another gatehouse works in"), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn older_tables_are_told_and_left_as_they_are() {
    let database = Database::sqlite();
    let older = [events::MIGRATIONS];
    database.open(&older).await.close().await;
    let path = database.config().database_path;
    let before = fs::read(&path).expect("a database");
    let terminal = Terminal::new();
    let path_text = path.to_str().expect("UTF-8");
    let environment = [("GATEHOUSE_STORAGE__DATABASE_PATH", path_text)];
    let address = format!("127.0.0.1:{}", free_port());
    let answer = terminal.run_with(&["doctor", "--addr", &address], &environment, "");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("the next start brings its tables up to date"), "{}", answer.out);
    assert!(!terminal.path("data").exists(), "nothing was made on the way");

    let reset = ["reset-password", "admin"];
    let answer = terminal.run_with(&reset, &environment, "a new password\n");
    assert_eq!(answer.code, Some(1), "{answer:?}");
    assert!(answer.err.contains("start this version once"), "{answer:?}");
    assert!(fs::read(&path).expect("a database") == before, "neither changed it");
}

#[test]
fn scripts_get_the_findings_as_json() {
    let terminal = Terminal::with_config("auth: {local_networks: ['::/0']}");
    let answer = doctor(&terminal, &["--json"]);
    assert_eq!(answer.code, Some(1));
    let report: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(report["ok"], false);
    let findings = report["findings"].as_array().expect("a list");
    let of = |name: &str| findings.iter().find(|finding| finding["name"] == name);
    let network = of("auth.local_networks").expect("what is wrong");
    assert_eq!(
        (&network["state"], &network["mend"]),
        (&"fail".into(), &"name single machines".into())
    );
    assert_eq!(of("clock").expect("the clock")["state"], "ok");
    assert!(of("clock").is_some_and(|finding| finding.get("mend").is_none()));
}

#[test]
fn the_calls_to_the_engine_are_listed_whatever_the_configuration_says() {
    let terminal = Terminal::with_config("server: 5");
    let answer = terminal.run(&["doctor", "--docker-policy"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("GET     look     (/v[0-9.]+)?/containers/json\n"), "{answer:?}");
    let answer = terminal.run(&["doctor", "--docker-policy", "--json"]);
    let calls: Vec<Value> = serde_json::from_str(&answer.out).expect("JSON");
    assert!(calls.iter().any(|call| call["method"] == "DELETE" && call["purpose"] == "deploy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_makes_strangers_local_is_found() {
    let Some(address) = lan_address() else { return };
    let proxy = TcpListener::bind((address, 0)).expect("a port");
    let base_url = format!("http://{}", proxy.local_addr().expect("an address"));
    let gateway = Gateway::launch().env("GATEHOUSE_SERVER__BASE_URL", &base_url).start().await;
    let own = format!("127.0.0.1:{}", gateway.port());
    let upstream = own.clone();
    let passing = std::thread::spawn(move || pass_one_connection(&proxy, &upstream));
    let data_dir = gateway.data_dir();
    let data_dir = data_dir.to_str().expect("UTF-8");
    let arguments = ["doctor", "--insecure-http", "--addr", &own, "--data-dir", data_dir];
    let environment = [("GATEHOUSE_SERVER__BASE_URL", base_url.as_str())];
    let answer = Terminal::new().run_with(&arguments, &environment, "");
    passing.join().expect("the proxy ends");
    assert_eq!(answer.code, Some(1), "{answer:?}");
    let expected = format!("FAIL  proxies: who comes through {base_url} is taken for a program");
    assert!(answer.out.contains(&expected), "{}", answer.out);
}

/// A proxy that says nothing of where requests come from.
fn pass_one_connection(proxy: &TcpListener, upstream: &str) {
    let (client, _) = proxy.accept().expect("a client");
    let server = TcpStream::connect(upstream).expect("the gateway");
    let copy = |from: &TcpStream, to: &TcpStream| {
        let (mut from, mut to) = (from, to);
        // Either side may go away first.
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    };
    std::thread::scope(|scope| {
        scope.spawn(|| copy(&client, &server));
        copy(&server, &client);
    });
}
