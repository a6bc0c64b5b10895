//! The reader of the HTTP/1 server, beside two others: one as simple as can be, and hyper.

use edge::fuzzing::{Request, requests};
use http::{HeaderMap, Uri};

use crate::hyper_server::{Served, serve};
use crate::pieces::cuts;
use crate::plain::Head;

const LARGEST_HEAD: usize = 16 * 1024;

/// What became of the bytes of a connection.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    /// Whether some of them were refused.
    pub refused: bool,
    /// How many requests were read.
    pub read: usize,
}

/// Whatever the server reads, others read alike, or refuse; and how the bytes come makes no
/// difference.
pub fn request(data: &[u8]) {
    compare(data, [5, 16, 64, 8192][data.len() % 4]);
}

/// The same where hyper gets at most `room` bytes at once, and says what became of them.
pub fn compare(data: &[u8], room: usize) -> Compared {
    let (read, refused) = requests(std::iter::once(data), LARGEST_HEAD);
    for pieces in cuts(data) {
        let (same, also) = requests(pieces.into_iter(), LARGEST_HEAD);
        assert_eq!(refused.is_some(), also.is_some(), "{refused:?}, in pieces {also:?}");
        assert_eq!(summary(&read), summary(&same), "in pieces");
    }
    for one in &read {
        check(data, one);
    }
    for (one, served) in read.iter().zip(serve(data, LARGEST_HEAD, room)) {
        if !is_read_alike(one, &served) {
            break;
        }
    }
    Compared { refused: refused.is_some(), read: read.len() }
}

fn summary(read: &[Request]) -> String {
    let line = |one: &Request| {
        let http::request::Parts { method, uri, version, headers, .. } = &one.head;
        format!("{method} {uri} {version:?} {headers:?} {:?} {}\n", one.body, one.whole)
    };
    read.iter().map(line).collect()
}

/// A request means the same to the simple reader.
fn check(data: &[u8], read: &Request) {
    let head = Head::read(&data[read.head_bytes.clone()]).expect("what was read can be read");
    assert_eq!(read.head.method.as_str(), head.method);
    assert!(is_target(&read.head.uri, &head.target), "{} {}", read.head.uri, head.target);
    assert_eq!(read.head.version == http::Version::HTTP_10, head.is_old);
    assert_eq!(sorted(&read.head.headers), head.headers);
    let lengths = head.values("content-length").count();
    let encodings = head.values("transfer-encoding").count();
    assert!(lengths + encodings <= 1, "the length of a body is said more than once");
    let wire = &data[read.body_bytes.clone()];
    let Some(content) = head.content(wire) else {
        return assert!(!read.whole, "what has no end cannot be whole");
    };
    assert!(content.starts_with(&read.body), "what was read is not in the body");
    if read.whole {
        assert_eq!(content, read.body);
        assert!(head.length().is_none_or(|length| length == read.body.len() as u64));
    }
}

/// Whether the next request can be compared, too.
fn is_read_alike(read: &Request, served: &Served) -> bool {
    assert_eq!(read.head.method, served.head.method);
    assert_eq!(read.head.uri, served.head.uri);
    assert_eq!(sorted(&read.head.headers), sorted(&served.head.headers));
    if read.whole && served.whole {
        assert_eq!(read.body, served.body);
    }
    read.whole && served.whole
}

fn sorted(headers: &HeaderMap) -> Vec<(String, Vec<u8>)> {
    let owned = headers.iter().map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()));
    let mut sorted: Vec<_> = owned.collect();
    sorted.sort_by(|one, other| one.0.cmp(&other.0));
    sorted
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
