//! What strangers wish for, and what they get.

use std::time::Duration;

use routing::Prefix;
use tokio::time::Instant;

use super::app_id::{default_id, is_of_family};
use super::*;
use crate::model::{Address, Choice, Observation, Plan, Score, ServiceKey, Source, Wishes};
use routing::Scheme;

pub(crate) fn observation(name: &str, wishes: Wishes) -> Observation {
    Observation {
        service: ServiceKey::new(Source::Docker, name),
        name: name.to_owned(),
        wishes,
        tags: vec!["container".to_owned()],
        offers: Vec::new(),
        server_path: String::new(),
        score: Score::base(50, "a container"),
        evidence: Vec::new(),
        security_notes: Vec::new(),
        container: None,
        announcer: None,
        epoch: "1".to_owned(),
    }
}

#[test]
fn ids_are_made_of_any_name() {
    let long = "n".repeat(300);
    for (name, id) in [
        ("Jellyfin", "jellyfin"),
        ("my_app.1", "my_app-1"),
        ("  Living Room TV (2) ", "living-room-tv-2"),
        ("a//..//b", "a-b"),
        ("käse", "k-se"),
        ("api", "api-app"),
        ("Admin", "admin-app"),
        ("_gh", "_gh-app"),
        ("日本", "docker-service"),
        ("", "docker-service"),
        ("---", "docker-service"),
        (long.as_str(), &long[..64]),
    ] {
        assert_eq!(default_id(name, Source::Docker), id, "{name:?}");
    }
}

#[test]
fn a_family_is_known_by_its_numbers() {
    for (id, member) in [
        ("files", true),
        ("files-2", true),
        ("files-17", true),
        ("files-1", false),
        ("file", false),
    ] {
        assert_eq!(is_of_family("files", id), member, "{id}");
    }
    let long = "f".repeat(64);
    assert!(is_of_family(&long, &format!("{}-2", &long[..62])));
}

/// An app `taken` is in the catalogue, and every source has told what it sees.
struct World;

impl Taken for World {
    fn by_catalogue(&self, app_id: &str) -> bool {
        app_id == "taken"
    }

    fn told_all(&self, source: Source) -> bool {
        source != Source::Kubernetes
    }
}

#[test]
fn an_id_from_a_label_is_given_only_where_it_is_good_and_free() {
    let long = "x".repeat(300);
    for (wish, id, noted) in [
        ("files", "files", false),
        ("Files", "files", false),
        ("../x", "web", true),
        ("api", "web", true),
        ("_gh", "web", true),
        ("", "web", true),
        (long.as_str(), "web", true),
        ("jellyf\u{131}n", "web", true),
        ("\u{430}pp", "web", true),
        ("a\r\nb", "web", true),
        ("a`b", "web", true),
        ("{a}", "web", true),
        ("a/b", "web", true),
        ("taken", "web", true),
    ] {
        let mut claims = Claims::default();
        let service = ServiceKey::new(Source::Docker, "web");
        let settled = claims.settle(&service, (Some(wish), "web"), &World, Instant::now());
        assert_eq!((&*settled.app_id, settled.note.is_some()), (id, noted), "{wish:?}");
        let note = settled.note.unwrap_or_default();
        assert!(note.chars().all(|c| !c.is_control()) && note.len() < 200, "{note}");
    }
}

#[test]
fn nobody_takes_the_id_of_another_unless_that_is_long_gone() {
    let now = Instant::now();
    let later = |seconds| now + Duration::from_secs(seconds);
    let mut claims = Claims::default();
    let key = |name: &str| ServiceKey::new(Source::Docker, name);
    let id = |claims: &mut Claims, name: &str, at| {
        claims.settle(&key(name), (Some("files"), "web"), &World, at).app_id.to_string()
    };
    assert_eq!(id(&mut claims, "one", now), "files");
    assert_eq!(id(&mut claims, "two", now), "web");
    assert_eq!(id(&mut claims, "three", now), "web-2");
    assert_eq!(id(&mut claims, "two", later(1)), "web", "it keeps what it has");
    claims.gone(&key("one"), later(2));
    assert_eq!(id(&mut claims, "two", later(300)), "web");
    assert_eq!(id(&mut claims, "one", later(301)), "files");
    claims.here(&key("one"));
    claims.gone(&key("one"), later(302));
    assert_eq!(id(&mut claims, "two", later(1_000)), "files", "it was gone for long");
    claims.here(&key("two"));
    assert_eq!(id(&mut claims, "one", later(1_001)), "web", "its own was given away");
}

