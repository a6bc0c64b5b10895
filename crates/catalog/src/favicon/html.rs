//! What a page says about its icons. It is read as browsers read it where it matters here:
//! elements in comments and scripts are none, and attributes come in any order, case and quotes.

use super::candidate::Candidate;
use super::entities::decode_html;

/// Their content is text, whatever it looks like.
const RAW: [&str; 8] =
    ["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp"];
const MOST_CANDIDATES: usize = 32;
const MOST_ATTRIBUTES: usize = 32;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    /// What relative addresses are relative to, where that is not the page.
    pub(super) base: Option<String>,
    pub(super) candidates: Vec<Candidate>,
}

/// Reads as much of a page as is there.
pub(super) fn read(bytes: &[u8]) -> Page {
    let mut page = Page::default();
    let mut rest = bytes;
    while let Some(after) = step(rest, &mut page) {
        rest = after;
    }
    page
}

/// Goes behind the next element, comment or character that is neither. Every byte is looked at
/// once or twice, however broken the page is, because what has no end ends the reading.
fn step<'a>(bytes: &'a [u8], page: &mut Page) -> Option<&'a [u8]> {
    let start = bytes.iter().position(|byte| *byte == b'<')?;
    let rest = &bytes[start + 1..];
    match rest.first()? {
        // `<!-->` is a comment, too, so its end may begin at the second character.
        b'!' if rest.starts_with(b"!--") => after(&rest[1..], b"-->"),
        b'!' | b'?' | b'/' => after(rest, b">"),
        letter if letter.is_ascii_alphabetic() => {
            let (element, rest) = Element::read(rest)?;
            note(&element, page);
            match RAW.iter().find(|raw| element.is(raw)) {
                Some(raw) => skip_raw(rest, raw),
                None => Some(rest),
            }
        }
        _ => Some(rest),
    }
}

fn note(element: &Element<'_>, page: &mut Page) {
    if element.is("base") && page.base.is_none() {
        page.base = element.get("href");
    }
    if element.is("link") && page.candidates.len() < MOST_CANDIDATES {
        page.candidates.extend(candidate(element));
    }
}

fn candidate(link: &Element<'_>) -> Option<Candidate> {
    Candidate::new(
        &link.get("rel")?,
        link.get("href")?,
        &link.get("sizes").unwrap_or_default(),
        &link.get("type").unwrap_or_default(),
    )
}

fn after<'a>(bytes: &'a [u8], mark: &[u8]) -> Option<&'a [u8]> {
    let at = bytes.windows(mark.len()).position(|window| window == mark)?;
    Some(&bytes[at + mark.len()..])
}

fn skip_raw<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let is_end = |window: &[u8]| {
        window.starts_with(b"</") && window[2..].eq_ignore_ascii_case(name.as_bytes())
    };
    let at = bytes.windows(name.len() + 2).position(is_end)?;
    Some(&bytes[at + name.len() + 2..])
}

struct Element<'a> {
    name: &'a [u8],
    attributes: Vec<(&'a [u8], &'a [u8])>,
}

impl<'a> Element<'a> {
    /// Begins at the name. `None` where the page ends before the element does.
    fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/>".contains(byte);
        let end = bytes.iter().position(is_end)?;
        let (name, mut rest) = bytes.split_at(end);
        let mut attributes = Vec::new();
        loop {
            let skipped = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
            rest = &rest[rest.iter().position(|byte| !skipped(byte))?..];
            if rest[0] == b'>' {
                return Some((Element { name, attributes }, &rest[1..]));
            }
            let (attribute, behind) = attribute(rest)?;
            rest = behind;
            if attributes.len() < MOST_ATTRIBUTES {
                attributes.push(attribute);
            }
        }
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The first of that name counts.
    fn get(&self, name: &str) -> Option<String> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(key, _)| key.eq_ignore_ascii_case(name.as_bytes()))?;
        Some(decode_html(&String::from_utf8_lossy(value)).into_owned())
    }
}

type Attribute<'a> = (&'a [u8], &'a [u8]);

