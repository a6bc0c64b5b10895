//! A reader of XML that gives up at whatever it does not know, so that it never takes for text
//! what a browser takes for an element.

use std::borrow::Cow;

pub(super) struct Reader<'a> {
    rest: &'a str,
    /// The declaration is one at the very beginning only.
    begun: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open {
        name: &'a str,
        attributes: Vec<(&'a str, Cow<'a, str>)>,
    },
    Text(Cow<'a, str>),
    /// `</name>`, comments, the declaration, a document type without rules of its own.
    Other,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader { rest: text, begun: false }
    }

    /// `None` at the end; `Some(None)` for what is not understood.
    pub(super) fn next(&mut self) -> Option<Option<Token<'a>>> {
        if self.rest.is_empty() {
            return None;
        }
        let token = self.token();
        self.begun = true;
        Some(token)
    }

    fn token(&mut self) -> Option<Token<'a>> {
        if !self.rest.starts_with('<') {
            let end = self.rest.find('<').unwrap_or(self.rest.len());
            return decoded(self.cut(end)).map(Token::Text);
        }
        if let Some(rest) = self.rest.strip_prefix("<!--") {
            self.rest = rest;
            return self.until("-->").map(|_| Token::Other);
        }
        if let Some(rest) = self.rest.strip_prefix("<![CDATA[") {
            self.rest = rest;
            return self.until("]]>").map(|text| Token::Text(text.into()));
        }
        if self.rest.starts_with("<?xml ") && !self.begun {
            return self.until("?>").filter(|text| is_utf8(text)).map(|_| Token::Other);
        }
        if self.rest.starts_with("<!DOCTYPE") {
            let rules = |text: &&str| !text.contains(['[', ']']) && !text[1..].contains('<');
            return self.until(">").filter(rules).map(|_| Token::Other);
        }
        if self.rest.starts_with("</") {
            return self.until(">").filter(|text| !text[1..].contains('<')).map(|_| Token::Other);
        }
        self.rest = &self.rest[1..];
        self.open()
    }

    fn open(&mut self) -> Option<Token<'a>> {
        let name = self.name()?;
        let mut attributes = Vec::new();
        loop {
            let spaces = self.rest.len() - self.rest.trim_ascii_start().len();
            self.cut(spaces);
            if let Some(rest) = self.rest.strip_prefix("/>").or(self.rest.strip_prefix('>')) {
                self.rest = rest;
                return Some(Token::Open { name, attributes });
            }
            if spaces == 0 {
                return None;
            }
            attributes.push(self.attribute()?);
        }
    }

    fn attribute(&mut self) -> Option<(&'a str, Cow<'a, str>)> {
        let name = self.name()?;
        let value = self.rest.trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        self.rest = &value[1..];
        let end = self.rest.find(quote)?;
        let value = self.cut(end);
        self.rest = &self.rest[1..];
        (!value.contains('<')).then_some((name, decoded(value)?))
    }

    fn name(&mut self) -> Option<&'a str> {
        let part = |c: char| c.is_ascii_alphanumeric() || "_:.-".contains(c) || !c.is_ascii();
        let end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        Some(self.cut(end)).filter(|name| !name.is_empty())
    }

    fn cut(&mut self, end: usize) -> &'a str {
        let (piece, rest) = self.rest.split_at(end);
        self.rest = rest;
        piece
    }

    fn until(&mut self, mark: &str) -> Option<&'a str> {
        let (piece, rest) = self.rest.split_once(mark)?;
        self.rest = rest;
        Some(piece)
    }
}

/// What is read here as UTF-8 must not be read as something else elsewhere.
fn is_utf8(declaration: &str) -> bool {
    match declaration.split_once("encoding") {
        Some((_, encoding)) => encoding.to_ascii_lowercase().contains("utf-8"),
        None => true,
    }
}

