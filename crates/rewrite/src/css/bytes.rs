//! What a byte is in the grammar of style sheets.

/// Part of a name or a number. Bytes above ASCII always are, and a zero byte is read as one of them.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | 0 | 0x80..)
}

pub(super) fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0x0c)
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t') || is_newline(byte)
}

/// What an address without quotes cannot hold; it makes the whole of it void.
pub(super) fn spoils_url(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'(' | 1..=8 | 0x0b | 0x0e..=0x1f | 0x7f)
}

pub(super) fn ends_url_text(byte: u8) -> bool {
    matches!(byte, b')' | b'\\') || is_space(byte) || spoils_url(byte)
}

/// How many bytes come before the first of a kind.
pub(super) fn length_until(text: &[u8], stop: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| stop(*byte)).unwrap_or(text.len())
}
