//! What others write is shown to people: plain text, of bounded length.

use http::Uri;

const LONGEST_ADDRESS: usize = 2_048;

/// Without control characters, and without those that change the direction of what stands beside
/// them.
pub(super) fn is_plain(text: &str, least: usize, most: usize) -> bool {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = |c| matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    let hidden = |c: char| c.is_control() || turns(c) || breaks(c);
    (least..=most).contains(&text.chars().count()) && !text.chars().any(hidden)
}

/// An address that a person can open: http or https, a host, no password.
pub(super) fn is_address(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let Some(authority) = uri.authority() else { return false };
    matches!(uri.scheme_str(), Some("http" | "https"))
        && !authority.host().is_empty()
        && !authority.as_str().contains('@')
        && text.len() <= LONGEST_ADDRESS
}
