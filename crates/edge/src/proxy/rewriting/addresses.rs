//! Headers that hold addresses among other things. Each function gives the value as the browser
//! must have it, or `None` where it is right as it is.

use rewrite::Place;

/// `</a>; rel=preload; imagesrcset="/b 2x", </c>; rel=next`. What cannot be read is left alone.
pub(crate) fn link(value: &str, place: &Place) -> Option<String> {
    let mut moved = Moved::new(value, place);
    while let Some(start) = moved.rest.find('<') {
        moved.keep(start + 1);
        let end = moved.rest.find('>')?;
        moved.address(end);
        loop {
            let end = end_of_parameter(moved.rest);
            parameter(&mut moved, end);
            match moved.rest.as_bytes().first() {
                Some(b';') => moved.keep(1),
                _ => break,
            }
        }
    }
    moved.done()
}

/// Up to the next `;` or `,` that is not quoted.
fn end_of_parameter(text: &str) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    let end = text.bytes().position(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' | b',' => return !quoted,
            _ => {}
        }
        false
    });
    end.unwrap_or(text.len())
}

fn parameter(moved: &mut Moved<'_>, end: usize) {
    let (name, value) = moved.rest[..end].split_once('=').unwrap_or_default();
    let several = name.trim().eq_ignore_ascii_case("imagesrcset");
    if !several && !name.trim().eq_ignore_ascii_case("anchor") {
        return moved.keep(end);
    }
    let before = value.len() - value.trim_start_matches([' ', '\t', '"']).len();
    let length = value.trim_matches([' ', '\t', '"']).len();
    let after = end - (name.len() + 1 + before + length);
    moved.keep(name.len() + 1 + before);
    if several {
        candidates(moved, length);
    } else {
        moved.address(length);
    }
    moved.keep(after);
}

/// `/a 1x, /b 2x`
fn candidates(moved: &mut Moved<'_>, length: usize) {
    let end = moved.rest.len() - length;
    while moved.rest.len() > end {
        let list = &moved.rest[..moved.rest.len() - end];
        let before = list.len() - list.trim_start_matches([' ', '\t', ',']).len();
        let list = &list[before..];
        let address = list.find([' ', '\t']).unwrap_or(list.len());
        let bare = list[..address].trim_end_matches(',').len();
        let described = if bare == address { list[bare..].find(',') } else { Some(0) };
        let rest = described.unwrap_or(list.len() - bare);
        moved.keep(before);
        moved.address(bare);
        moved.keep(rest);
    }
}

/// Every text in quotes: `a="/reports", b="https://example.org/"`.
pub(crate) fn quoted(value: &str, place: &Place) -> Option<String> {
    let mut moved = Moved::new(value, place);
    while let Some(start) = moved.rest.find('"') {
        moved.keep(start + 1);
        let end = moved.rest.find('"')?;
        moved.address(end);
        moved.keep(1);
    }
    moved.done()
}

/// How far a service worker may reach: never beyond its app. `None`: not to be said at all.
pub(crate) fn worker_scope(value: &str, place: &Place) -> Option<String> {
    let scope = place.moved(value).unwrap_or_else(|| value.trim().to_owned());
    // Scopes are compared letter by letter, so that without the slash other apps would be inside.
    let within = scope.strip_prefix(place.prefix()).is_some_and(|rest| rest.starts_with('/'));
    let relative = !scope.starts_with('/') && !scope.contains(':');
    // Browsers read dots that are encoded, and slashes that lean the other way.
    let plain = scope.bytes().all(|byte| byte.is_ascii_graphic() && !b"%\\".contains(&byte));
    (plain && (within || relative)).then_some(scope)
}

/// Requests that leave the prefix are led back by their `Referer`, so pages must send it to us.
/// Others get what they would have got.
pub(crate) fn referrer_policy(value: &str) -> Option<String> {
    let mut changed = false;
    let policies = value.split(',').map(|policy| {
        let kept = policy.trim();
        let widened = match kept.to_ascii_lowercase().as_str() {
            "no-referrer" => "same-origin",
            "origin" => "origin-when-cross-origin",
            "strict-origin" => "strict-origin-when-cross-origin",
            _ => return kept,
        };
        changed = true;
        widened
    });
    let policies = policies.collect::<Vec<_>>().join(", ");
    changed.then_some(policies)
}