#[test]
fn claims_outlive_a_restart_and_hold_until_the_source_has_spoken() {
    let now = Instant::now();
    let mut claims = Claims::default();
    let (docker, cluster) =
        (ServiceKey::new(Source::Docker, "a"), ServiceKey::new(Source::Kubernetes, "default/a"));
    claims.restore(cluster.clone(), "files".into(), now);
    claims.restore(docker.clone(), "files".into(), now);
    let much_later = now + Duration::from_secs(100_000);
    let settled = claims.settle(&docker, (Some("files"), "a"), &World, much_later);
    assert_eq!(&*settled.app_id, "a");
    let settled = claims.settle(&cluster, (Some("files"), "a"), &World, much_later);
    assert_eq!((&*settled.app_id, settled.is_new), ("files", false));
}

fn planned(wishes: Wishes) -> (Plan, Vec<String>) {
    let taken = |prefix: &Prefix| prefix.as_str().starts_with("/apps/taken");
    plan(&observation("web", wishes), &"web".into(), taken)
}

#[test]
fn a_path_is_below_apps_and_nobody_elses() {
    for (wish, path, noted) in [
        ("/apps/films/", "/apps/films/", false),
        ("/apps/films", "/apps/films/", false),
        ("/apps/films/new/", "/apps/films/new/", false),
        ("/", "/apps/web/", true),
        ("/api/v1/", "/apps/web/", true),
        ("/apps/", "/apps/web/", true),
        ("/apps/../api/", "/apps/web/", true),
        ("/apps/%2e%2e/api/", "/apps/web/", true),
        ("/apps/_gh/", "/apps/web/", true),
        ("/apps/a b/", "/apps/web/", true),
        ("/apps/a\r\nb/", "/apps/web/", true),
        ("/apps/taken/", "/apps/web/", true),
        ("/apps/taken/below/", "/apps/web/", true),
        ("https://evil.example/apps/x/", "/apps/web/", true),
        ("", "/apps/web/", false),
    ] {
        let wishes = Wishes { path_base: Some(wish.to_owned()), ..Wishes::default() };
        let (plan, notes) = planned(wishes);
        assert_eq!((plan.path_base.as_str(), !notes.is_empty()), (path, noted), "{wish:?}");
    }
}

#[test]
fn scopes_are_known_ones_or_the_usual_one() {
    let usual = vec!["access:web".to_owned()];
    for (wish, scopes, noted) in [
        (vec!["access:web", "access:films"], vec!["access:web", "access:films"], false),
        (vec!["access:admin"], vec!["access:admin"], false),
        (vec![], vec!["access:web"], false),
        (vec!["everybody"], vec!["access:web"], true),
        (vec!["access:web", "access:../x"], vec!["access:web"], true),
        (vec!["access:web"; 33], vec!["access:web"], true),
    ] {
        let wish: Vec<String> = wish.into_iter().map(str::to_owned).collect();
        let wishes = Wishes { scopes: Some(wish.clone()), ..Wishes::default() };
        let (plan, notes) = planned(wishes);
        assert_eq!(
            (plan.scopes, !notes.is_empty()),
            (scopes.into_iter().map(str::to_owned).collect(), noted),
            "{wish:?}"
        );
    }
    assert_eq!(planned(Wishes::default()).0.scopes, usual);
}

