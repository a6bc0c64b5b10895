//! The rules of layering, told as tables: what is written where, and what comes of it.

mod records;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::env::Environment;
use super::keys::{Effect, KEYS};
use super::node::Node;
use super::*;

/// Sources that read `yaml` as their file, and these variables.
struct Case {
    folder: tempfile::TempDir,
    sources: Sources,
}

fn case(yaml: &str, variables: &[(&str, &str)]) -> Case {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("config.yaml"), yaml).expect("a file");
    let variables = variables.iter().map(|(k, v)| (OsString::from(k), OsString::from(v)));
    let flags = Flags { config: Some(folder.path().join("config.yaml")), ..Flags::default() };
    let environment = Environment::read(variables).expect("UTF-8");
    Case { folder, sources: Sources { flags, environment } }
}

impl Case {
    fn config(&self) -> Config {
        self.loaded().config
    }

    fn loaded(&self) -> Loaded {
        match self.sources.load() {
            Ok(loaded) => loaded,
            Err(problems) => panic!("{problems}"),
        }
    }

    fn error(&self) -> String {
        match self.sources.load() {
            Ok(_) => panic!("the configuration was accepted"),
            Err(problems) => self.short(&problems.to_string()),
        }
    }

    fn warnings(&self) -> Vec<String> {
        self.loaded().warnings.iter().map(|warning| self.short(&warning.to_string())).collect()
    }

    fn short(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }
}

#[test]
fn nothing_written_gives_the_defaults() {
    for yaml in ["", "# only a comment\n", "---\n", "server:\nauth:\n  issuer:\n"] {
        assert_eq!(case(yaml, &[]).config(), Config::default(), "{yaml:?}");
    }
}

#[test]
fn flag_beats_environment_beats_file_beats_default() {
    let file = "server: {addr: ':2'}";
    let variable = [("GATEHOUSE_SERVER__ADDR", ":3")];
    for (yaml, variables, flag, port) in [
        ("", &[][..], None, 8443),
        (file, &[], None, 2),
        ("", &variable, None, 3),
        (file, &variable, None, 3),
        ("", &[], Some(":4"), 4),
        (file, &[], Some(":4"), 4),
        (file, &variable, Some(":4"), 4),
    ] {
        let mut case = case(yaml, variables);
        case.sources.flags.addr = flag.map(str::to_owned);
        assert_eq!(case.config().server.addr.port, port, "{yaml} {variables:?} {flag:?}");
    }
}

#[test]
fn plain_http_has_a_port_of_its_own_unless_one_is_written() {
    for (yaml, port) in [("", 8080), ("server: {addr: ':2'}", 2)] {
        let mut case = case(yaml, &[]);
        case.sources.flags.insecure_http = true;
        assert_eq!(case.config().server.addr.port, port);
    }
}

#[test]
fn layers_meet_key_by_key_and_lists_are_replaced_whole() {
    let yaml = "
auth:
  issuer: mine
  local_networks: [10.0.0.0/8]
rate_limits:
  auth: {burst: 99}
";
    let variables = [
        ("GATEHOUSE_AUTH__AUDIENCE", "yours"),
        ("GATEHOUSE_AUTH__LOCAL_NETWORKS", "192.168.1.0/24, fd00::/8"),
    ];
    let config = case(yaml, &variables).config();
    assert_eq!((config.auth.issuer.as_str(), config.auth.audience.as_str()), ("mine", "yours"));
    let networks: Vec<String> =
        config.auth.local_networks.iter().map(ToString::to_string).collect();
    assert_eq!(networks, ["192.168.1.0/24", "fd00::/8"]);
    assert_eq!(config.rate_limits.auth.burst, Some(99));
}

#[test]
fn a_rate_said_one_way_takes_back_the_other() {
    let file = "rate_limits: {auth: {per_minute: 60}}";
    let variable = ("GATEHOUSE_RATE_LIMITS__AUTH__PER_SECOND", "3");
    let rate = case(file, &[variable]).config().rate_limits.auth;
    assert_eq!((rate.per_second, rate.per_minute), (Some(3), None));
    let both = "rate_limits: {auth: {per_second: 1, per_minute: 60}}";
    assert!(case(both, &[]).error().starts_with("config.yaml:1:21: rate_limits.auth: per_second"));
}

