//! The HTTP/1 client towards apps.

use edge::fuzzing::{Replay, answer as replay};
use http::{Method, StatusCode, header};

use crate::pieces::cuts;

const MOST_HEADERS: usize = 256;

/// What an answer is taken for does not depend on the pieces it comes in; its head is the one that
/// httparse reads; and its body is as long as it says.
pub fn answer(data: &[u8]) {
    for method in [Method::GET, Method::HEAD] {
        let whole = replay(std::iter::once(data), &method);
        for pieces in cuts(data) {
            is_same(&whole, &replay(pieces.into_iter(), &method));
        }
        is_as_it_says(&whole, data, &method);
    }
}

fn is_same(one: &Replay, other: &Replay) {
    let head = |replay: &Replay| {
        let head = replay.head.as_ref();
        head.map(|head| (head.status, head.version, head.headers.clone()))
    };
    assert_eq!(head(one), head(other));
    let length = |replay: &Replay| (replay.head_length, replay.keeps_alive, replay.whole);
    assert_eq!(one.malformed, other.malformed);
    assert_eq!(length(one), length(other));
    assert_eq!((&one.body, &one.trailers), (&other.body, &other.trailers));
    assert_eq!(one.rest, other.rest);
}

fn is_as_it_says(read: &Replay, data: &[u8], method: &Method) {
    let Some(head) = &read.head else {
        assert!(read.body.is_empty() && !read.whole);
        return;
    };
    let mut room = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Response::new(&mut room);
    assert_eq!(parsed.parse(data), Ok(httparse::Status::Complete(read.head_length)));
    assert_eq!(parsed.code, Some(head.status.as_u16()));
    assert_eq!(parsed.headers.len(), head.headers.len());
    let behind = data.len() - read.head_length;
    assert!(read.body.len() + read.rest.len() <= behind, "there is more than came");
    let is_chunked = head.headers.contains_key(header::TRANSFER_ENCODING);
    let length = head.headers.get(header::CONTENT_LENGTH);
    assert!(!is_chunked || length.is_none(), "the length of a body is said in two ways");
    let is_bodiless = *method == Method::HEAD
        || head.status.is_informational()
        || [StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED].contains(&head.status);
    if is_bodiless {
        assert!(read.whole && read.body.is_empty() && read.rest.len() == behind);
    } else if let Some(length) = length {
        let length: u64 = length.to_str().ok().and_then(|text| text.parse().ok()).expect("digits");
        let came = read.body.len() as u64;
        assert!(came == length || came < length && !read.whole, "{came} of {length}");
        assert_eq!(read.whole, came == length);
    } else if !is_chunked {
        assert!(!read.whole && !read.keeps_alive && read.body.len() == behind);
    }
}
