use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use testkit::Gateway;

use crate::terminal::Terminal;

#[test]
fn a_good_configuration_passes_the_check() {
    for terminal in [Terminal::new(), Terminal::with_config("server: {addr: ':9443'}")] {
        let answer = terminal.run(&["check-config"]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
    }
}

#[test]
fn an_unknown_key_fails_the_check_and_names_its_neighbour() {
    let answer = Terminal::with_config("server:\n  adr: ':9443'").run(&["check-config"]);
    assert_eq!(answer.code, Some(2));
    let expected =
        "gatehouse: config.yaml:2:3: server.adr: unknown key; did you mean server.addr?\n";
    assert_eq!(answer.err, expected);
}

#[test]
fn an_unknown_key_in_the_environment_fails_the_check_too() {
    let environment = [("GATEHOUSE_SERVER__ADR", "x")];
    let answer = Terminal::new().run_with(&["check-config"], &environment, "");
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert!(answer.err.contains("did you mean GATEHOUSE_SERVER__ADDR?"), "{answer:?}");
}

#[test]
fn a_variable_that_is_no_key_is_only_a_warning() {
    let environment = [("GATEHOUSE_COLOUR", "blue")];
    let answer = Terminal::new().run_with(&["check-config"], &environment, "");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.err.contains("GATEHOUSE_COLOUR: unknown variable"), "{answer:?}");
}