#[test]
fn the_environment_reads_values_as_the_key_wants_them() {
    let config = case(
        "",
        &[
            ("GATEHOUSE_AUTH__RELAXED_WRITES", "true"),
            ("GATEHOUSE_AUTH__REFRESH_GRACE", "36h"),
            ("GATEHOUSE_AUTH__ISSUER", "12345"),
            ("GATEHOUSE_RATE_LIMITS__AUTH__BURST", "7"),
            ("GATEHOUSE_LOGGING__FORMAT", "json"),
            ("GATEHOUSE_BOOTSTRAP__TOKENS", "one,two,"),
            ("GATEHOUSE_SERVER__TLS_CERT", ""),
        ],
    )
    .config();
    assert!(config.auth.relaxed_writes);
    assert_eq!(config.auth.refresh_grace.to_string(), "36h");
    assert_eq!(config.auth.issuer, "12345");
    assert_eq!(config.rate_limits.auth.burst, Some(7));
    assert_eq!(config.logging.format, Format::Json);
    let tokens: Vec<&str> = config.bootstrap.tokens.iter().map(kit::Secret::expose).collect();
    assert_eq!(tokens, ["one", "two"]);
    assert_eq!(config.server.tls_cert, None);
}

#[test]
fn short_variables_work_and_the_full_name_is_stronger() {
    let secret = "s".repeat(32);
    let short = ("GATEHOUSE_JWT_SECRET", secret.as_str());
    let config = case("", &[short, ("GATEHOUSE_BOOTSTRAP_TOKEN", "welcome")]).config();
    assert_eq!(config.auth.hs256_secret.expose(), secret);
    assert_eq!(config.bootstrap.tokens[0].expose(), "welcome");

    let full = "f".repeat(32);
    let config = case("", &[("GATEHOUSE_AUTH__HS256_SECRET", &full), short]).config();
    assert_eq!(config.auth.hs256_secret.expose(), full);
}

#[test]
fn every_key_but_lists_of_records_can_be_set_by_its_variable() {
    for key in KEYS.iter().filter(|key| key.name.contains('.')) {
        let name = key.name.replace('*', "auth");
        let bad = [(super::env::variable_of(&name), "\u{1}".to_owned())];
        let bad: Vec<(&str, &str)> = bad.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let warnings = case("", &bad).sources.load().map(|loaded| loaded.warnings);
        assert!(warnings.map_or(true, |warnings| warnings.is_empty()), "{}", key.name);
    }
}

#[test]
fn the_data_directory_moves_defaults_and_nothing_else() {
    let yaml = "storage: {database_path: ./data/mine.db}";
    for (yaml, variable, flag, path) in [
        ("", "", None, "./data/gatehouse.db"),
        ("", "/srv/e", None, "/srv/e/gatehouse.db"),
        ("", "/srv/e", Some("/srv/f"), "/srv/f/gatehouse.db"),
        (yaml, "", Some("/srv/f"), "./data/mine.db"),
    ] {
        let mut case = case(yaml, &[("GATEHOUSE_DATA_DIR", variable)]);
        case.sources.flags.data_dir = flag.map(Into::into);
        assert_eq!(case.config().storage.database_path, Path::new(path), "{variable} {flag:?}");
    }
}

#[test]
fn the_file_is_the_flags_then_the_environments_then_the_usual_one() {
    let mut case = case("server: {addr: ':2'}", &[]);
    let file = case.sources.flags.config.take().expect("a file");
    assert_eq!(case.sources.file(), Path::new("config.yaml"));
    let variable = [(OsString::from("GATEHOUSE_CONFIG"), file.clone().into_os_string())];
    case.sources.environment = Environment::read(variable).expect("UTF-8");
    assert_eq!(case.sources.file(), file);
    assert_eq!(case.config().server.addr.port, 2);
    case.sources.flags.config = Some("other.yaml".into());
    assert_eq!(case.sources.file(), Path::new("other.yaml"));
}

#[test]
fn a_file_that_was_asked_for_must_be_there() {
    let mut case = case("", &[]);
    case.sources.flags.config = Some(case.folder.path().join("absent.yaml"));
    assert!(case.error().starts_with("absent.yaml: cannot be read: "), "{}", case.error());
}

#[test]
fn unknown_keys_are_named_with_their_line_and_nearest_neighbour() {
    for (yaml, warning) in [
        (
            "server:\n  adr: ':1'",
            "config.yaml:2:3: server.adr: unknown key; did you mean server.addr?",
        ),
        ("sever: {}", "config.yaml:1:1: sever: unknown key; did you mean server?"),
        ("\nbase_url: x", "config.yaml:2:1: base_url: unknown key; did you mean pairing.base_url?"),
        (
            "logging:\n  colour: yes",
            "config.yaml:2:3: logging.colour: unknown key; known here: level, format",
        ),
    ] {
        assert_eq!(case(yaml, &[]).warnings(), [warning]);
    }
}

