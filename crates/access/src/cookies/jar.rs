//! The cookies that one app gave one device.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use kit::Timestamp;
use serde::{Deserialize, Serialize};

use super::cookie::Cookie;
use super::place::CookieScope;
use super::usage::Usage;

/// How many cookies a jar holds. The one that was set longest ago makes room.
pub(super) const MOST: usize = 50;
/// How much of them: more than any server takes in one request.
const MOST_BYTES: usize = 64 * 1024;
/// How long a cookie without a date of its own outlives its last use.
const IDLE: Duration = Duration::from_secs(30 * 86_400);
/// An app that prolongs a cookie with each answer need not be followed to the second.
const SAME_DATE: Duration = Duration::from_secs(60);

pub(crate) struct Jar {
    /// In the order in which they are sent: longer paths first, then the oldest.
    cookies: Vec<Cookie>,
    updated_at: Timestamp,
    pub(super) usage: Arc<Usage>,
}

/// A jar as it is stored.
#[derive(Serialize, Deserialize)]
struct Content {
    cookies: Vec<Cookie>,
    updated_at: Timestamp,
    used_at: Timestamp,
}

impl Jar {
    pub(super) fn empty(now: Timestamp) -> Self {
        Jar { cookies: Vec::new(), updated_at: now, usage: Arc::new(Usage::new(now, false)) }
    }

    pub(super) fn visit(
        &self,
        place: &CookieScope<'_>,
        now: Timestamp,
        each: &mut dyn FnMut(&str, &str),
    ) {
        for cookie in self.live(now).filter(|cookie| cookie.goes_to(place)) {
            each(&cookie.name, &cookie.value);
        }
        // What was forgotten for too long is not brought back by being asked for.
        if !self.is_idle(now) {
            self.usage.touch(now);
        }
    }

    /// The jar after an answer from this place. `None`: it is the same.
    pub(super) fn with(
        &self,
        new: Vec<Cookie>,
        place: &CookieScope<'_>,
        now: Timestamp,
    ) -> Option<Jar> {
        let mut cookies: Vec<Cookie> = self.live(now).cloned().collect();
        // What has ended must not come to life again because the jar is used once more.
        let mut changed = cookies.len() < self.cookies.len();
        for new in new {
            if !place.secure && cookies.iter().any(|old| new.shadows(old)) {
                continue;
            }
            changed |= put(&mut cookies, new, now);
        }
        self.usage.touch(now);
        if !changed {
            return None;
        }
        make_room(&mut cookies);
        cookies.sort_by_key(|cookie| (Reverse(cookie.path.len()), cookie.created_at));
        Some(Jar { cookies, updated_at: now, usage: self.usage.clone() })
    }

    /// The jar without what has expired. `None`: it is the same.
    pub(super) fn pruned(&self, now: Timestamp) -> Option<Jar> {
        let cookies: Vec<Cookie> = self.live(now).cloned().collect();
        let same = cookies.len() == self.cookies.len();
        let (updated_at, usage) = (self.updated_at, self.usage.clone());
        (!same).then_some(Jar { cookies, updated_at, usage })
    }

    fn live(&self, now: Timestamp) -> impl Iterator<Item = &Cookie> {
        let is_idle = self.is_idle(now);
        self.cookies.iter().filter(move |cookie| match cookie.expires_at {
            Some(end) => now < end,
            None => !is_idle,
        })
    }

    fn is_idle(&self, now: Timestamp) -> bool {
        now.since(self.usage.at()) > IDLE
    }

    pub(crate) fn count(&self, now: Timestamp) -> usize {
        self.live(now).count()
    }

    pub(crate) fn updated_at(&self) -> Timestamp {
        self.updated_at
    }

    /// When the last cookie ends; `None` where one has no end of its own.
    pub(crate) fn expires_at(&self, now: Timestamp) -> Option<Timestamp> {
        let ends: Option<Vec<_>> = self.live(now).map(|cookie| cookie.expires_at).collect();
        ends?.into_iter().max()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cookies.is_empty()
    }

    pub(super) fn size(&self) -> usize {
        self.cookies.iter().map(Cookie::size).sum()
    }

