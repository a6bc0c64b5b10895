//! How far texts, templates, comments and regular expressions reach. Each can be cut off anywhere
//! and is gone on with from where it was left.

use memchr::{memchr, memchr3};

/// Where reading goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    /// Behind the end.
    Done(usize),
    /// What is left is cut off; reading goes on here when there is more.
    Cut(usize),
}

/// Behind the quote of a text, or at a line end, which texts cannot hold.
#[inline]
pub(super) fn text(window: &[u8], from: usize, quote: u8) -> Skip {
    let mut at = from;
    loop {
        let Some(step) = near_or_far(&window[at..], quote, b'\\', b'\n') else {
            return Skip::Cut(window.len());
        };
        at += step;
        match window[at] {
            b'\n' => return Skip::Done(at),
            b'\\' => match escape(window, at) {
                Some(behind) => at = behind,
                None => return Skip::Cut(at),
            },
            _ => return Skip::Done(at + 1),
        }
    }
}

/// The first of three bytes. Most texts are short, and then the way to `memchr` is the longer part.
#[inline(always)]
fn near_or_far(text: &[u8], one: u8, two: u8, three: u8) -> Option<usize> {
    let mut at = 0;
    while at < 32
        && let Some(eight) = text[at..].first_chunk::<8>()
    {
        let eight = u64::from_le_bytes(*eight);
        let found = lowest(eight, one) | lowest(eight, two) | lowest(eight, three);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    memchr3(one, two, three, &text[at..]).map(|found| found + at)
}

/// The highest bit of each of eight bytes that is this one. Above the lowest, others may be set.
#[inline(always)]
const fn lowest(bytes: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let zero = bytes ^ (ONES * byte as u64);
    zero.wrapping_sub(ONES) & !zero & (ONES * 0x80)
}

/// Behind a backslash and what it escapes; `\` before CRLF escapes both.
fn escape(window: &[u8], at: usize) -> Option<usize> {
    match window.get(at + 1)? {
        b'\r' => match window.get(at + 2)? {
            b'\n' => Some(at + 3),
            _ => Some(at + 2),
        },
        _ => Some(at + 2),
    }
}

/// Behind the next backtick or `${` of a template; which, the byte before tells.
pub(super) fn template(window: &[u8], from: usize) -> Skip {
    let mut at = from;
    loop {
        let Some(step) = memchr3(b'`', b'$', b'\\', &window[at..]) else {
            return Skip::Cut(window.len());
        };
        at += step;
        match (window[at], window.get(at + 1)) {
            (b'`', _) => return Skip::Done(at + 1),
            (_, None) => return Skip::Cut(at),
            (b'$', Some(b'{')) => return Skip::Done(at + 2),
            (b'$', Some(_)) => at += 1,
            (_, Some(_)) => at += 2,
        }
    }
}

/// At the line end that ends a comment.
pub(super) fn line_comment(window: &[u8], from: usize) -> Skip {
    let mut at = from;
    loop {
        let Some(step) = memchr3(b'\n', b'\r', 0xe2, &window[at..]) else {
            return Skip::Cut(window.len());
        };
        at += step;
        match &window[at..] {
            [b'\n' | b'\r', ..] | [0xe2, 0x80, 0xa8 | 0xa9, ..] => return Skip::Done(at),
            [0xe2] | [0xe2, 0x80] => return Skip::Cut(at),
            _ => at += 1,
        }
    }
}

/// Behind the `*/`.
pub(super) fn block_comment(window: &[u8], from: usize) -> Skip {
    let mut at = from;
    loop {
        let Some(step) = memchr(b'*', &window[at..]) else {
            return Skip::Cut(window.len());
        };
        at += step;
        match window.get(at + 1) {
            None => return Skip::Cut(at),
            Some(b'/') => return Skip::Done(at + 2),
            Some(_) => at += 1,
        }
    }
}

/// Behind the slash of a regular expression, or at a line end, which none can hold. A slash in a
/// class (`[/]`) does not end it; `class` remembers across cuts whether one is open.
pub(super) fn pattern(window: &[u8], from: usize, class: &mut bool) -> Skip {
    let mut at = from;
    while let Some(byte) = window.get(at) {
        match byte {
            b'/' if !*class => return Skip::Done(at + 1),
            b'\n' | b'\r' => return Skip::Done(at),
            b'[' => *class = true,
            b']' => *class = false,
            b'\\' => match window.get(at + 1) {
                None => return Skip::Cut(at),
                Some(b'\n' | b'\r') => {}
                Some(_) => at += 1,
            },
            _ => {}
        }
        at += 1;
    }
    Skip::Cut(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(skip: Skip) -> usize {
        match skip {
            Skip::Done(at) => at,
            Skip::Cut(at) => panic!("cut at {at}"),
        }
    }

    #[test]
    fn each_ends_where_it_should() {
        assert_eq!(ends(text(b"a\\\"b\" c\"", 0, b'"')), 5);
        assert_eq!(ends(text(b"a\\\r\nb' c", 0, b'\'')), 6);
        assert_eq!(ends(text(b"never ends\nx'", 0, b'\'')), 10);
        assert_eq!(ends(text(&[b"x".repeat(100).as_slice(), b"'"].concat(), 0, b'\'')), 101);
        assert_eq!(ends(template(b"a$b\\`c` d`", 0)), 7);
        assert_eq!(ends(template(b"a\\${b${c}`", 0)), 7);
        assert_eq!(ends(line_comment("a \u{2019} b\nc".as_bytes(), 0)), 7);
        assert_eq!(ends(line_comment("a\u{2028}c".as_bytes(), 0)), 1);
        assert_eq!(ends(block_comment(b"* a **/ b*/", 0)), 7);
        assert_eq!(ends(pattern(b"a[/\\]/]\\/b/g", 0, &mut false)), 11);
        assert_eq!(ends(pattern(b"a[\nb/", 0, &mut false)), 2);
    }

    #[test]
    fn what_is_cut_off_waits_where_it_can_go_on() {
        assert_eq!(text(b"ab\\", 0, b'"'), Skip::Cut(2));
        assert_eq!(text(b"ab\\\r", 0, b'"'), Skip::Cut(2));
        assert_eq!(template(b"ab$", 0), Skip::Cut(2));
        assert_eq!(block_comment(b"ab*", 0), Skip::Cut(2));
        assert_eq!(line_comment(b"ab\xe2\x80", 0), Skip::Cut(2));
        assert_eq!(pattern(b"ab\\", 0, &mut false), Skip::Cut(2));
    }
}
