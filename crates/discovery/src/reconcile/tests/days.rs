//! Services that come and go.

use super::*;

#[test]
fn a_container_is_proposed_when_it_answers_and_withdrawn_when_it_is_gone_for_a_second() {
    let mut day = Day::new();
    day.seen(seen("web", "172.17.0.2:80"));
    day.silent("web");
    day.pass(5_000);
    day.shows(&[]);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[NEW_WEB]);
    day.gone("web");
    day.pass(999);
    day.shows(&[WEB]);
    day.pass(1);
    day.shows(&[]);
    day.tells(&["-proposal_docker_http_web_80"]);
    day.pass(100_000);
    day.start("web", "172.17.0.3:80");
    day.shows(&[WEB]);
    day.tells(&["~proposal_docker_http_web_80"]);
}

#[test]
fn a_restart_is_no_event() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.tells(&[NEW_WEB]);
    day.gone("web");
    day.pass(500);
    let mut again = seen("web", "172.17.0.2:80");
    again.epoch = "2".to_owned();
    day.seen(again);
    day.pass(5_000);
    day.shows(&[WEB]);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[]);
}

#[test]
fn one_that_gets_other_addresses_while_it_runs_stays_shown() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.pass(60_000);
    let mut more = seen("web", "172.18.0.5:80");
    more.offers[0].addresses.push(address("172.17.0.2:80"));
    day.seen(more);
    day.shows(&[WEB]);
    assert!(day.tasks.is_empty(), "the way that answers is still there");
    day.pass(60_000);
    day.seen(seen("web", "172.18.0.5:80"));
    day.pass(5_000);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[NEW_WEB]);
}

#[test]
fn one_that_does_not_come_back_to_speech_is_withdrawn() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    let mut again = seen("web", "172.17.0.2:80");
    again.epoch = "2".to_owned();
    day.seen(again);
    day.silent("web");
    day.pass(20_000);
    day.shows(&[]);
    day.answered("web");
    day.shows(&[WEB]);
}

#[test]
fn a_restless_one_is_shown_after_half_a_minute_of_rest() {
    let mut day = Day::new();
    for _ in 0..3 {
        day.start("web", "172.17.0.2:80");
        day.pass(2_000);
        day.gone("web");
        day.pass(2_000);
    }
    day.told.clear();
    for _ in 0..100 {
        day.start("web", "172.17.0.2:80");
        day.pass(2_000);
        day.shows(&[]);
        day.gone("web");
        day.pass(2_000);
    }
    day.tells(&[]);
    day.start("web", "172.17.0.2:80");
    day.pass(29_000);
    day.shows(&[]);
    day.pass(2_000);
    day.shows(&[WEB]);
}

#[test]
fn what_was_announced_before_the_start_is_shown_and_not_told_again() {
    let mut memory = Memory::default();
    memory.announced.insert(WEB.to_owned());
    let mut day = Day::after(memory, Index::default());
    day.start("web", "172.17.0.2:80");
    day.shows(&[WEB]);
    day.tells(&[]);
}

#[test]
fn what_was_announced_before_the_start_and_comes_later_is_told() {
    let mut memory = Memory::default();
    memory.announced.insert(WEB.to_owned());
    let mut day = Day::after(memory, Index::default());
    day.act(|reconciler, moment| reconciler.whole(Source::Docker, Vec::new(), moment));
    day.pass(3_600_000);
    day.start("web", "172.17.0.2:80");
    day.shows(&[WEB]);
    day.tells(&["~proposal_docker_http_web_80"]);
}

#[test]
fn what_is_dismissed_stays_so_until_everything_is_found_anew() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.act(|reconciler, moment| reconciler.dismiss(WEB, moment));
    day.shows(&[]);
    day.tells(&[NEW_WEB]);
    day.gone("web");
    day.pass(100_000);
    day.start("web", "172.17.0.9:80");
    day.shows(&[]);
    day.act(Reconciler::clear);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[NEW_WEB]);
}

#[test]
fn what_is_dismissed_stays_so_by_another_port_or_scheme() {
    let mut day = Day::new();
    let mut web = seen("web", "172.17.0.2:80");
    web.offers.push(offer(9000, "172.17.0.2:9000"));
    day.act(|reconciler, moment| reconciler.dismiss("proposal_docker_https_web_9000", moment));
    day.seen(web);
    let task = day.tasks.remove(&key("web")).expect("a task").number;
    let address = address("172.17.0.2:80");
    let (scheme, status) = (Scheme::Http, 200);
    let finding = Finding { own_port: 80, address, scheme, status, insecure: false, key: None };
    let probed = Probed { service: key("web"), task, findings: vec![finding] };
    day.act(|reconciler, moment| reconciler.probed(probed, moment));
    day.shows(&[]);
}

