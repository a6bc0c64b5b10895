//! A line of a head, or of trailers: a name and a value.

use http::{HeaderName, HeaderValue};

/// Why a line is none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BadField(pub(crate) &'static str);

pub(crate) const BAD_NAME: BadField = BadField("A header's name is malformed");
pub(crate) const BAD_VALUE: BadField = BadField("A header's value is malformed");

/// A line that begins with a space continues the one before it, which some servers see and some do
/// not; its name is malformed here.
pub(crate) fn name_and_value(line: &[u8]) -> Result<(&[u8], &[u8]), BadField> {
    // Names are so short that a search for many bytes at a time takes longer.
    let colon = line.iter().position(|byte| *byte == b':');
    let colon = colon.ok_or(BadField("A header has no colon"))?;
    Ok((&line[..colon], trimmed(&line[colon + 1..])))
}

fn trimmed(value: &[u8]) -> &[u8] {
    let mut value = value;
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    value
}

/// Whether an option is in a list of them.
pub(crate) fn lists(list: &[u8], option: &[u8]) -> bool {
    list.split(|byte| *byte == b',').any(|one| trimmed(one).eq_ignore_ascii_case(option))
}

pub(crate) fn write_line(out: &mut Vec<u8>, name: &str, value: &[u8]) {
    out.reserve(name.len() + value.len() + 4);
    for piece in [name.as_bytes(), b": ", value, b"\r\n"] {
        out.extend_from_slice(piece);
    }
}

/// A header by itself: one whose head has not come whole, or a trailer.
pub(crate) fn read_header(line: &[u8]) -> Result<(HeaderName, HeaderValue), BadField> {
    let (name, value) = name_and_value(line)?;
    let name = HeaderName::from_bytes(name).map_err(|_| BAD_NAME)?;
    Ok((name, HeaderValue::from_bytes(value).map_err(|_| BAD_VALUE)?))
}