fn attribute(bytes: &[u8]) -> Option<(Attribute<'_>, &[u8])> {
    // An equals sign at the very beginning belongs to the name.
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/>=".contains(byte);
    let end = 1 + bytes[1..].iter().position(is_end)?;
    let (name, rest) = bytes.split_at(end);
    let Some(value) = rest.trim_ascii_start().strip_prefix(b"=") else {
        return Some(((name, b""), rest));
    };
    let value = value.trim_ascii_start();
    match value.first()? {
        quote @ (b'"' | b'\'') => {
            let end = value[1..].iter().position(|byte| byte == quote)?;
            Some(((name, &value[1..=end]), &value[end + 2..]))
        }
        _ => {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
            let end = value.iter().position(is_end)?;
            Some(((name, &value[..end]), &value[end..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hrefs(page: &str) -> Vec<String> {
        read(page.as_bytes()).candidates.into_iter().map(|found| found.href).collect()
    }

    #[test]
    fn links_are_found_however_they_are_written() {
        for page in [
            "<link rel=\"icon\" href=\"/a.png\">",
            "<LINK HREF='/a.png' REL='Icon' />",
            "<link rel=icon href=/a.png>",
            "<link\n\trel = \"shortcut icon\"\n\thref = \"/a.png\"\n/>",
            "<link data-x rel=icon disabled=\"\" href='/a.png' href='/b.png'>",
            "<link rel=\"apple-touch-icon\" href=\"/a.png\">",
            "<link rel=icon href=\"&#x2F;a&period;png\">",
            "<p>5 < 6 <3 <link rel=icon href=/a.png>",
            "<!--> <link rel=icon href=/a.png> -->",
            "<title><b></title><link rel=icon href=/a.png>",
            "<link rel=icon title=\"a > b\" href=/a.png>",
            "<html><head><link rel=icon href=/a.png><link rel=icon href=/cut",
        ] {
            assert_eq!(hrefs(page), ["/a.png"], "{page}");
        }
    }

    #[test]
    fn what_only_looks_like_a_link_is_none() {
        for page in [
            "",
            "<",
            "<link",
            "<link rel=icon",
            "<link rel=icon href=\"/a.png",
            "<!-- <link rel=icon href=/a.png> -->",
            "<script>'<link rel=icon href=/a.png>'</script>",
            "<SCRIPT>'<link rel=icon href=/a.png>'",
            "<style></styl><link rel=icon href=/a.png>",
            "<textarea><link rel=icon href=/a.png></textarea>",
            "<link rel=stylesheet href=/a.css>",
            "<link rel=mask-icon href=/a.svg>",
            "<link rel=icon>",
            "<link rel=icon href=\"\">",
            "&lt;link rel=icon href=/a.png&gt;",
            "</link rel=icon href=/a.png>",
        ] {
            assert!(hrefs(page).is_empty(), "{page}");
        }
    }

    #[test]
    fn the_first_base_counts() {
        let page = read(b"<base target=_top><base href=/a/><base href=/b/>");
        assert_eq!(page.base.as_deref(), Some("/a/"));
    }

    #[test]
    fn no_page_takes_long_or_fills_the_memory() {
        let many = "<link rel=icon href=/a.png>".repeat(10_000);
        assert_eq!(hrefs(&many).len(), MOST_CANDIDATES);
        for piece in ["<", "<a \"", "<a '", "<!--", "<script>", "<a a=", "<link ", "\u{0}<a/"] {
            read(piece.repeat(256 * 1024 / piece.len()).as_bytes());
        }
    }

    #[test]
    fn any_bytes_are_a_page() {
        let alphabet = b"<>/!-=\"' \nalinkscriptreicohf\xff\0";
        for _ in 0..2_000 {
            let noise: [u8; 96] = kit::Entropy.bytes();
            let page: Vec<u8> =
                noise.iter().map(|byte| alphabet[usize::from(*byte) % alphabet.len()]).collect();
            read(&page);
        }
    }
}
