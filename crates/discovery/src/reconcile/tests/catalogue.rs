//! What there is already, and what answers.

use super::*;

#[test]
fn nothing_is_proposed_for_what_has_a_route() {
    let mut index = Index::default();
    let routes = vec![route("hand", "172.17.0.2:80", Origin::Manual)];
    index.add("hand".into(), AppEntry { link: None, routes });
    let mut day = Day::after(Memory::default(), index);
    day.start("web", "172.17.0.2:80");
    day.start("other", "172.17.0.3:80");
    day.shows(&["proposal_docker_http_other_80"]);
    day.act(|reconciler, moment| reconciler.adopt(Index::default(), moment));
    day.shows(&["proposal_docker_http_other_80", WEB]);
    day.act(|reconciler, moment| {
        reconciler.adopt(approved("172.17.0.2:80", "172.17.0.2:80"), moment);
    });
    day.shows(&["proposal_docker_http_other_80"]);
}

#[test]
fn who_shares_an_address_has_a_path_of_their_own() {
    let at = |name: &str, path: &str| {
        let mut one = seen(name, "apps.example:443");
        one.server_path = path.to_owned();
        one
    };
    let mut index = approved("apps.example:443", "apps.example:443/web");
    let mut hand = route("hand", "apps.example:443", Origin::Manual);
    hand.to.push_str("/hand/");
    index.add("hand".into(), AppEntry { link: None, routes: vec![hand] });
    let mut day = Day::after(Memory::default(), index);
    let paths = [("a", "/web/"), ("b", "/b"), ("c", "/hand/c"), ("d", "/handy"), ("e", "")];
    for (name, path) in paths {
        day.seen(at(name, path));
        day.answered(name);
    }
    day.shows(&["proposal_docker_http_b_80", "proposal_docker_http_d_80"]);
}

#[test]
fn an_app_in_the_catalogue_keeps_its_id_and_its_path() {
    let mut index = Index::default();
    let routes = vec![route("web", "10.9.9.9:80", Origin::Manual)];
    index.add("web".into(), AppEntry { link: None, routes });
    let mut day = Day::after(Memory::default(), index);
    let mut thief = seen("web", "172.17.0.2:80");
    thief.wishes.app_id = Some("web".to_owned());
    thief.wishes.path_base = Some("/apps/web/login/".to_owned());
    day.seen(thief);
    day.answered("web");
    day.shows(&["proposal_docker_http_web-2_80"]);
    let proposal = day.reconciler.proposal("proposal_docker_http_web-2_80").expect("a proposal");
    assert_eq!(proposal.plan.path_base, "/apps/web-2/");
    let notes = proposal.security_notes.join("\n");
    assert!(notes.contains("app id web is another's") && notes.contains("path"), "{notes}");
}

#[test]
fn a_route_that_is_made_above_a_wished_path_takes_it() {
    let mut day = Day::new();
    let mut web = seen("web", "172.17.0.2:80");
    web.wishes.path_base = Some("/apps/films/new/".to_owned());
    day.seen(web);
    day.answered("web");
    let path = |day: &Day| day.reconciler.proposal(WEB).expect("a proposal").plan.path_base.clone();
    assert_eq!(path(&day), "/apps/films/new/");
    let mut index = Index::default();
    let routes = vec![route("films", "10.9.9.9:80", Origin::Manual)];
    index.add("films".into(), AppEntry { link: None, routes });
    day.act(|reconciler, moment| reconciler.adopt(index, moment));
    assert_eq!(path(&day), "/apps/web/");
}

#[test]
fn an_approved_route_follows_its_service_to_where_it_answers() {
    let index = approved("172.17.0.2:80", "172.17.0.2:80");
    let mut day = Day::after(Memory::default(), index);
    day.start("web", "172.17.0.2:80");
    assert_eq!(day.follows, []);
    day.gone("web");
    day.pass(10_000);
    let mut again = seen("web", "172.17.0.7:80");
    again.epoch = "2".to_owned();
    let link = ContainerLink { id: "abc".into(), name: "web".into(), compose: None };
    again.container = Some(link);
    day.seen(again);
    assert_eq!(day.follows, [], "not before it answers");
    day.answered("web");
    let follow = day.follows.pop().expect("it follows");
    assert_eq!((&*follow.before.route_id, follow.to.as_str()), ("web", "http://172.17.0.7:80"));
    assert_eq!(follow.container.map(|link| link.id).as_deref(), Some("abc"));
    day.shows(&[]);
}

