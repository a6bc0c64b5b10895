//! `Refresh`, as the header and the `meta` element hold it: `5; url=/next`.

use super::list::{is_space, length};
use crate::Place;

/// The value with its address moved; `None`: just as it is.
pub fn refresh(value: &str, place: &Place) -> Option<String> {
    refreshed(value, |address| place.moved(address))
}

/// The address in the value, just as it is written.
pub fn refreshes_to(value: &str) -> Option<&str> {
    parts(value).map(|(_, address, _)| address)
}

pub(super) fn refreshed(value: &str, moved: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (before, address, after) = parts(value)?;
    Some(format!("{before}{}{after}", moved(address)?))
}

/// What stands before the address, the address, and what stands after it.
fn parts(value: &str) -> Option<(&str, &str, &str)> {
    let mut at = length(value, is_space);
    let time = length(&value[at..], |char| char.is_ascii_digit() || char == '.');
    at += time;
    let gap = length(&value[at..], is_space);
    let divided = value[at + gap..].starts_with([';', ',']);
    if time == 0 || gap == 0 && !divided {
        return None;
    }
    at += gap + usize::from(divided);
    at += length(&value[at..], is_space);
    at += key(&value[at..]);
    let quote = value[at..].chars().next().filter(|char| matches!(char, '"' | '\''));
    at += usize::from(quote.is_some());
    let end = quote.and_then(|quote| value[at..].find(quote)).map_or(value.len(), |end| at + end);
    Some((&value[..at], &value[at..end], &value[end..]))
}

/// The length of `url =`, which may be missing.
fn key(text: &str) -> usize {
    if !text.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("url")) {
        return 0;
    }
    let equals = 3 + length(&text[3..], is_space);
    if text[equals..].starts_with('=') {
        equals + 1 + length(&text[equals + 1..], is_space)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_as_browsers_do() {
        let place = Place::new("/apps/x", "");
        for (value, expected) in [
            ("5; url=/a", Some("5; url=/apps/x/a")),
            ("0;URL='/a?b'", Some("0;URL='/apps/x/a?b'")),
            ("0;URL=\"/a\" more", Some("0;URL=\"/apps/x/a\" more")),
            (" 1.5 , url = /a", Some(" 1.5 , url = /apps/x/a")),
            ("0 /a", Some("0 /apps/x/a")),
            ("0; /a", Some("0; /apps/x/a")),
            ("0;url='/a", Some("0;url='/apps/x/a")),
            ("0; url=https://example.org/", None),
            ("0; url=next.html", None),
            ("0; url=/apps/x/a", None),
            ("30", None),
            ("url=/a", None),
            ("0/a", None),
            ("", None),
        ] {
            assert_eq!(refresh(value, &place).as_deref(), expected, "{value}");
        }
    }
}
