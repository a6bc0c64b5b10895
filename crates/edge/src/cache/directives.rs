//! `Cache-Control` of requests and answers. Where a line is not quite clear, the reading wins that
//! keeps less and for a shorter time: a directive counts wherever it appears, even inside what may
//! be a quoted string, and of two values the smaller one.

use std::time::Duration;

use http::{HeaderMap, HeaderName, header};

/// What RFC 9111 tells caches to take for numbers that they cannot represent.
const LONGEST: Duration = Duration::from_secs(1 << 31);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Directives {
    pub(super) no_store: bool,
    pub(super) no_cache: bool,
    pub(super) private: bool,
    pub(super) must_revalidate: bool,
    pub(super) only_if_cached: bool,
    pub(super) max_age: Option<Duration>,
    pub(super) s_maxage: Option<Duration>,
    pub(super) min_fresh: Option<Duration>,
    pub(super) max_stale: Option<Duration>,
    pub(super) stale_if_error: Option<Duration>,
}

impl Directives {
    pub(super) fn of_request(headers: &HeaderMap) -> Self {
        let mut directives = Self::of_answer(headers);
        if !headers.contains_key(header::CACHE_CONTROL) {
            directives.no_cache = mentions(headers, header::PRAGMA, "no-cache");
        }
        directives
    }

    pub(super) fn of_answer(headers: &HeaderMap) -> Self {
        let mut directives = Self::default();
        for line in headers.get_all(header::CACHE_CONTROL) {
            for part in String::from_utf8_lossy(line.as_bytes()).split(',') {
                directives.add(part);
            }
        }
        directives
    }

    fn add(&mut self, part: &str) {
        let (name, value) = match part.split_once('=') {
            Some((name, value)) => (name, Some(value.trim().trim_matches('"'))),
            None => (part, None),
        };
        let seconds = value.and_then(delta_seconds).unwrap_or_default();
        match name.trim().trim_matches('"').to_ascii_lowercase().as_str() {
            "no-store" => self.no_store = true,
            "no-cache" => self.no_cache = true,
            "private" => self.private = true,
            "must-revalidate" | "proxy-revalidate" => self.must_revalidate = true,
            "only-if-cached" => self.only_if_cached = true,
            "max-age" => lower(&mut self.max_age, seconds),
            "s-maxage" => lower(&mut self.s_maxage, seconds),
            "min-fresh" => self.min_fresh = self.min_fresh.max(Some(seconds)),
            // Without a number the client takes an answer of any age.
            "max-stale" => lower(&mut self.max_stale, value.map_or(LONGEST, |_| seconds)),
            "stale-if-error" => lower(&mut self.stale_if_error, seconds),
            _ => {}
        }
    }
}

fn lower(known: &mut Option<Duration>, value: Duration) {
    *known = Some(known.map_or(value, |known| known.min(value)));
}

/// `None` for what is not a number of seconds.
pub(super) fn delta_seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().map_or(LONGEST, Duration::from_secs).min(LONGEST))
}

/// Whether a comma-separated list has this item.
pub(super) fn mentions(headers: &HeaderMap, name: HeaderName, item: &str) -> bool {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|part| part.trim().eq_ignore_ascii_case(item))
}