#[test]
fn unknown_variables_are_named_with_their_nearest_neighbour() {
    for (variable, warning) in [
        (
            "GATEHOUSE_SERVER__ADR",
            "GATEHOUSE_SERVER__ADR: server.adr: unknown key; did you mean GATEHOUSE_SERVER__ADDR?",
        ),
        (
            "GATEHOUSE_SERVER_ADDR",
            "GATEHOUSE_SERVER_ADDR: unknown variable; did you mean GATEHOUSE_SERVER__ADDR?",
        ),
        (
            "GATEHOUSE_JWT_SECRETS",
            "GATEHOUSE_JWT_SECRETS: unknown variable; did you mean GATEHOUSE_JWT_SECRET?",
        ),
    ] {
        assert_eq!(case("", &[(variable, "x")]).warnings(), [warning]);
    }
    let links =
        [("GATEHOUSE_PORT_8443_TCP_ADDR", "10.0.0.1"), ("GATEHOUSE_SERVICE_HOST", "10.0.0.1")];
    assert!(case("", &links).warnings().is_empty());
}

#[test]
fn errors_point_at_the_place_and_say_what_is_expected() {
    for (yaml, error) in [
        (
            "auth:\n  issuer: x\nserver:\n  addr: 8443\n",
            "config.yaml:4:9: server.addr: expected an address such as :8443 or 192.168.1.10:8443",
        ),
        ("server: 5", "config.yaml:1:9: server: expected a section with keys of its own"),
        ("server:\n  addr: [a]", "config.yaml:2:9: server.addr: expected a text"),
        (
            "auth: {relaxed_writes: maybe}",
            "config.yaml:1:24: auth.relaxed_writes: expected true or false",
        ),
        (
            "rate_limits: {auth: {burst: -1}}",
            "config.yaml:1:29: rate_limits.auth.burst: expected a whole number, not negative",
        ),
        (
            "logging:\n  format: xml",
            "config.yaml:2:11: logging.format: expected one of: text, json",
        ),
        (
            "server:\n  trusted_proxies:\n    - 10.0.0.1\n    - lan",
            "config.yaml:4:7: server.trusted_proxies.1: expected a network such as 192.168.1.0/24, or an address",
        ),
        ("bootstrap: {tokens: word}", "config.yaml:1:21: bootstrap.tokens: expected a list"),
        (
            "auth:\n  hs256_secret: short",
            "config.yaml:2:17: auth.hs256_secret: expected at least 32 bytes",
        ),
        (
            "server: {tls_cert: a.pem}",
            "config.yaml:1:20: server.tls_cert: needs server.tls_key as well",
        ),
        (
            "metrics: {path: metrics}",
            "config.yaml:1:17: metrics.path: expected a path such as /metrics",
        ),
        (
            "metrics: {path: /api/metrics}",
            "config.yaml:1:17: metrics.path: another part of the gateway answers there",
        ),
        (
            "a: 1\nserver: {}\nserver: {}",
            "config.yaml:3:1: the key `server` is already there, in line 2",
        ),
        ("- a\n- b", "config.yaml:1:1: expected sections such as `server:`"),
        (
            "auth: {}\n---\nauth: {}",
            "config.yaml:2:1: only one YAML document is read; remove `---`",
        ),
    ] {
        assert_eq!(case(yaml, &[]).error(), error, "{yaml}");
    }
}

#[test]
fn broken_yaml_is_an_error_with_its_line() {
    for (yaml, line) in [("server:\n\taddr: x", 2), ("a: [1, 2\nb: 3\n", 2), ("a: 'open\n", 1)] {
        let error = case(yaml, &[]).error();
        assert!(error.starts_with(&format!("config.yaml:{line}:")), "{yaml:?}: {error}");
        assert!(error.contains("not valid YAML"), "{error}");
    }
}

#[test]
fn errors_in_variables_and_flags_name_them() {
    let error = case("", &[("GATEHOUSE_METRICS__ENABLED", "yes")]).error();
    assert_eq!(error, "GATEHOUSE_METRICS__ENABLED: metrics.enabled: expected true or false");
    let mut case = case("", &[]);
    case.sources.flags.addr = Some("here".to_owned());
    assert!(case.error().starts_with("--addr: server.addr: expected"), "{}", case.error());
}

#[test]
fn a_broken_section_is_not_hidden_by_a_variable() {
    let error = case("server: 5", &[("GATEHOUSE_SERVER__ADDR", ":1")]).error();
    assert!(error.contains("config.yaml:1:9: server: expected a section"), "{error}");
}

#[test]
fn every_broken_rule_is_told_at_once() {
    let error = case("auth: {issuer: '', audience: ''}\nmetrics: {path: x}", &[]).error();
    assert_eq!(error.lines().count(), 3, "{error}");
}