/// A text with its references read; `None` where one is not known.
fn decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('&') {
        return Some(Cow::Borrowed(text));
    }
    let mut pieces = text.split('&');
    let mut decoded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once(';')?;
        decoded.push(character(name)?);
        decoded.push_str(rest);
    }
    Some(Cow::Owned(decoded))
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => {}
    }
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<Vec<String>> {
        let (mut reader, mut names) = (Reader::new(text), Vec::new());
        while let Some(token) = reader.next() {
            if let Token::Open { name, .. } = token? {
                names.push(name.to_owned());
            }
        }
        Some(names)
    }

    #[test]
    fn elements_are_found_wherever_they_hide() {
        let text = "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE svg PUBLIC '-' 'x'>\
            <!-- <no> --><svg a = \"1\" b='&lt;'><g/>text<![CDATA[<no>]]><p\n/></svg>";
        assert_eq!(names(text).expect("XML"), ["svg", "g", "p"]);
    }

    #[test]
    fn attributes_are_decoded() {
        let mut reader = Reader::new("<a href='&#106;s' x:y=\"&amp;\">");
        let attributes = vec![("href", "js".into()), ("x:y", "&".into())];
        assert_eq!(reader.next(), Some(Some(Token::Open { name: "a", attributes })));
        assert_eq!(reader.next(), None);
    }

    #[test]
    fn references_become_characters() {
        let text = "a&amp;b&#47;c&#x2F;d &lt;e&gt; &quot;&apos;";
        assert_eq!(decoded(text).as_deref(), Some("a&b/c/d <e> \"'"));
        for text in ["?a=1&b=2", "&unknown;", "&", "&#xD800;", "&#99999999999;", "&;", "&colon;"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_well_formed_is_not_understood() {
        for text in [
            "<svg",
            "<svg a>",
            "<svg a=b>",
            "<svg a='1'b='2'>",
            "<svg a='<x>'>",
            "<svg a='&unknown;'>",
            "< svg>",
            "<svg><!-- no end",
            "<svg><![CDATA[ no end",
            "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg/>",
            "<?xml-stylesheet href='x'?><svg/>",
            "<svg/><?xml version='1.0'?>",
            "<?xml version='1.0' encoding='utf-7'?><svg/>",
            "<!ELEMENT x><svg/>",
            "text &nbsp;",
        ] {
            assert_eq!(names(text), None, "{text}");
        }
    }

    /// What was understood, without what says nothing, and texts beside each other as one.
    fn understood(text: &str) -> Option<Vec<String>> {
        let (mut reader, mut all) = (Reader::new(text), Vec::new());
        let mut in_text = false;
        while let Some(token) = reader.next() {
            match token? {
                Token::Open { name, attributes } => {
                    let escape = |(name, value): &(&str, Cow<'_, str>)| {
                        format!(" {name}=\"{}\"", escaped(value))
                    };
                    let attributes: String = attributes.iter().map(escape).collect();
                    all.push(format!("<{name}{attributes}>"));
                    in_text = false;
                }
                Token::Text(text) if text.is_empty() => {}
                Token::Text(text) if in_text => all.last_mut()?.push_str(&escaped(&text)),
                Token::Text(text) => {
                    all.push(escaped(&text));
                    in_text = true;
                }
                Token::Other => {}
            }
        }
        Some(all)
    }

    fn escaped(text: &str) -> String {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
    }

    proptest::proptest! {
        /// Whatever comes is refused, or means the same when it is written in the plainest way.
        #[test]
        fn what_is_understood_can_be_written_anew(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "<", ">", "/", "=", "'", "\"", " ", "&", ";", "&#x3C;", "&lt;", "a", "é", "<svg",
                    "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE", "<?xml ", "?>", "</a>", "<g x='1'/>",
                ]),
                0..30,
            ),
        ) {
            if let Some(all) = understood(&pieces.concat()) {
                assert_eq!(understood(&all.concat()), Some(all));
            }
        }
    }
}