#[test]
fn what_was_imported_is_a_configuration() {
    let terminal = Terminal::new();
    let services = "- Media:\n  - Films: {href: 'http://nas.lan:8096/'}\n  - Old: {ping: nas}\n";
    std::fs::write(terminal.path("services.yaml"), services).expect("a file");
    let answer = terminal.run(&["import", "homepage", "services.yaml"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("# Left out: services.yaml:3:"), "{answer:?}");
    std::fs::write(terminal.path("config.yaml"), answer.out).expect("a file");
    let answer = terminal.run(&["check-config"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
    let answer = terminal.run(&["import", "caddyfile", "none"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.starts_with("gatehouse: none: "), "{answer:?}");
}

#[tokio::test]
async fn the_hosts_of_nginx_proxy_manager_are_imported() {
    let terminal = Terminal::new();
    let options = SqliteConnectOptions::new().filename(terminal.path("database.sqlite"));
    let mut conn = options.create_if_missing(true).connect().await.expect("a database");
    let table = "CREATE TABLE proxy_host (id INTEGER PRIMARY KEY, is_deleted INTEGER NOT NULL,
        domain_names JSON NOT NULL, forward_scheme VARCHAR(255) NOT NULL,
        forward_host VARCHAR(255) NOT NULL, forward_port INTEGER NOT NULL, enabled INTEGER NOT NULL)";
    conn.execute(table).await.expect("a table");
    let hosts = r#"INSERT INTO proxy_host VALUES
        (1, 0, '["films.example.org", "tv.example.org"]', 'http', 'nas.lan', 8096, 1),
        (2, 1, '["gone.example.org"]', 'http', 'nas.lan', 1, 1),
        (3, 0, '["off.example.org"]', 'http', 'nas.lan', 2, 0),
        (4, 0, '[]', 'http', 'nas.lan', 3, 1)"#;
    conn.execute(hosts).await.expect("rows");
    conn.close().await.expect("closed");

    let arguments = ["import", "nginx-proxy-manager", "database.sqlite"];
    let answer = terminal.run(&arguments);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    for line in [
        r#"  - {id: "films", app_id: "films", to: "http://nas.lan:8096"}"#,
        "# Left out: proxy host 3: off.example.org is switched off",
        "# Left out: proxy host 4: it has no domain name",
    ] {
        assert!(answer.out.lines().any(|found| found == line), "{line}\n{answer:?}");
    }
    assert!(!answer.out.contains("gone"), "{answer:?}");

    std::fs::write(terminal.path("database.sqlite"), "not a database").expect("a file");
    let answer = terminal.run(&arguments);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.starts_with("gatehouse: database.sqlite: "), "{answer:?}");
}

#[test]
fn a_broken_file_ends_the_start_with_line_and_reason() {
    let terminal = Terminal::with_config("auth:\n  hs256_secret: hunter2\n");
    for arguments in [&[][..], &["serve"], &["check-config"], &["healthcheck"]] {
        let answer = terminal.run(arguments);
        assert_eq!(answer.code, Some(2), "{answer:?}");
        let expected =
            "gatehouse: config.yaml:2:17: auth.hs256_secret: expected at least 32 bytes\n";
        assert_eq!(answer.err, expected);
        assert!(!terminal.path("data").exists(), "nothing is begun");
    }
}

#[test]
fn a_damaged_database_ends_the_start_and_is_left_as_it_is() {
    for damage in [&b""[..], b"this is not a database, whatever its name says"] {
        let terminal = Terminal::new();
        let database = terminal.path("data/gatehouse.db");
        std::fs::create_dir(terminal.path("data")).expect("a folder");
        std::fs::write(&database, damage).expect("a file");
        let answer = terminal.run(&["--insecure-http", "--addr", "127.0.0.1:0"]);
        assert_eq!(answer.code, Some(1), "{answer:?}");
        assert!(answer.err.contains("gatehouse.db is "), "{answer:?}");
        assert_eq!(std::fs::read(&database).expect("a file"), damage);
    }
}

#[test]
fn a_flag_that_is_wrong_is_named() {
    let answer = Terminal::new().run(&["--addr", "here"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.starts_with("gatehouse: --addr: server.addr: expected"), "{answer:?}");
    assert_eq!(Terminal::new().run(&["--no-such-flag"]).code, Some(2));
}

#[test]
fn the_description_of_the_api_is_printed_and_nothing_is_left_behind() {
    let terminal = Terminal::new();
    let answer = terminal.run(&["openapi"]);
    let description: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    assert!(description["paths"]["/api/v1/auth/login"]["post"].is_object());
    assert!(!terminal.path("data").exists());
}

#[test]
fn version_completions_manual_and_reference_are_printed() {
    let terminal = Terminal::new();
    let version = terminal.run(&["--version"]).out;
    let number = format!("gatehouse {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(version.trim_end().split(" (").next(), Some(number.as_str()), "{version}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(terminal.run(&["completions", shell]).out.contains("check-config"), "{shell}");
    }
    assert!(terminal.run(&["man"]).out.contains("gatehouse\\-check\\-config(1)"));
    let pages = terminal.path("pages");
    std::fs::create_dir(&pages).expect("a folder");
    let answer = terminal.run(&["man", "--into", pages.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(pages.join("gatehouse.1").exists() && pages.join("gatehouse-doctor.1").exists());
    assert!(!pages.join("gatehouse-config-reference.1").exists(), "nobody calls that");
    assert!(terminal.run(&["config-reference"]).out.contains("| `server.addr` *"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_health_check_knows_a_gateway_from_silence_and_from_others() {
    let terminal = Terminal::new();
    for https in [false, true] {
        let launch = if https { Gateway::launch().https() } else { Gateway::launch() };
        let mut gateway = launch.start().await;
        let address = format!("127.0.0.1:{}", gateway.port());
        let mut arguments = vec!["healthcheck", "--addr", &address];
        if !https {
            arguments.push("--insecure-http");
        }
        let check = |more: &[&str]| terminal.run(&[&arguments, more].concat());
        assert_eq!(check(&[]).code, Some(0), "{:?}", check(&[]));
        assert_eq!(check(&["--ready"]).out, "ok\n");
        gateway.terminate().await;
        let silent = check(&[]);
        assert_eq!(silent.code, Some(1));
        assert!(silent.err.contains(&format!("nothing answers at {address}")), "{silent:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_replaced() {
    let terminal = Terminal::new();
    let mut gateway = Gateway::start().await;
    gateway.admin_token().await;
    gateway.terminate().await;

    let data_dir = gateway.data_dir();
    let data_dir = data_dir.to_str().expect("UTF-8");
    let reset = |user: &str, password: &str| {
        let arguments = ["reset-password", user, "--data-dir", data_dir];
        terminal.run_with(&arguments, &[], password)
    };
    assert_eq!(reset("nobody", "a new password\n").code, Some(1));
    assert_eq!(reset("admin", "short\n").code, Some(1));
    let done = reset("admin", "a new password\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(!format!("{done:?}").contains("a new password"));

    gateway.restart().await;
    let login = async |password: &str| {
        let who = json!({"username": "admin", "password": password});
        let answer = gateway.post("/api/v1/auth/login", &who).send().await.expect("an answer");
        answer.status().as_u16()
    };
    assert_eq!(login("correct horse battery").await, 401);
    assert_eq!(login("a new password").await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_gateway_takes_over_a_password_that_was_reset_beside_it() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let old = gateway.admin_token().await;
    let data_dir = gateway.data_dir();
    let data_dir = data_dir.to_str().expect("UTF-8");
    let arguments = ["reset-password", "admin", "--data-dir", data_dir];
    let done = Terminal::new().run_with(&arguments, &[], "a new password\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    let me = || gateway.get("/api/v1/auth/me").bearer_auth(&old);
    testkit::deadline("the old token ends", testkit::PATIENCE, async || {
        me().send().await.expect("an answer").status() == 401
    })
    .await;
    let who = json!({"username": "admin", "password": "a new password"});
    let login = gateway.post("/api/v1/auth/login", &who).send().await.expect("an answer");
    assert_eq!(login.status(), 200);
}

#[test]
fn a_password_needs_a_database() {
    let answer = Terminal::new().run_with(&["reset-password", "admin"], &[], "a new password\n");
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("there is no database at ./data/gatehouse.db"), "{answer:?}");
}