#[test]
fn a_decision_counts_at_once_for_what_is_about_to_go() {
    for dismissed in [true, false] {
        let mut day = Day::new();
        day.start("web", "172.17.0.2:80");
        day.gone("web");
        if dismissed {
            day.act(|reconciler, moment| reconciler.dismiss(WEB, moment));
        } else {
            let index = approved("172.17.0.2:80", "172.17.0.2:80");
            day.act(|reconciler, moment| reconciler.adopt(index, moment));
        }
        day.shows(&[]);
        day.pass(2_000);
        day.tells(&[NEW_WEB]);
    }
}

#[test]
fn what_others_decided_unheard_is_taken_over() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.start("old", "172.17.0.3:80");
    day.act(|reconciler, moment| reconciler.dismiss("proposal_docker_http_old_80", moment));
    day.shows(&[WEB]);
    day.act(|reconciler, moment| reconciler.set_dismissed([WEB.to_owned()].into(), moment));
    day.shows(&["proposal_docker_http_old_80"]);
}

#[test]
fn the_id_depends_on_neither_address_nor_order() {
    let ids = |first: &str, second: &str| {
        let mut day = Day::new();
        let wish = |name: &str, at| {
            let mut observation = seen(name, at);
            observation.wishes.app_id = Some("files".to_owned());
            observation
        };
        let all = vec![wish("b", first), wish("a", second)];
        day.act(|reconciler, moment| reconciler.whole(Source::Docker, all, moment));
        day.answered("b");
        day.answered("a");
        day.shown.into_iter().collect::<Vec<_>>()
    };
    let first = ids("10.0.0.1:80", "10.0.0.2:80");
    assert_eq!(first.len(), 2);
    assert_eq!(first, ids("10.0.0.7:80", "10.0.0.1:80"));
}

#[test]
fn a_look_at_everything_withdraws_what_it_does_not_name() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.start("old", "172.17.0.3:80");
    day.act(|reconciler, moment| reconciler.whole(Source::Mdns, Vec::new(), moment));
    day.pass(2_000);
    day.shows(&["proposal_docker_http_old_80", WEB]);
    let all = vec![seen("web", "172.17.0.2:80")];
    day.act(|reconciler, moment| reconciler.whole(Source::Docker, all, moment));
    day.pass(2_000);
    day.shows(&[WEB]);
}

#[test]
fn there_is_room_for_so_many_and_one_more_costs_the_same() {
    let mut day = Day::new();
    let many = |count: usize| {
        let one = |number: usize| {
            let mut one = seen(&format!("s{number}"), &format!("10.1.0.1:{}", number + 1));
            one.offers[0].probing = Probing::Adds;
            one.offers[0].scheme = Some(Scheme::Http);
            one
        };
        (0..count).map(one).collect::<Vec<_>>()
    };
    day.act(|reconciler, moment| {
        reconciler.whole(Source::Docker, many(MOST_SERVICES + 10), moment);
    });
    assert_eq!((day.shown.len(), day.reconciler.left_out()), (MOST_SERVICES, 10));
    let begun = std::time::Instant::now();
    for _ in 0..1_000 {
        day.seen(many(1).remove(0));
    }
    let each = begun.elapsed() / 1_000;
    assert!(each < Duration::from_millis(2), "{each:?} for one change");
    day.act(|reconciler, moment| reconciler.whole(Source::Docker, many(10), moment));
    day.pass(100_000);
    assert_eq!((day.shown.len(), day.reconciler.left_out()), (10, 0));
    assert_eq!(day.reconciler.count(Source::Docker), 10);
}

#[test]
fn what_was_told_of_long_ago_is_not_kept_for_ever() {
    let mut memory = Memory::default();
    memory.announced.extend((0..60_000).map(|number| format!("proposal_mdns_http_x{number}_80")));
    let mut day = Day::after(memory, Index::default());
    day.start("web", "172.17.0.2:80");
    day.start("more", "172.17.0.3:80");
    assert_eq!(day.reconciler.memory.announced.len(), 2);
}

#[test]
fn a_source_that_is_full_takes_no_room_from_another_and_makes_some_by_itself() {
    let mut day = Day::new();
    let stranger = |number: usize| {
        let mut one = seen(&format!("s{number}"), "10.1.0.1:80");
        one.service.source = Source::Mdns;
        one
    };
    let all = (0..MOST_SERVICES).map(stranger).collect();
    day.act(|reconciler, moment| reconciler.whole(Source::Mdns, all, moment));
    day.start("web", "172.17.0.2:80");
    day.shows(&[WEB]);
    day.seen(stranger(MOST_SERVICES));
    assert_eq!(day.reconciler.left_out(), 1);
    day.act(|reconciler, moment| reconciler.gone(&stranger(7).service, moment));
    day.pass(1_000);
    day.seen(stranger(MOST_SERVICES));
    assert!(day.reconciler.is_known(&stranger(MOST_SERVICES).service));
    assert_eq!(day.reconciler.count(Source::Mdns), MOST_SERVICES);
}
