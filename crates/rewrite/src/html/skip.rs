//! Past a tag that is too big to be looked at.

/// Where in the tag the next byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Name,
    BeforeAttribute,
    Attribute,
    BeforeValue,
    Unquoted,
    Quoted(u8),
}

pub(super) struct Skip {
    at: At,
}

impl Skip {
    pub(super) fn new() -> Self {
        Skip { at: At::Name }
    }

    /// The length of what belongs to the tag, and whether it ends there.
    pub(super) fn past(&mut self, piece: &[u8]) -> (usize, bool) {
        let mut index = 0;
        while index < piece.len() {
            // Nearly all of it is in quotes.
            if let At::Quoted(quote) = self.at {
                let Some(length) = memchr::memchr(quote, &piece[index..]) else { break };
                index += length;
            } else if piece[index] == b'>' {
                return (index + 1, true);
            }
            self.at = self.at.after(piece[index]);
            index += 1;
        }
        (piece.len(), false)
    }
}

impl At {
    fn after(self, byte: u8) -> At {
        let space = byte.is_ascii_whitespace();
        match (self, byte) {
            (At::Quoted(quote), byte) if byte == quote => At::BeforeAttribute,
            (At::Quoted(_), _) => self,
            (At::BeforeValue, b'"' | b'\'') => At::Quoted(byte),
            (At::BeforeValue, _) => {
                if space {
                    self
                } else {
                    At::Unquoted
                }
            }
            (At::Unquoted, _) => {
                if space {
                    At::BeforeAttribute
                } else {
                    self
                }
            }
            (At::Attribute, b'=') => At::BeforeValue,
            (At::Name, b'/') | (At::Attribute, b'/') => At::BeforeAttribute,
            (At::Name, _) => {
                if space {
                    At::BeforeAttribute
                } else {
                    self
                }
            }
            // `<a x = y>`: an equals sign may follow at a distance.
            (At::BeforeAttribute, b'=') => At::BeforeValue,
            (At::BeforeAttribute, _) if space || byte == b'/' => self,
            (At::BeforeAttribute, _) => At::Attribute,
            (At::Attribute, _) => {
                if space {
                    At::BeforeAttribute
                } else {
                    self
                }
            }
        }
    }
}

/// The name of the start tag that a text begins with.
pub(super) fn tag_name(text: &[u8]) -> Option<String> {
    let name = text.strip_prefix(b"<")?;
    let end = name.iter().position(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))?;
    let name = std::str::from_utf8(&name[..end]).ok()?;
    name.starts_with(|char: char| char.is_ascii_alphabetic()).then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_ends_where_browsers_end_it() {
        for (tag, rest) in [
            ("<img src='a>b'>", "c"),
            ("<img src=\"a>'b\" x>", "c"),
            ("<img src = 'a>b'>", "c"),
            ("<img src=a'b>", "c'>"),
            ("<img a'b>", "c'>"),
            ("<img/>", "c"),
            ("<img src=>", "c"),
        ] {
            let whole = format!("{tag}{rest}");
            let mut skip = Skip::new();
            let (length, done) = skip.past(whole.as_bytes());
            assert_eq!((&whole[..length], done), (tag, true), "{whole}");
            let mut skip = Skip::new();
            let cut = tag.bytes().position(|byte| skip.past(&[byte]).1);
            assert_eq!(cut, Some(tag.len() - 1), "{whole} byte by byte");
        }
    }

    #[test]
    fn tags_have_names() {
        assert_eq!(tag_name(b"<IMG src=a").as_deref(), Some("img"));
        for text in [&b"<img"[..], b"</img ", b"<!-- a", b"text <img ", b"<1 >"] {
            assert_eq!(tag_name(text), None);
        }
    }
}