#[test]
fn anchors_are_followed_and_cannot_explode() {
    let yaml = "auth: {local_networks: &home [10.0.0.0/8]}\nserver: {trusted_proxies: *home}";
    assert_eq!(case(yaml, &[]).config().server.trusted_proxies.len(), 1);

    let mut bomb = "x0: &x0 [a,a,a,a,a,a,a,a,a,a]\n".to_owned();
    for level in 1..8 {
        let items = vec![format!("*x{}", level - 1); 10].join(",");
        bomb += &format!("x{level}: &x{level} [{items}]\n");
    }
    assert!(case(&bomb, &[]).error().contains("too many values"));
    assert!(case(&"[".repeat(100), &[]).error().contains("nested too deep"));
}

#[test]
fn secrets_are_never_echoed() {
    let secret = "hunter2hunter2";
    for yaml in [
        format!("auth: {{hs256_secret: {secret}}}"),
        format!("auth: {{hs256_secret: [{secret}]}}"),
        format!("auth: {{hs256_secret: {{a: {secret}}}}}"),
        format!("auth: {secret}"),
        format!("bootstrap: {{tokens: {secret}}}"),
        format!("bootstrap: {{tokens: {{a: {secret}}}}}"),
        format!("bootstrap: {{tokens: [[{secret}]]}}"),
        format!("storage: {{database_url: 'mysql://root:{secret}@db'}}"),
        format!("bootstrap:\n  tokens: \"{secret}\n"),
        format!("auth:\n  hs256_secret: {secret}: x\n"),
    ] {
        let error = case(&yaml, &[]).error();
        assert!(!error.contains("hunter2"), "{error}");
    }
    let long = secret.repeat(3);
    let loaded = case("", &[("GATEHOUSE_JWT_SECRET", &long)]).loaded();
    assert!(!format!("{:?}", loaded.config).contains("hunter2"));
    assert_eq!(loaded.config.auth.hs256_secret.expose(), long);
}

#[test]
fn a_diff_names_what_changed_and_what_needs_a_restart() {
    let old = case("auth: {refresh_grace: 7d}\nserver: {addr: ':1', allowed_hosts: [a]}", &[]);
    let new = case(
        "# a comment moves every line\nauth: {refresh_grace: 168h}\nserver: {addr: ':2', allowed_hosts: [a, b]}",
        &[],
    );
    let changed = diff(&old.loaded(), &new.loaded());
    let told: Vec<_> = changed.iter().map(|c| (c.key.as_str(), c.needs_restart)).collect();
    assert_eq!(told, [("server.addr", true), ("server.allowed_hosts", false)]);
    assert_eq!((changed[0].old.as_str(), changed[0].new.as_str()), (":1", ":2"));
    assert!(diff(&old.loaded(), &old.loaded()).is_empty());
}

#[test]
fn a_diff_notices_secrets_without_showing_them() {
    let token = |word: &str| case(&format!("\nbootstrap: {{tokens: [{word}]}}"), &[]).loaded();
    let changed = diff(&token("hunter2"), &token("hunter3"));
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].key, "bootstrap.tokens");
    assert!(!format!("{changed:?}").contains("hunter"));
    assert!(diff(&token("hunter2"), &token("hunter2")).is_empty());
}

#[test]
fn every_key_has_a_meaning_and_the_spec_decides_what_restarts() {
    let json = serde_json::to_value(Config::default()).expect("defaults");
    let leaves = Node::from_json(json).leaves();
    for leaf in &leaves {
        assert!(super::keys::find(leaf).is_some(), "{leaf} is not described");
    }
    for key in KEYS {
        assert!(leaves.iter().any(|leaf| key.is(leaf)), "{} does not exist", key.name);
    }

    for key in ["server.addr", "server.tls_cert", "auth.hs256_secret", "storage.database_path"] {
        assert!(super::keys::find(key).is_some_and(|key| key.effect == Effect::Restart), "{key}");
    }
    for key in ["bootstrap.tokens", "metrics.enabled", "discovery.docker.poll_interval"] {
        assert!(super::keys::find(key).is_some_and(|key| key.effect == Effect::Reload), "{key}");
    }
}

#[test]
fn the_reference_shows_every_key_with_default_and_variable() {
    let text = reference();
    for key in KEYS {
        let name = key.name.replace('*', "<class>");
        assert!(text.contains(&format!("| `{name}`")), "{name}");
    }
    assert!(text.contains("`:8443`") && text.contains("`GATEHOUSE_AUTH__REFRESH_GRACE`"));
}
