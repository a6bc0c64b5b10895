//! The header block of one request that is sent again and again: in full the first time, then as
//! references to what the other side has kept of it, as browsers do.

use anyhow::{Context, Result, ensure};

use super::request::Request;

/// The numbers of the names that everybody knows.
const KNOWN: [(&str, u8); 9] = [
    (":authority", 1),
    (":path", 4),
    ("accept-encoding", 16),
    ("accept-language", 17),
    ("accept", 19),
    ("authorization", 23),
    ("cookie", 32),
    ("referer", 51),
    ("user-agent", 58),
];
const METHOD_GET: u8 = 2;
const SCHEME_HTTPS: u8 = 7;
const STATUS_200: u8 = 8;
/// The number of the entry that was kept last; those before it count up.
const LAST_KEPT: u8 = 62;
const INDEXED: u8 = 0x80;
const KEPT: u8 = 0x40;
const TABLE_SIZE: u8 = 0x20;

/// The first block of a connection, and all later ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Blocks {
    pub(crate) first: Vec<u8>,
    pub(crate) later: Vec<u8>,
}

impl Blocks {
    pub(crate) fn of(request: &Request) -> Result<Blocks> {
        let mut fields = vec![(":path", request.path.clone()), (":authority", request.authority())];
        fields.extend(request.headers());
        let common = vec![INDEXED | METHOD_GET, INDEXED | SCHEME_HTTPS];
        let (mut first, mut later) = (common.clone(), common);
        for (name, value) in &fields {
            match KNOWN.iter().find(|(known, _)| known == name) {
                Some((_, number)) => first.push(KEPT | number),
                None => {
                    first.push(KEPT);
                    push_text(&mut first, name)?;
                }
            }
            push_text(&mut first, value)?;
        }
        let count = u8::try_from(fields.len()).context("too many headers")?;
        ensure!(LAST_KEPT + count < 127, "too many headers");
        later.extend((0..count).rev().map(|before| INDEXED | (LAST_KEPT + before)));
        Ok(Blocks { first, later })
    }
}

/// A length, which has seven bits in the first byte, and the bytes as they are.
fn push_text(block: &mut Vec<u8>, text: &str) -> Result<()> {
    if text.len() < 127 {
        block.push(u8::try_from(text.len())?);
    } else {
        block.push(127);
        let mut rest = text.len() - 127;
        while rest >= 128 {
            block.push(u8::try_from(rest % 128)? | 0x80);
            rest /= 128;
        }
        block.push(u8::try_from(rest)?);
    }
    block.extend(text.as_bytes());
    Ok(())
}

/// Whether the headers of an answer begin with a status of 200. Everybody spells that with one
/// byte, behind a change of the table's size where there is one.
pub(crate) fn is_success(block: &[u8]) -> bool {
    let resized = block.first().is_some_and(|byte| byte & 0xe0 == TABLE_SIZE);
    let mut rest = block.iter();
    if resized && rest.next().is_some_and(|byte| byte & 0x1f == 0x1f) {
        while rest.next().is_some_and(|byte| byte & 0x80 != 0) {}
    }
    rest.next() == Some(&(INDEXED | STATUS_200))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::scenario::Transport;

    #[test]
    fn later_blocks_refer_to_what_the_first_one_gave() {
        let request =
            Request { path: "/a".to_owned(), transport: Transport::H2, port: 20_000, token: None };
        let blocks = Blocks::of(&request).expect("it can be written");
        assert!(blocks.first.starts_with(b"\x82\x87\x44\x02/a\x41\x0f127.0.0.1:20000\x7a"));
        // The path was kept first of twelve, so it is the furthest back.
        assert_eq!(blocks.later[..4], [0x82, 0x87, 0x80 | (62 + 11), 0x80 | (62 + 10)]);
        assert_eq!(blocks.later.last(), Some(&(0x80 | 62)));
    }

    #[test]
    fn long_values_have_long_lengths() {
        let mut block = Vec::new();
        push_text(&mut block, &"x".repeat(300)).expect("it can be written");
        // 300 - 127 = 173 = 45 + 128.
        assert_eq!(block[..4], [127, 45 | 0x80, 1, b'x']);
    }

    #[test]
    fn success_is_seen_behind_a_change_of_the_table() {
        assert!(is_success(&[0x88, 0x10]));
        assert!(is_success(&[0x20, 0x88]));
        assert!(is_success(&[0x3f, 0xe1, 0x1f, 0x88]));
        assert!(!is_success(&[0x8d]));
        assert!(!is_success(&[]));
    }
}
