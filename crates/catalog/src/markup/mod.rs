//! Reads HTML as browsers do where it matters here: elements in comments and scripts are none, and
//! attributes come in any order, case and quotes.

mod entities;

pub(crate) use entities::{decode_html, decode_xml};

/// Their content is text, whatever it looks like.
const RAW: [&str; 8] =
    ["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp"];
const MOST_ATTRIBUTES: usize = 32;

/// Calls `each` with every element of as much of a page as is there, and with the text inside
/// where that is raw.
pub(crate) fn read<'a>(bytes: &'a [u8], mut each: impl FnMut(&Element<'a>, &'a [u8])) {
    let mut rest = bytes;
    while let Some(after) = step(rest, &mut each) {
        rest = after;
    }
}

/// Goes behind the next element, comment or character that is neither. Every byte is looked at
/// once or twice, however broken the page is, because what has no end ends the reading.
fn step<'a>(bytes: &'a [u8], each: &mut impl FnMut(&Element<'a>, &'a [u8])) -> Option<&'a [u8]> {
    let start = bytes.iter().position(|byte| *byte == b'<')?;
    let rest = &bytes[start + 1..];
    match rest.first()? {
        // `<!-->` is a comment, too, so its end may begin at the second character.
        b'!' if rest.starts_with(b"!--") => after(&rest[1..], b"-->"),
        b'!' | b'?' | b'/' => after(rest, b">"),
        letter if letter.is_ascii_alphabetic() => {
            let (element, rest) = Element::read(rest)?;
            let Some(raw) = RAW.iter().find(|raw| element.is(raw)) else {
                each(&element, b"");
                return Some(rest);
            };
            let end = raw_end(rest, raw);
            each(&element, &rest[..end.unwrap_or(rest.len())]);
            end.map(|end| &rest[end + raw.len() + 2..])
        }
        _ => Some(rest),
    }
}

fn after<'a>(bytes: &'a [u8], mark: &[u8]) -> Option<&'a [u8]> {
    let at = bytes.windows(mark.len()).position(|window| window == mark)?;
    Some(&bytes[at + mark.len()..])
}

fn raw_end(bytes: &[u8], name: &str) -> Option<usize> {
    let is_end = |window: &[u8]| {
        window.starts_with(b"</") && window[2..].eq_ignore_ascii_case(name.as_bytes())
    };
    bytes.windows(name.len() + 2).position(is_end)
}

pub(crate) struct Element<'a> {
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

    /// In lower case.
    pub(crate) fn name(&self) -> String {
        String::from_utf8_lossy(self.name).to_ascii_lowercase()
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The first of that name counts.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
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