#[test]
fn two_programs_that_see_it_elsewhere_come_to_rest() {
    let mut day = Day::after(Memory::default(), approved("172.17.0.2:80", "172.17.0.2:80"));
    day.start("web", "172.17.0.2:80");
    for _ in 0..20 {
        day.act(|reconciler, moment| {
            reconciler.adopt(approved("10.0.0.9:80", "10.0.0.9:80"), moment);
        });
        day.act(|reconciler, moment| {
            reconciler.adopt(approved("172.17.0.2:80", "172.17.0.2:80"), moment);
        });
    }
    day.act(|reconciler, moment| reconciler.adopt(approved("10.0.0.9:80", "10.0.0.9:80"), moment));
    assert_eq!(day.follows.len(), 1);
    let mut again = seen("web", "172.17.0.3:80");
    again.epoch = "2".to_owned();
    day.seen(again);
    day.answered("web");
    assert_eq!(day.follows[1].to, "http://172.17.0.3:80");
}

#[test]
fn a_route_does_not_follow_to_where_it_is_less_protected() {
    for (before, scheme, insecure, follows) in [
        (Protection::Checked, Scheme::Https, false, true),
        (Protection::Checked, Scheme::Https, true, false),
        (Protection::Encrypted, Scheme::Https, true, true),
        (Protection::Encrypted, Scheme::Http, false, false),
        (Protection::Plain, Scheme::Https, true, true),
    ] {
        let index = protected("172.17.0.2:80", before);
        let mut day = Day::after(Memory::default(), index);
        for number in ["1", "2"] {
            let mut moved = seen("web", "172.17.0.7:80");
            moved.epoch = number.to_owned();
            day.seen(moved);
            let task = day.tasks.remove(&key("web")).expect("a task").number;
            let address = address("172.17.0.7:80");
            let finding =
                Finding { own_port: 80, address, scheme, status: 200, insecure, key: None };
            let probed = Probed { service: key("web"), task, findings: vec![finding] };
            day.act(|reconciler, moment| reconciler.probed(probed, moment));
        }
        let told: &[&str] = match (follows, scheme) {
            (true, _) => &[],
            (false, Scheme::Http) => &["!http://172.17.0.7:80"],
            (false, _) => &["!https://172.17.0.7:80"],
        };
        day.tells(told);
        assert_eq!(day.follows.len(), usize::from(follows), "{before:?} {scheme:?} {insecure}");
    }
}

#[test]
fn what_somebody_changed_stays() {
    let index = approved("172.17.0.2:80", "10.1.1.1:80");
    let mut day = Day::after(Memory::default(), index);
    day.start("web", "172.17.0.7:80");
    assert_eq!(day.follows, []);
    day.shows(&[]);
}

#[test]
fn an_address_that_was_given_to_another_hides_nobody() {
    let mut day = Day::after(Memory::default(), approved("172.17.0.2:80", "172.17.0.2:80"));
    day.start("web", "172.17.0.2:80");
    day.act(|reconciler, moment| {
        reconciler.whole(Source::Docker, vec![seen("web", "172.17.0.2:80")], moment);
    });
    day.start("heir", "172.17.0.2:80");
    day.shows(&[]);
    day.gone("web");
    day.pass(1_000);
    day.shows(&["proposal_docker_http_heir_80"]);
}

#[test]
fn elsewhere_an_answer_only_adds() {
    let mut day = Day::new();
    let mut printer = seen("printer", "192.168.1.9:631");
    printer.offers[0].probing = Probing::Adds;
    day.seen(printer.clone());
    day.shows(&[]);
    day.pass(750);
    day.shows(&["proposal_docker_http_printer_80"]);
    let notes = |day: &Day| {
        let proposal = day.reconciler.proposal("proposal_docker_http_printer_80");
        proposal.expect("a proposal").security_notes.join("; ")
    };
    assert!(!notes(&day).contains("answered"), "nobody knows yet");
    day.silent("printer");
    assert!(notes(&day).contains("No port has answered"), "{}", notes(&day));
    day.answered("printer");
    assert!(!notes(&day).contains("No port has answered"), "{}", notes(&day));
    day.gone("printer");
    day.pass(100_000);
    printer.offers[0].scheme = Some(Scheme::Https);
    day.seen(printer);
    day.shows(&["proposal_docker_https_printer_80"]);
}

