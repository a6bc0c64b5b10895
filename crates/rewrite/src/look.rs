//! What the first bytes of a body say of it, read as browsers do.

use crate::kind::Certainty;

/// What the first bytes of a body say of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Html,
    /// It goes through as it is.
    Other,
    /// Too few bytes have come.
    TooShort,
}

/// The elements by whose names browsers know HTML, each followed by a space or `>`.
const SIGNS: [&[u8]; 16] = [
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
];

const LONGEST_PROLOGUE: usize = 4096;

impl Certainty {
    /// Looks at the beginning of a body, all of which it is where `whole`.
    pub fn look(self, beginning: &[u8], whole: bool) -> Look {
        if let [0xfe, 0xff, ..] | [0xff, 0xfe, ..] = beginning {
            return Look::Other;
        }
        let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning).trim_ascii_start();
        let look = match self {
            Certainty::Sure => Look::Html,
            Certainty::Likely => match text.first() {
                Some(b'{' | b'[') => Look::Other,
                Some(_) => Look::Html,
                None => Look::TooShort,
            },
            Certainty::Unknown => looks_like_html(text),
            Certainty::Xml => looks_like_xhtml(text),
        };
        let is_guessed = matches!(self, Certainty::Unknown | Certainty::Xml);
        match look {
            Look::TooShort if whole && is_guessed => Look::Other,
            Look::TooShort if whole => Look::Html,
            _ if beginning.len() < 2 && !whole => Look::TooShort,
            look => look,
        }
    }
}

fn looks_like_html(text: &[u8]) -> Look {
    if text.starts_with(b"<!--") {
        return Look::Html;
    }
    let mut may_be = b"<!--".starts_with(text);
    for sign in SIGNS {
        let seen = &text[..text.len().min(sign.len())];
        if !seen.eq_ignore_ascii_case(&sign[..seen.len()]) {
            continue;
        }
        match text.get(sign.len()) {
            Some(b' ' | b'>') => return Look::Html,
            Some(_) => {}
            None => may_be = true,
        }
    }
    if may_be { Look::TooShort } else { Look::Other }
}

/// What stands before the root is passed over: a declaration, comments, style sheets.
fn looks_like_xhtml(text: &[u8]) -> Look {
    let mut rest = text;
    while let Some(after) = after_prologue(rest) {
        rest = after.trim_ascii_start();
    }
    for sign in [&b"<html"[..], b"<!DOCTYPE html"] {
        let seen = &rest[..rest.len().min(sign.len())];
        match rest.get(sign.len()) {
            _ if seen != &sign[..seen.len()] => {}
            Some(next) if next.is_ascii_whitespace() || matches!(next, b'>' | b'/') => {
                return Look::Html;
            }
            Some(_) => {}
            None => return short(text),
        }
    }
    if rest.starts_with(b"<?") || rest.starts_with(b"<!--") || b"<!--".starts_with(rest) {
        short(text)
    } else {
        Look::Other
    }
}

/// What comes behind a first declaration or comment that is whole.
fn after_prologue(text: &[u8]) -> Option<&[u8]> {
    let end: &[u8] = match text {
        [b'<', b'?', ..] => b"?>",
        [b'<', b'!', b'-', b'-', ..] => b"-->",
        _ => return None,
    };
    let at = text.windows(end.len()).position(|window| window == end)?;
    Some(&text[at + end.len()..])
}

/// Nobody waits for the end of a comment that does not come.
fn short(text: &[u8]) -> Look {
    if text.len() < LONGEST_PROLOGUE { Look::TooShort } else { Look::Other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_called_anything_is_html_by_its_first_element() {
        let unknown = |text: &str| Certainty::Unknown.look(text.as_bytes(), false);
        for html in
            ["<!DOCTYPE html>", " \r\n<HTML lang=en>", "<!--x", "<p>", "<a href=x>", "<BR >"]
        {
            assert_eq!(unknown(html), Look::Html, "{html}");
        }
        for other in ["{}", "hello", "<?xml version=1?>", "<pre>", "<svg ", "<abbr>", "\x7fELF"] {
            assert_eq!(unknown(other), Look::Other, "{other}");
        }
        for short in ["", " ", "<", "<!", "<!doct", "<ht", "<html", "<a", "<b"] {
            assert_eq!(unknown(short), Look::TooShort, "{short}");
            assert_eq!(Certainty::Unknown.look(short.as_bytes(), true), Look::Other, "{short}");
        }
    }

    #[test]
    fn what_is_called_html_may_still_be_data() {
        let likely = |text: &[u8]| Certainty::Likely.look(text, false);
        assert_eq!(likely(b"  {\"a\":1}"), Look::Other);
        assert_eq!(likely(b"\xef\xbb\xbf[1]"), Look::Other);
        assert_eq!(likely(b"hello"), Look::Html);
        assert_eq!(likely(b"  \n"), Look::TooShort);
        assert_eq!(Certainty::Likely.look(b"  \n", true), Look::Html);
        assert_eq!(Certainty::Sure.look(b"{}", false), Look::Html);
    }

    #[test]
    fn xml_is_a_page_by_its_root() {
        let xml = |text: &str| Certainty::Xml.look(text.as_bytes(), false);
        let page = "<?xml version=\"1.0\"?>\n<!-- <x> -->\n<?style a?><!DOCTYPE html PUBLIC \"x\">";
        for html in [page, "<html xmlns=\"x\">", "<html>", "\n<html\n"] {
            assert_eq!(xml(html), Look::Html, "{html}");
        }
        for other in ["<rss>", "<htmlx>", "<?xml?><svg ", "{}", "<!DOCTYPE svg ", "<HTML>"] {
            assert_eq!(xml(other), Look::Other, "{other}");
        }
        for short in ["", "<", "<?xml", "<?xml version?>", "<!-- a", "<!DOCTYPE h", "<htm", "<!-"] {
            assert_eq!(xml(short), Look::TooShort, "{short}");
            assert_eq!(Certainty::Xml.look(short.as_bytes(), true), Look::Other, "{short}");
        }
        let endless = format!("<!-- {}", "a".repeat(LONGEST_PROLOGUE));
        assert_eq!(xml(&endless), Look::Other);
    }

    #[test]
    fn letters_of_two_bytes_are_left_alone() {
        for certainty in [Certainty::Sure, Certainty::Likely, Certainty::Unknown, Certainty::Xml] {
            assert_eq!(certainty.look(b"\xff\xfe<\0h\0", false), Look::Other);
            assert_eq!(certainty.look(b"\xfe\xff\0<", false), Look::Other);
            assert_eq!(certainty.look(b"\xff", false), Look::TooShort);
        }
    }
}
