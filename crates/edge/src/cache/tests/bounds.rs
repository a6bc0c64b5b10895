use std::thread;

use bytes::Bytes;
use http::Method;

use super::super::{Lookup, Recorder};
use super::lab::{App, Ask, Lab, MIB, user};

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

pub(super) fn recorder(lab: &Lab, target: &str, app: &App) -> Option<Recorder> {
    let Lookup::Miss(fill) = lab.lookup(&Ask::get(target)) else { panic!("a miss") };
    let answer = app.answer(&http::HeaderMap::new()).expect("an answer");
    fill.on_response(answer.status(), answer.headers())
}

fn zeros(size: u64) -> Bytes {
    vec![0; usize::try_from(size).unwrap()].into()
}

#[test]
fn ten_thousand_answers_stay_within_the_bound() {
    let lab = Lab::with(MIB);
    let mut dice = Dice(7);
    for _ in 0..10_000 {
        let target = format!("/{}", dice.below(3000));
        let mut ask = Ask::get(&target).with("accept-language", &dice.below(3).to_string());
        if dice.below(2) == 0 {
            ask = ask.caller(user(&dice.below(5).to_string()));
        }
        let largest = if dice.below(50) == 0 { 200_000 } else { 4000 };
        let app = App::lasting(zeros(dice.below(largest))).with("vary", "accept-language");
        lab.send(&ask, &app);
        if dice.below(100) == 0 {
            lab.send(&Ask::new(Method::DELETE, &target), &App::says(""));
        }
        assert!(lab.cache.bytes() <= MIB, "{} bytes", lab.cache.bytes());
    }
    assert!(lab.cache.len() > 100, "and the room is used: {} answers", lab.cache.len());
    assert!(lab.cache.bytes() > MIB / 2);
    let resources = lab.cache.shelf().resources();
    assert!(resources <= lab.cache.len(), "no empty rows are left");
    lab.cache.set_max_bytes(0);
    assert_eq!((lab.cache.len(), lab.cache.bytes()), (0, 0), "every byte is given back");
}

#[test]
fn many_threads_stay_within_the_bound() {
    let lab = Lab::with(MIB);
    thread::scope(|scope| {
        let lab = &lab;
        for seed in 0..4 {
            scope.spawn(move || {
                let mut dice = Dice(seed);
                for _ in 0..2000 {
                    let app = App::lasting(zeros(dice.below(20_000)));
                    lab.send(&Ask::get(&format!("/{}", dice.below(300))), &app);
                    assert!(lab.cache.bytes() <= MIB);
                }
            });
        }
    });
    lab.cache.set_max_bytes(0);
    assert_eq!((lab.cache.len(), lab.cache.bytes()), (0, 0));
}

#[test]
fn the_answers_that_were_asked_for_last_stay() {
    let lab = Lab::with(MIB);
    let favourite = Ask::get("/favourite");
    lab.send(&favourite, &App::lasting("x"));
    for number in 0..200 {
        lab.send(&Ask::get(&format!("/{number}")), &App::lasting(zeros(50_000)));
        assert_eq!(lab.send(&favourite, &App::failing()).body(), "x");
    }
    assert!(lab.cache.len() < 25);
}

#[test]
fn a_body_over_the_cap_is_delivered_whole_and_not_kept() {
    let lab = Lab::with(8 * MIB);
    for announced in [true, false] {
        for (size, kept) in [(MIB, true), (MIB + 1, false), (20 * MIB, false)] {
            let mut app = App::lasting(zeros(size));
            if announced {
                app = app.with("content-length", &size.to_string());
            }
            let ask = Ask::get(&format!("/{announced}/{size}"));
            assert_eq!(lab.send(&ask, &app).body().len() as u64, size);
            assert_eq!(matches!(lab.lookup(&ask), Lookup::Fresh(_)), kept, "{size}");
        }
    }
    let huge = Lab::with(1024 * MIB);
    let app = App::lasting("").with("content-length", &(8 * MIB + 1).to_string());
    assert!(recorder(&huge, "/a", &app).is_none(), "no answer takes more than 8 MiB");
}

#[test]
fn recordings_share_half_of_the_room_and_give_it_back() {
    let lab = Lab::with(8 * MIB);
    let app = App::lasting("");
    let mut recorders: Vec<Recorder> =
        (0..20).map(|n| recorder(&lab, &format!("/{n}"), &app).expect("a recorder")).collect();
    for recorder in &mut recorders {
        recorder.push(&zeros(MIB / 2));
        assert!(lab.cache.bytes() <= 4 * MIB, "{} bytes", lab.cache.bytes());
    }
    assert_eq!(lab.cache.bytes(), 4 * MIB);
    recorders.truncate(2);
    assert_eq!(lab.cache.bytes(), MIB, "those that were dropped or gave up hold nothing");
    for recorder in recorders {
        recorder.finish();
    }
    assert_eq!(lab.cache.len(), 2);
}

#[test]
fn a_body_on_its_way_to_a_slow_reader_counts_until_it_has_arrived() {
    let lab = Lab::with(8 * MIB);
    let ask = Ask::get("/a");
    lab.send(&ask, &App::lasting(zeros(MIB)));
    let answer = lab.send(&ask, &App::failing());
    lab.send(&Ask::new(Method::DELETE, "/a"), &App::says(""));
    assert_eq!((lab.cache.len(), lab.cache.bytes()), (0, MIB));
    drop(answer);
    assert_eq!(lab.cache.bytes(), 0);
}

#[test]
fn a_smaller_bound_holds_at_once_and_none_turns_the_cache_off() {
    let lab = Lab::with(8 * MIB);
    let app = App::lasting(zeros(MIB / 2));
    for number in 0..10 {
        lab.send(&Ask::get(&format!("/{number}")), &app);
    }
    lab.cache.set_max_bytes(2 * MIB);
    assert!(lab.cache.bytes() <= 2 * MIB);
    assert_eq!(lab.cache.len(), 3);
    lab.cache.set_max_bytes(0);
    assert_eq!((lab.cache.len(), lab.cache.bytes()), (0, 0));
    assert!(matches!(lab.lookup(&Ask::get("/9")), Lookup::Bypass));
    lab.cache.set_max_bytes(8 * MIB);
    assert!(lab.keeps(&Ask::get("/9"), &app));
}
