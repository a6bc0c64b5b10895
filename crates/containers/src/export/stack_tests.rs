use engines::{Healthcheck, Limits, Logging, Port, Protocol, Restart, Storage};

use super::*;

const ALL: Wishes = Wishes { sanitize: true, volumes: true, networks: true };

fn text(text: &str) -> String {
    text.to_owned()
}

fn container(name: &str) -> Blueprint {
    Blueprint {
        id: ContainerId::parse(name).ok(),
        name: text(name),
        image: text("web:1"),
        ..Blueprint::default()
    }
}

fn with_env(mut made: Blueprint, name: &str, value: &str) -> Blueprint {
    made.environment.insert(text(name), Some(text(value)));
    made
}

#[test]
fn a_stack_shares_networks_and_volumes_and_starts_in_order() {
    let network = NetworkMode::Networks(vec![Joined {
        name: text("shop_default"),
        aliases: vec![text("db"), text("database")],
        driver: text("bridge"),
        ..Joined::default()
    }]);
    let data = Storage {
        target: text("/data"),
        read_only: false,
        kind: StorageKind::Volume {
            name: text("shop_data"),
            driver: text("local"),
            options: BTreeMap::new(),
        },
    };
    let mut db = with_env(container("shop_db_1"), "POSTGRES_PASSWORD", "hunter22");
    db.labels.insert(text(SERVICE_LABEL), text("db"));
    (db.network, db.mounts) = (network.clone(), vec![data.clone()]);
    db.restart = Restart::UnlessStopped;
    db.healthcheck = Some(Healthcheck {
        test: vec![text("CMD-SHELL"), text("pg_isready || exit 1")],
        interval: Some(10_000_000_000),
        ..Healthcheck::default()
    });
    let mut web = with_env(container("shop_web_1"), "URL", "postgres://app:hunter22@db:5432/x");
    web.labels.insert(text(SERVICE_LABEL), text("web"));
    web.labels.insert(text("svc.app.name"), text("The $hop"));
    (web.network, web.mounts) = (network, vec![data]);
    web.published =
        vec![Port { ip: None, private: 80, public: Some(8080), protocol: Protocol::Tcp }];
    web.limits =
        Limits { memory: Some(64 << 20), nano_cpus: Some(500_000_000), ..Limits::default() };
    web.logging = Some(Logging { driver: text("local"), options: BTreeMap::new() });

    let made = stack(&[db, web], ALL);
    let expected = r#"services:
  db:
    container_name: shop_db_1
    image: "web:1"
    environment:
      POSTGRES_PASSWORD: "${POSTGRES_PASSWORD:?set it in the file .env}"
    restart: unless-stopped
    healthcheck:
      test:
        - CMD-SHELL
        - "pg_isready || exit 1"
      interval: "10s"
    networks:
      shop_default:
        aliases:
          - database
    volumes:
      - type: volume
        source: shop_data
        target: /data
  web:
    container_name: shop_web_1
    image: "web:1"
    environment:
      URL: "${URL:?set it in the file .env}"
    labels:
      svc.app.name: "The $$hop"
    ports:
      - "8080:80/tcp"
    networks:
      shop_default:
        aliases:
          - db
          - database
    volumes:
      - type: volume
        source: shop_data
        target: /data
    mem_limit: 67108864
    cpus: "0.5"
    logging:
      driver: local
    depends_on:
      - db
networks:
  shop_default:
    name: shop_default
volumes:
  shop_data:
    name: shop_data
"#;
    assert_eq!(made.content, expected);
    let file = made.env_content.expect("there are secrets");
    assert!(file.contains("POSTGRES_PASSWORD=\n"), "{file}");
    assert!(file.contains("URL=postgres://app:CHANGE_ME@db:5432/x\n"), "{file}");
    assert!(!file.contains("hunter22") && !made.content.contains("hunter22"));
}

#[test]
fn nobody_waits_in_a_circle() {
    let one = with_env(container("one"), "PEER", "http://two:80");
    let two = with_env(container("two"), "PEER", "http://one:80");
    let three = with_env(container("three"), "PEERS", "one,two");
    let content = stack(&[one, two, three], ALL).content;
    let needs = |name: &str| {
        let from = content.find(&format!("  {name}:\n")).expect("a service");
        let rest = &content[from + 3..];
        let own = &rest[..rest.find("\n  t").unwrap_or(rest.len())];
        own.split_once("depends_on:").map(|(_, needs)| needs.to_owned()).unwrap_or_default()
    };
    assert!(needs("one").contains("- two") && !needs("two").contains("- one"), "{content}");
    assert!(needs("three").contains("- one") && needs("three").contains("- two"), "{content}");
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let mut made = container("web");
    made.network = NetworkMode::Networks(vec![Joined { name: text("lan"), ..Joined::default() }]);
    made.mounts =
        vec![Storage { target: text("/x"), read_only: true, kind: StorageKind::Anonymous }];
    let bare = stack(&[made.clone()], Wishes { volumes: false, networks: false, ..ALL });
    assert!(!bare.content.contains("volumes") && !bare.content.contains("networks"));
    assert!(bare.warnings.is_empty());
    let whole = stack(&[made], ALL);
    assert!(whole.content.contains("read_only: true"), "{}", whole.content);
    assert_eq!(whole.warnings.len(), 1, "{:?}", whole.warnings);
}

#[test]
fn names_and_values_cannot_write_yaml() {
    let evil = "x\"\n    privileged: true\n  evil: {image: bad}\n#";
    let mut made = with_env(container("web"), evil, evil);
    made.name = text(evil);
    made.image = text(evil);
    made.labels.insert(text(evil), text(evil));
    made.labels.insert(text(SERVICE_LABEL), text(evil));
    made.command = Some(vec![text(evil)]);
    made.notes = vec![text(evil)];
    made.network = NetworkMode::Networks(vec![Joined { name: text(evil), ..Joined::default() }]);
    let made = stack(&[made], Wishes { sanitize: false, ..ALL });
    for line in made.content.lines() {
        let line = line.trim();
        assert!(!line.starts_with("privileged") && !line.starts_with("evil"), "{}", made.content);
    }
    assert!(made.warnings.iter().all(|warning| !warning.contains('\n')));
    let services =
        made.content.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    assert_eq!(services.count(), 2, "one service and one network: {}", made.content);
}

#[test]
fn two_of_the_same_name_are_two_services() {
    let mut one = container("a");
    let mut other = container("b");
    for made in [&mut one, &mut other] {
        made.labels.insert(text(SERVICE_LABEL), text("web"));
    }
    let content = stack(&[one, other], ALL).content;
    assert!(content.contains("\n  web:\n") && content.contains("\n  web-2:\n"), "{content}");
}