#[test]
fn every_port_that_answers_can_be_chosen() {
    let mut day = Day::new();
    let mut web = seen("web", "172.17.0.2:80");
    web.offers.push(offer(9000, "172.17.0.2:9000"));
    web.offers.push(offer(9001, "172.17.0.2:9001"));
    day.seen(web);
    let task = day.tasks[&key("web")].clone();
    let finding = |port: u16| Finding {
        own_port: port,
        address: address(&format!("172.17.0.2:{port}")),
        scheme: Scheme::Http,
        status: 200,
        insecure: false,
        key: None,
    };
    let tell = |day: &mut Day, ports: &[u16]| {
        let findings = ports.iter().map(|port| finding(*port)).collect();
        let probed = Probed { service: key("web"), task: task.number, findings };
        day.act(|reconciler, moment| reconciler.probed(probed, moment));
    };
    tell(&mut day, &[9001]);
    day.shows(&["proposal_docker_http_web_9001"]);
    tell(&mut day, &[80]);
    day.shows(&["proposal_docker_http_web_9001"]);
    let proposal = day.reconciler.proposal("proposal_docker_http_web_9001").expect("a proposal");
    let ports: Vec<u16> = proposal.choices.iter().map(|choice| choice.own_port).collect();
    assert_eq!(ports, [9001, 80]);
    day.act(|reconciler, moment| reconciler.dismiss("proposal_docker_http_web_9001", moment));
    day.shows(&[]);
}

#[test]
fn no_port_can_be_chosen_twice() {
    let mut day = Day::new();
    let mut web = seen("web", "apps.example:443");
    web.offers.push(offer(9000, "apps.example:443"));
    web.offers.push(offer(9001, "apps.example:80"));
    day.seen(web);
    day.answered("web");
    let proposal = day.reconciler.proposal(WEB).expect("a proposal");
    let ports: Vec<u16> = proposal.choices.iter().map(|choice| choice.address.port).collect();
    assert_eq!(ports, [443, 80]);
}

#[test]
fn answers_are_remembered_while_nothing_changed() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.seen(seen("web", "172.17.0.2:80"));
    assert!(day.tasks.is_empty());
    let mut more = seen("web", "172.17.0.2:80");
    more.offers.push(offer(81, "172.17.0.2:81"));
    day.seen(more);
    let asked: Vec<u16> = day.tasks[&key("web")].offers.iter().map(|o| o.own_port).collect();
    assert_eq!(asked, [81]);
    day.shows(&[WEB]);
}

#[test]
fn an_app_is_away_while_its_container_is_not_at_its_address() {
    let index = || approved("172.17.0.2:80", "172.17.0.2:80");
    let is_away = |day: &Day| day.reconciler.away.contains("web");
    let mut day = Day::after(Memory::default(), index());
    day.start("web", "172.17.0.2:80");
    assert!(!is_away(&day), "it is there");
    day.gone("web");
    assert!(is_away(&day), "from the moment that it stops");
    day.pass(300_000);
    assert!(is_away(&day), "and after it was forgotten");
    day.start("web", "172.17.0.9:80");
    assert!(is_away(&day), "its route does not lead to it yet");
    day.act(|reconciler, moment| {
        reconciler.adopt(approved("172.17.0.9:80", "172.17.0.9:80"), moment);
    });
    assert!(!is_away(&day), "its route has followed");
    day.gone("web");
    day.act(|reconciler, moment| {
        reconciler.adopt(approved("172.17.0.9:80", "10.1.1.1:80"), moment);
    });
    assert!(!is_away(&day), "somebody has sent the route elsewhere");
}

#[test]
fn who_was_never_seen_is_away_once_another_has_its_address() {
    let mut day = Day::after(Memory::default(), approved("172.17.0.2:80", "172.17.0.2:80"));
    day.start("other", "172.17.0.3:80");
    assert!(day.reconciler.away.is_empty(), "another program may see it");
    day.start("stranger", "172.17.0.2:80");
    assert!(day.reconciler.away.contains("web"));
    day.act(|reconciler, moment| reconciler.adopt(Index::default(), moment));
    assert!(day.reconciler.away.is_empty(), "there is no such app any more");
}