#[test]
fn text_is_text_and_what_runs_is_left_out() {
    let wishes = Wishes {
        app_name: Some("<script>alert(1)</script>".to_owned()),
        icon: Some("javascript:alert(1)".to_owned()),
        tags: Some(vec!["a\u{0}b".to_owned()]),
        ..Wishes::default()
    };
    let (plan, notes) = planned(wishes);
    assert_eq!(plan.name.as_deref(), Some("<script>alert(1)</script>"), "shown as text");
    assert_eq!((plan.icon, plan.tags), (None, vec!["container".to_owned()]));
    assert_eq!(notes.len(), 2, "{notes:?}");
    let wishes = Wishes { app_name: Some("a\r\nSet-Cookie: b".to_owned()), ..Wishes::default() };
    let (plan, notes) = planned(wishes);
    assert_eq!((plan.name.as_deref(), notes.len()), (Some("web"), 1));
}

#[test]
fn switches_are_left_open_unless_somebody_turned_them() {
    let (plan, _) = planned(Wishes::default());
    assert_eq!((plan.strip_prefix, plan.rewrite_html, plan.websocket), (None, None, None));
    let (yes, no) = (Some(true), Some(false));
    let wishes = Wishes { strip_prefix: no, rewrite_html: no, websocket: yes, ..Wishes::default() };
    let (plan, _) = planned(wishes);
    assert_eq!((plan.strip_prefix, plan.rewrite_html, plan.websocket), (no, no, yes));
}

#[test]
fn a_path_on_the_server_is_in_its_normal_form() {
    for (path, kept, noted) in [
        ("/admin/", "/admin", false),
        ("/", "", false),
        ("admin", "", true),
        ("/a/../b", "", true),
        ("/a?b", "", true),
        ("/a b", "", true),
    ] {
        let mut seen = observation("web", Wishes::default());
        seen.server_path = path.to_owned();
        let (plan, notes) = plan(&seen, &"web".into(), |_| false);
        assert_eq!((plan.server_path.as_str(), !notes.is_empty()), (kept, noted), "{path:?}");
    }
}

#[test]
fn notes_name_the_source_the_token_and_the_place() {
    let mut seen = observation("web\u{202e}", Wishes::default());
    seen.wishes.misread = vec!["The label svc.enable is neither true nor false".to_owned()];
    seen.security_notes = vec!["It is privileged".to_owned()];
    let (plan, _) = plan(&seen, &"web".into(), |_| false);
    let at = |host: &str, scheme, insecure| {
        let address = Address { host: host.to_owned(), port: 80 };
        let choice = Choice { own_port: 80, scheme, address, insecure, key: None };
        security_notes(&seen, &plan, &choice, vec!["refused".to_owned()])
    };
    let notes = at("172.17.0.2", Scheme::Http, false);
    assert_eq!(
        notes,
        [
            "Discovered by docker: the container web ",
            "Callers need a token with access:web",
            "It is at the private-network address 172.17.0.2",
            "Between the gateway and the service the traffic is plain HTTP",
            "refused",
            "The label svc.enable is neither true nor false",
            "It is privileged",
        ]
    );
    for (host, said) in [
        ("8.8.8.8", "public address"),
        ("::ffff:8.8.8.8", "public address"),
        ("2001:4860::8888", "public address"),
        ("fd00::1", "private-network address"),
        ("nas.local", "by the name nas.local"),
    ] {
        let notes = at(host, Scheme::Https, true);
        assert!(notes[2].contains(said), "{host}: {}", notes[2]);
        assert!(notes[3].contains("certificate"), "{}", notes[3]);
    }
}

#[test]
fn a_crowd_with_one_name_takes_nothing_from_who_is_there() {
    let mut claims = Claims::default();
    let key = |number: usize| ServiceKey::new(Source::Mdns, format!("crowd {number}"));
    let now = Instant::now();
    let ids: Vec<_> = (0..1_100)
        .map(|number| {
            let settled = claims.settle(&key(number), (None, "☂"), &World, now);
            assert_eq!(settled.loser, None);
            settled.app_id
        })
        .collect();
    let different: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
    assert!(ids.iter().all(|id| catalog::judge::app_id(id).is_ok()));
    let again = claims.settle(&key(1_050), (None, "☂"), &World, now);
    assert_eq!((&again.app_id, again.is_new), (&ids[1_050], false));
}