    /// What is stored of it, and the last use that this tells.
    pub(crate) fn content(&self) -> (Vec<u8>, Timestamp) {
        let (cookies, used_at) = (self.cookies.clone(), self.usage.at());
        let content = Content { cookies, updated_at: self.updated_at, used_at };
        (serde_json::to_vec(&content).expect("cookies are plain data"), used_at)
    }

    pub(crate) fn from_content(content: &[u8]) -> Option<Self> {
        let Content { cookies, updated_at, used_at } = serde_json::from_slice(content).ok()?;
        Some(Jar { cookies, updated_at, usage: Arc::new(Usage::new(used_at, true)) })
    }

    /// Notes that the database has it, with this last use.
    pub(crate) fn note_written(&self, used_at: Timestamp) {
        self.usage.note_written(used_at);
    }
}

/// Puts a cookie in, in the place of an earlier one. Says whether that changed anything.
fn put(cookies: &mut Vec<Cookie>, mut new: Cookie, now: Timestamp) -> bool {
    let place = cookies.iter().position(|old| new.replaces(old));
    let is_over = new.expires_at.is_some_and(|end| end <= now);
    match place {
        Some(place) if is_over => drop(cookies.remove(place)),
        Some(place) if is_same(&cookies[place], &new) => return false,
        Some(place) => {
            new.created_at = cookies[place].created_at;
            cookies[place] = new;
        }
        None if is_over => return false,
        None => cookies.push(new),
    }
    true
}

fn is_same(old: &Cookie, new: &Cookie) -> bool {
    let same_date = match (old.expires_at, new.expires_at) {
        (Some(old), Some(new)) => new >= old && new.since(old) < SAME_DATE,
        (old, new) => old == new,
    };
    let content = |cookie: &Cookie| (cookie.value.clone(), cookie.secure, cookie.http_only);
    same_date && content(old) == content(new)
}

fn make_room(cookies: &mut Vec<Cookie>) {
    let is_full = |cookies: &[Cookie]| {
        cookies.len() > MOST || cookies.iter().map(Cookie::size).sum::<usize>() > MOST_BYTES
    };
    while is_full(cookies) {
        let oldest = cookies.iter().enumerate().min_by_key(|(_, cookie)| cookie.set_at);
        let Some((oldest, _)) = oldest else { return };
        cookies.remove(oldest);
    }
}

#[cfg(test)]
mod tests {
    use routing::{CookieTarget, Outside};

