//! What a whole file may say, and where it is told when it may not.

use super::*;

fn read(text: &str) -> Result<Project, Problem> {
    Project::read(&yaml::parse(text)?)
}

/// A service with more lines in it; the first of them is line 4.
fn service(lines: &str) -> String {
    format!("services:\n  web:\n    image: web:1\n    {}\n", lines.replace('\n', "\n    "))
}

#[test]
fn a_file_is_understood_whole() {
    let text = service(
        "command: serve --port 80 'two words'\nentrypoint: [\"/entry\"]\n\
         environment:\n  A: 1\n  B: 'x: y'\nports: [\"8080:80\", \"53:53/udp\"]\n\
         volumes:\n  - data:/data\n  - {type: bind, source: ./conf, target: /conf, read_only: true}\n\
         depends_on: [db]\nrestart: unless-stopped\nuser: \"1000:1000\"\ncap_drop: [ALL]\n\
         healthcheck: {test: wget -q localhost, interval: 1m30s, retries: 3}\n\
         deploy: {resources: {limits: {memory: 1g, cpus: '1.5'}}}\nulimits: {nofile: 1024}\n\
         configs: [page, {source: page, target: /etc/page, mode: 0400, uid: '7'}]\n\
         secrets: [{source: key, target: app.key}]\n\
         extra_hosts: [\"host.docker.internal:host-gateway\"]\nstop_grace_period: 30s",
    ) + "  db:\n    image: db:1\nvolumes:\n  data:\n\
           configs: {page: {content: hello}}\nsecrets: {key: {content: abc}}\n";
    let project = read(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    let web = &project.services["web"];
    let words = web.command.as_deref().expect("a command");
    assert_eq!(words, ["serve", "--port", "80", "two words"]);
    assert_eq!(web.environment["B"], "x: y");
    assert_eq!((web.mem_limit, web.cpus), (Some(1 << 30), Some(1.5)));
    assert_eq!(web.healthcheck.as_ref().expect("a check").test[0], "CMD-SHELL");
    assert_eq!(project.order(), ["db", "web"]);
    assert!(project.networks.contains_key("default"));
    let files: Vec<_> =
        project.files_of(web).map(|(f, c)| (f.target.as_str(), f.mode, c)).collect();
    assert_eq!(
        files,
        [
            ("/page", 0o444, "hello"),
            ("/etc/page", 0o400, "hello"),
            ("/run/secrets/app.key", 0o444, "abc"),
        ]
    );
    let again = emit(&serde_json::to_value(&project).expect("JSON"));
    let again = read(&again).unwrap_or_else(|problem| panic!("{problem}\n{again}"));
    assert_eq!(again, project, "what is shown means the same");
}

#[test]
fn what_is_not_done_is_refused_with_its_line() {
    for (lines, reason) in [
        ("build: .", "`build`"),
        ("extends: {service: x}", "`extends`"),
        ("env_file: .env", "`env_file`"),
        ("configs: [{source: a, target: /}]", "path of a file"),
        ("configs: [{source: a, target: /a/../b}]", "path of a file"),
        ("secrets: [../../etc/passwd]", "path of a file"),
        ("secrets: [{source: a, mode: 999}]", "0444"),
        ("volumes_from: [x]", "`volumes_from`"),
        ("userns_mode: host", "`userns_mode`"),
        ("cgroup_parent: x", "`cgroup_parent`"),
        ("runtime: x", "`runtime`"),
        ("network_mode: container:x", "bridge, host or none"),
        ("network_mode: service:db", "bridge, host or none"),
        ("pid: container:x", "`host`"),
        ("environment: [HOME]", "nothing is taken from outside"),
        ("ports: [\"80-90:80-90\"]", "ranges"),
        ("volumes: [\"/etc:/etc\"]", "not mounted"),
        ("volumes: [\"../x:/x\"]", "below the deployment"),
        ("volumes: [\"/data\"]", "needs a name"),
        ("volumes: [{type: tmpfs, target: /x}]", "`source` is missing"),
        ("volumes: [{type: volume, source: a, target: /a, volume: {nocopy: true}}]", "`volume`"),
        ("deploy: {replicas: 3}", "one container"),
        ("deploy: {mode: global}", "`mode`"),
        ("restart: sometimes", "unless-stopped"),
        ("stop_grace_period: 10m", "50s"),
        ("healthcheck: {test: [wget, x]}", "CMD"),
        ("cpus: -1", "cpus"),
        ("mem_limit: lots", "512m"),
    ] {
        let problem = read(&service(lines)).expect_err(lines);
        assert_eq!(
            problem.place.line,
            if lines == "cpus: -1" { 3 } else { 4 },
            "{lines}: {problem}"
        );
        assert!(problem.reason.contains(reason), "{lines}: {problem}");
    }
}

#[test]
fn options_of_volumes_and_networks_cannot_reach_the_machine() {
    for (part, reason) in [
        ("volumes: {d: {driver_opts: {type: none, o: bind, device: /}}}", "`driver_opts`"),
        ("volumes: {d: {external: true}}", "`external`"),
        ("volumes: {d: {name: other_data}}", "`name`"),
        ("volumes: {d: {driver: nfs}}", "local"),
        ("networks: {n: {driver: macvlan}}", "bridge"),
        ("networks: {n: {external: true}}", "`external`"),
        ("configs: {c: {file: ./c}}", "`file`"),
        ("secrets: {s: {external: true}}", "`external`"),
        ("secrets: {s: {}}", "is missing"),
        ("include: [other.yaml]", "`include`"),
    ] {
        let problem = read(&format!("{}{part}\n", service("init: true"))).expect_err(part);
        assert!(problem.reason.contains(reason), "{part}: {problem}");
    }
}

#[test]
fn what_is_named_must_be_there_and_nobody_waits_for_itself() {
    for (text, reason) in [
        (service("networks: [gone]"), "no network `gone`"),
        (service("volumes: [\"gone:/x\"]"), "no volume `gone`"),
        (service("depends_on: [gone]"), "no service `gone`"),
        (service("configs: [gone]"), "no config `gone`"),
        (service("secrets: [gone]"), "no secret `gone`"),
        (service("secrets: [gone]\nread_only: true"), "read_only"),
        (service("depends_on: [web]"), "circle"),
        ("services: {}".to_owned(), "no services"),
        ("services: {\"a b\": {image: a}}".to_owned(), "a name has"),
        ("services: {a: {}}".to_owned(), "`image` is missing"),
        ("services: {a: {image: --privileged}}".to_owned(), "an image"),
    ] {
        let problem = read(&text).expect_err(&text);
        assert!(problem.reason.contains(reason), "{text}: {problem}");
    }
}

#[test]
fn variables_have_no_place_in_what_a_shell_reads() {
    for (lines, fine) in [
        ("command: serve ${X}", false),
        ("command: [serve, \"${X}\"]", true),
        ("command: [sh, -c, \"echo ${X}\"]", false),
        ("command: [sh, -c, \"echo $$X\"]", true),
        ("command: [sh, -ec, 'run', \"${X}\"]", true),
        ("entrypoint: [/bin/bash, -lc, \"${X}\"]", false),
        ("healthcheck: {test: \"curl ${X}\"}", false),
        ("healthcheck: {test: [CMD-SHELL, \"curl ${X}\"]}", false),
        ("healthcheck: {test: [CMD, sh, -c, \"curl ${X}\"]}", false),
        ("healthcheck: {test: [CMD, curl, \"${X}\"]}", true),
    ] {
        let tree = yaml::parse(&service(lines)).expect("YAML");
        assert_eq!(shell::check(&tree).is_ok(), fine, "{lines}");
    }
}