/// A value on its way into a new one.
struct Moved<'a> {
    rest: &'a str,
    out: String,
    place: &'a Place,
    changed: bool,
}

impl<'a> Moved<'a> {
    fn new(value: &'a str, place: &'a Place) -> Self {
        Moved { rest: value, out: String::new(), place, changed: false }
    }

    fn keep(&mut self, length: usize) {
        self.out.push_str(&self.rest[..length]);
        self.rest = &self.rest[length..];
    }

    fn address(&mut self, length: usize) {
        match self.place.moved(&self.rest[..length]) {
            Some(address) => {
                self.out.push_str(&address);
                self.rest = &self.rest[length..];
                self.changed = true;
            }
            None => self.keep(length),
        }
    }

    fn done(mut self) -> Option<String> {
        self.keep(self.rest.len());
        self.changed.then_some(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place::new("/apps/x", "").with_inner("127.0.0.1:3000").with_outer("gateway", true)
    }

    #[test]
    fn every_address_of_a_link_is_moved() {
        for (value, moved) in [
            ("</a>", Some("</apps/x/a>")),
            ("</a>; rel=preload; as=style", Some("</apps/x/a>; rel=preload; as=style")),
            (
                "</a,b;c>; rel=\"next, </no>\", <http://127.0.0.1:3000/d>;rel=prev",
                Some("</apps/x/a,b;c>; rel=\"next, </no>\", </apps/x/d>;rel=prev"),
            ),
            ("<a>; anchor=\"/b\"", Some("<a>; anchor=\"/apps/x/b\"")),
            ("<a>; Anchor=/b;x=y, </c>", Some("<a>; Anchor=/apps/x/b;x=y, </apps/x/c>")),
            (
                "<>; rel=preload; imagesrcset=\"/a 1x, /b,c 2x,/d\"; as=image",
                Some(
                    "<>; rel=preload; imagesrcset=\"/apps/x/a 1x, /apps/x/b,c 2x,/apps/x/d\"; as=image",
                ),
            ),
            ("<https://cdn.example/a>; rel=preload, <b>; rel=next", None),
            ("</apps/x/a>; rel=preload", None),
            ("</a", None),
            ("nonsense, </a>", Some("nonsense, </apps/x/a>")),
            ("</a>; x=\"\\\"; </b>\"", Some("</apps/x/a>; x=\"\\\"; </b>\"")),
        ] {
            assert_eq!(link(value, &place()).as_deref(), moved, "{value}");
        }
    }

    #[test]
    fn endpoints_for_reports_are_moved() {
        let moved = quoted("a=\"/r\", b=\"https://example.org/r\"", &place());
        assert_eq!(moved.as_deref(), Some("a=\"/apps/x/r\", b=\"https://example.org/r\""));
        for value in ["a=\"https://example.org/r\"", "a=\"/r", "", "a"] {
            assert_eq!(quoted(value, &place()), None, "{value}");
        }
    }

    #[test]
    fn a_worker_stays_in_its_app() {
        for (value, scope) in [
            ("/", Some("/apps/x/")),
            ("/sub/", Some("/apps/x/sub/")),
            ("/apps/x/", Some("/apps/x/")),
            ("./", Some("./")),
            ("../", Some("/apps/x/")),
            ("http://127.0.0.1:3000/", Some("/apps/x/")),
            ("/apps/x", None),
            ("/apps/x?", None),
            ("https://example.org/", None),
            ("\\", None),
            ("%2e%2e/", None),
            ("/apps/x/%2E./", None),
            ("/apps/x/.\t./", None),
            ("..\\", None),
        ] {
            assert_eq!(worker_scope(value, &place()).as_deref(), scope, "{value}");
        }
    }

    #[test]
    fn others_learn_no_more_from_a_referrer_than_before() {
        for (value, widened) in [
            ("no-referrer", Some("same-origin")),
            ("Origin", Some("origin-when-cross-origin")),
            ("no-referrer, strict-origin", Some("same-origin, strict-origin-when-cross-origin")),
            ("same-origin", None),
            ("origin-when-cross-origin", None),
            ("strict-origin-when-cross-origin", None),
            ("unsafe-url", None),
            ("nonsense", None),
        ] {
            assert_eq!(referrer_policy(value).as_deref(), widened, "{value}");
        }
    }
}