    use super::*;
    use crate::cookies::cookie::read;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);
    const DAY: Duration = Duration::from_secs(86_400);

    fn at(path: &str, secure: bool) -> CookieScope<'_> {
        CookieScope::new(CookieTarget {
            host: "tv.home.lan",
            path,
            secure,
            outside: Outside::default(),
        })
    }

    /// The jar after an answer to `/` with these lines.
    fn set(jar: Jar, lines: &[&str], now: Timestamp) -> Jar {
        let place = at("/", true);
        let new = lines.iter().filter_map(|line| read(line, &place, now)).collect();
        jar.with(new, &place, now).unwrap_or(jar)
    }

    fn sent(jar: &Jar, path: &str, now: Timestamp) -> String {
        let mut pairs = Vec::new();
        jar.visit(&at(path, true), now, &mut |name, value| pairs.push(format!("{name}={value}")));
        pairs.join("; ")
    }

    #[test]
    fn longer_paths_come_first_and_then_the_oldest() {
        let jar = set(Jar::empty(NOW), &["a=1", "b=2; Path=/x", "c=3; Path=/x/y"], NOW);
        let later = NOW.after(DAY);
        let jar = set(jar, &["d=4", "a=5"], later);
        assert_eq!(sent(&jar, "/x/y/z", later), "c=3; b=2; a=5; d=4");
        assert_eq!(sent(&jar, "/", later), "a=5; d=4");
    }

    #[test]
    fn a_cookie_is_replaced_and_taken_away_by_name_domain_and_path() {
        let jar = set(Jar::empty(NOW), &["a=1", "a=2; Path=/x", "a=3; Domain=home.lan"], NOW);
        assert_eq!(jar.count(NOW), 3);
        let jar = set(jar, &["a=4"], NOW);
        assert_eq!(jar.count(NOW), 3);
        let jar = set(jar, &["a=; Max-Age=0", "unknown=; Max-Age=0"], NOW);
        assert_eq!(sent(&jar, "/x", NOW), "a=2; a=3");
    }

    #[test]
    fn cookies_end_at_their_date_and_those_without_one_with_their_use() {
        let jar = set(Jar::empty(NOW), &["a=1", "b=2; Max-Age=60", "c=3; Max-Age=99999999"], NOW);
        assert_eq!(sent(&jar, "/", NOW.after(Duration::from_millis(59_999))), "a=1; b=2; c=3");
        let mut now = NOW.after(Duration::from_secs(60));
        assert_eq!(sent(&jar, "/", now), "a=1; c=3");
        for _ in 0..3 {
            now = now.after(IDLE);
            assert_eq!(sent(&jar, "/", now), "a=1; c=3", "each use prolongs it");
        }
        now = now.after(IDLE + Duration::from_secs(1));
        for _ in 0..2 {
            assert_eq!(sent(&jar, "/", now), "c=3");
        }
        let used =
            set(Jar::from_content(&jar.content().0).expect("a jar"), &["unknown=; Max-Age=0"], now);
        assert_eq!(sent(&used, "/", now), "c=3", "what has ended does not come back");
        let pruned = jar.pruned(now).expect("a change");
        assert_eq!(pruned.count(now), 1);
        assert!(pruned.pruned(now).is_none());
    }

    #[test]
    fn a_plain_connection_does_not_hide_what_an_encrypted_one_set() {
        let jar = set(Jar::empty(NOW), &["a=1; Secure", "b=1"], NOW);
        let plain = at("/", false);
        let new = ["a=2", "a=3; Domain=home.lan", "a=4; Path=/x", "b=2"];
        let new = new.iter().filter_map(|line| read(line, &plain, NOW)).collect();
        let jar = jar.with(new, &plain, NOW).expect("a change");
        assert_eq!(sent(&jar, "/x", NOW), "a=1; b=2");
    }

    #[test]
    fn the_same_again_is_no_change() {
        let jar = set(Jar::empty(NOW), &["a=1", "b=2; Max-Age=3600"], NOW);
        let again = |seconds: u64, lines: &[&str]| {
            let now = NOW.after(Duration::from_secs(seconds));
            let new = lines.iter().filter_map(|line| read(line, &at("/", true), now)).collect();
            jar.with(new, &at("/", true), now).is_some()
        };
        assert!(!again(30, &["a=1", "b=2; Max-Age=3600"]));
        assert!(again(60, &["b=2; Max-Age=3600"]));
        assert!(again(0, &["a=1; HttpOnly"]));
        assert!(again(0, &["b=2"]));
        assert!(!again(0, &["c=; Max-Age=0"]));
    }

    #[test]
    fn a_jar_is_bounded_and_the_longest_unset_makes_room() {
        let mut jar = Jar::empty(NOW);
        for number in 0..60 {
            let now = NOW.after(Duration::from_secs(number));
            jar = set(jar, &[&format!("c{number}=x")], now);
        }
        assert_eq!(jar.count(NOW), MOST);
        assert!(sent(&jar, "/", NOW).starts_with("c10=x"));
        for number in 0..MOST {
            jar = set(jar, &[&format!("big{number}={}", "x".repeat(4_000))], NOW.after(DAY));
        }
        assert!(jar.size() <= MOST_BYTES);
    }

    #[test]
    fn what_is_stored_is_what_comes_back() {
        let jar = set(Jar::empty(NOW), &["a=1; HttpOnly; Secure", "b=2; Max-Age=60"], NOW);
        let (content, used_at) = jar.content();
        assert_eq!(used_at, NOW);
        let back = Jar::from_content(&content).expect("a jar");
        assert!(back.cookies == jar.cookies && back.updated_at == jar.updated_at);
        assert!(Jar::from_content(b"rubbish").is_none());
    }
}
