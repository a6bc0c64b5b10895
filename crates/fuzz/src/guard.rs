//! The guard before the HTTP/1 server, and hyper behind it.

use edge::fuzzing::{Message, messages, objection};
use http::Uri;

use crate::pieces::cuts;
use crate::plain::Head;
use crate::server::{Served, serve};

const LARGEST_HEAD: usize = 16 * 1024;

/// What became of the bytes of a connection.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    /// Whether the guard objected to some of them.
    pub refused: bool,
    /// How many requests passed the guard and were read by hyper, and alike.
    pub alike: usize,
}

/// Whatever the guard lets through, hyper reads like the guard, or refuses; and how the bytes come
/// makes no difference.
pub fn guard(data: &[u8]) {
    compare(data, [5, 16, 64, 8192][data.len() % 4]);
}

/// The same where at most `room` bytes come at once, and says what became of them.
pub fn compare(data: &[u8], room: usize) -> Compared {
    let (messages, objected) = messages(data, LARGEST_HEAD);
    // Behind an upgrade the guard looks at nothing, in whatever pieces it comes.
    assert_eq!(objected, objection(std::iter::once(data), LARGEST_HEAD), "in one piece");
    for pieces in cuts(data) {
        assert_eq!(objected, objection(pieces.into_iter(), LARGEST_HEAD), "in pieces");
    }
    let (served, answers) = serve(data, LARGEST_HEAD, room);
    assert!(served.len() <= messages.len(), "hyper reads a request where the guard sees none");
    let mut goes_on = true;
    for (message, served) in messages.iter().zip(&served) {
        goes_on &= is_read_alike(data, message, served);
    }
    if served.len() < messages.len() {
        // Every answer of the service is 200 or 501; others are refusals.
        let refused = answers.windows(10).any(|line| line == b"HTTP/1.1 4");
        assert!(refused || !goes_on, "hyper leaves out a request that the guard let through");
    }
    Compared { refused: objected.is_some(), alike: served.len() }
}

/// Whether another request may follow this one.
fn is_read_alike(data: &[u8], message: &Message, served: &Served) -> bool {
    let head = Head::read(&data[message.head.clone()]).expect("a head that passed can be read");
    assert_eq!(served.head.method.as_str(), head.method);
    assert!(is_target(&served.head.uri, &head.target), "{} {}", served.head.uri, head.target);
    assert_eq!(served.head.version == http::Version::HTTP_10, head.is_old);
    let mut headers: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, value) in &served.head.headers {
        headers.push((name.as_str().to_owned(), value.as_bytes().to_vec()));
    }
    headers.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(headers, head.headers);
    let lengths = head.values("content-length").count();
    let encodings = head.values("transfer-encoding").count();
    assert!(lengths + encodings <= 1, "the length of a body is said more than once");
    let wire = &data[message.body.clone()];
    if served.whole {
        assert!(message.whole, "hyper sees the end of a body that has not come for the guard");
        let content = head.content(wire).expect("a body that passed can be read");
        assert_eq!(served.body, content);
        assert!(head.length().is_none_or(|length| length == served.body.len() as u64));
    } else if let Some(content) = head.content(wire) {
        assert!(content.starts_with(&served.body), "hyper reads what is not in the body");
    }
    let mut options = head.values("connection");
    let closes = options.any(|value| value.to_ascii_lowercase().windows(5).any(|w| w == b"close"));
    // Where hyper has kept a way to upgrade, it may close without an answer.
    let upgrades = head.method == "CONNECT" || head.values("upgrade").next().is_some();
    served.whole && !closes && !head.is_old && !upgrades
}

/// An address with a host gets a path where it has none, and its scheme may be in lower case; anything
/// else is passed on as it came.
fn is_target(uri: &Uri, target: &str) -> bool {
    let written = uri.to_string();
    let Some((scheme, rest)) = target.split_once("://").filter(|_| uri.scheme().is_some()) else {
        return written == target;
    };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let slash = if rest[end..].starts_with('/') { "" } else { "/" };
    let expected = format!("://{}{slash}{}", &rest[..end], &rest[end..]);
    written
        .split_at_checked(scheme.len())
        .is_some_and(|(name, written)| name.eq_ignore_ascii_case(scheme) && written == expected)
}
