use engines::kubernetes::plan::ServicePlan;

use super::translate::Part;
use super::*;
use crate::catalogue::RouteSpec;
use crate::compose::{Project, yaml};

const STACK: &str = r#"
services:
  web:
    image: web:1
    environment: {A: "1"}
    ports: ["127.0.0.1:8080:80", "30053:53/udp"]
    volumes: ["Data_1:/data", "./conf/a:/conf:ro"]
    depends_on: {db: {condition: service_healthy}}
    labels: {tests.mark: "any text: at all"}
    user: "1000:1001"
    group_add: ["44"]
    cap_add: [CAP_NET_BIND_SERVICE]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    tmpfs: ["/run:size=16m", "/tmp"]
    shm_size: 64m
    init: true
  db:
    image: db:1
    container_name: store
    networks: {default: {aliases: [sql]}}
    expose: ["5432"]
    healthcheck: {test: "true"}
volumes: {Data_1: {}}
"#;

fn project(text: &str) -> Project {
    let tree = yaml::parse(text).unwrap_or_else(|problem| panic!("{problem}"));
    Project::read(&tree).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

fn route() -> RouteSpec {
    RouteSpec {
        service: "web".to_owned(),
        port: 80,
        websocket: false,
        strip_prefix: true,
        rewrite_html: true,
        scopes: None,
    }
}

fn translated(text: &str, inside: bool) -> Result<Translated, Vec<String>> {
    let route = route();
    let surroundings = Surroundings {
        deployment: "deploy_1",
        revision: "4",
        inside,
        route: Some(&route),
        pull: false,
    };
    translate(&project(text), surroundings)
}

fn part<'t>(translated: &'t Translated, name: &str) -> &'t Part {
    translated.parts.iter().find(|part| part.name == name).expect("a part")
}

fn service<'t>(translated: &'t Translated, name: &str) -> &'t ServicePlan {
    part(translated, name).service.as_ref().expect("a service")
}

#[test]
fn a_project_becomes_workloads_services_and_claims() {
    let stack = translated(STACK, true).expect("translated");
    let order: Vec<&str> = stack.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(order, ["db", "web"]);
    assert_eq!(part(&stack, "db").host_names, ["db", "sql", "store"]);
    let claims: Vec<_> = stack.claims.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let expected = [("deploy-1-data-1", "Data_1"), ("deploy-1-folder-conf-a", "./conf/a")];
    assert_eq!(claims, expected);

    let web = &part(&stack, "web").workload;
    assert_eq!((web.name.as_str(), web.secret_name().as_str()), ("deploy-1-web", "deploy-1-web-4"));
    assert_eq!((web.rights.user, web.rights.group), (Some(1000), Some(1001)));
    assert_eq!(
        (&web.rights.groups, &web.rights.cap_add),
        (&vec![44], &vec!["NET_BIND_SERVICE".to_owned()])
    );
    assert!(web.rights.no_new_privileges && web.rights.init);
    let folders: Vec<_> =
        web.memory_folders.iter().map(|(at, size)| (at.as_str(), *size)).collect();
    assert_eq!(folders, [("/run", Some(16 << 20)), ("/tmp", None), ("/dev/shm", Some(64 << 20))]);
    assert_eq!(web.annotations["tests.mark"], "any text: at all");
    assert_eq!(web.annotations["svc.skip"], "true");
}

#[test]
fn ports_are_open_at_the_nodes_only_where_somebody_has_to_come_in() {
    let ports = |plan: &ServicePlan| -> Vec<(u16, Option<u16>)> {
        plan.ports.iter().map(|port| (port.port, port.node_port)).collect()
    };
    let stack = translated(STACK, true).expect("translated");
    assert_eq!(ports(service(&stack, "web")), [(80, None), (53, Some(30053))]);
    assert!(service(&stack, "web").at_nodes, "somebody wants 30053");
    assert_eq!(ports(service(&stack, "db")), [(5432, None)]);
    assert!(!service(&stack, "db").at_nodes);

    let plain = STACK.replace(", \"30053:53/udp\"", "");
    assert!(!service(&translated(&plain, true).expect("translated"), "web").at_nodes);
    let outside = translated(&plain, false).expect("translated");
    assert!(service(&outside, "web").at_nodes && !service(&outside, "db").at_nodes);
    let warned = |word: &str| outside.warnings.iter().any(|warning| warning.contains(word));
    assert!(warned("nodes") && warned("10Gi"), "{:?}", outside.warnings);
}

#[test]
fn what_a_cluster_cannot_do_is_refused_and_all_of_it_is_said() {
    let with = |lines: &str| {
        format!(
            "configs: {{c: {{content: x}}}}\nservices:\n  web:\n    image: web:1\n    {}\n",
            lines.replace('\n', "\n    ")
        )
    };
    for (lines, word) in [
        ("network_mode: host", "machine's network"),
        ("network_mode: none", "no network"),
        ("pid: host", "processes"),
        ("ipc: host", "shared memory"),
        ("devices: [\"/dev/dri\"]", "devices"),
        ("ulimits: {nofile: 10}", "ulimits"),
        ("sysctls: {net.core.somaxconn: 10}", "sysctls"),
        ("dns: 1.1.1.1", "dns"),
        ("extra_hosts: [\"a:1.2.3.4\"]", "extra_hosts"),
        ("pids_limit: 10", "pids_limit"),
        ("stop_signal: SIGINT", "stop_signal"),
        ("volumes: [\"/var/run/docker.sock:/var/run/docker.sock\"]", "/var/run/docker.sock"),
        ("security_opt: [\"apparmor:unconfined\"]", "apparmor"),
        ("user: nobody", "nobody"),
        ("group_add: [video]", "video"),
        ("tmpfs: [\"/run:exec\"]", "exec"),
        ("environment: {\"1A\": x}", "1A"),
        ("labels: {\"a b\": x}", "a b"),
        ("configs: [{source: c, uid: \"7\"}]\nx-c: 1", "owner"),
        ("hostname: My_Host", "My_Host"),
        ("ports: [\"53:53/udp\"]", "port 53"),
        ("ports: [\"8080:81\"]", "port 8080"),
    ] {
        let refused = translated(&with(lines), true).expect_err(lines);
        assert!(refused.iter().any(|reason| reason.contains(word)), "{lines}: {refused:?}");
    }
    let both = translated(&with("pid: host\ndns: 1.1.1.1"), true).expect_err("two");
    assert_eq!(both.len(), 2, "{both:?}");

    let once = "  init:\n    image: i:1\n    expose: [\"1\"]\n";
    let waits = with("depends_on: {init: {condition: service_completed_successfully}}") + once;
    let refused = translated(&waits, true).expect_err("waits");
    assert!(refused[0].contains("waits for init to end"), "{refused:?}");
    let silent = with("depends_on: [db]") + "  db:\n    image: db:1\n";
    let refused = translated(&silent, true).expect_err("silent");
    assert!(refused[0].contains("db says no port"), "{refused:?}");
    let named = "services:\n  My_App:\n    image: a:1\n";
    assert!(translated(named, true).expect_err("named")[0].contains("My_App"));
    let alike = with("volumes: [\"a_b:/a\", \"a.b:/b\"]") + "volumes: {a_b: {}, a.b: {}}\n";
    assert!(translated(&alike, true).expect_err("alike")[0].contains("same name"));
}
