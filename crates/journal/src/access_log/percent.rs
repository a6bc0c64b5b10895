//! Percent-encoding, undone.

use std::borrow::Cow;

/// Takes one layer of encoding away. What only looks like an escape stays as it is.
pub(super) fn decode(text: &[u8]) -> Cow<'_, [u8]> {
    if !is_encoded(text) {
        return Cow::Borrowed(text);
    }
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let byte = escape(rest);
        decoded.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &rest[3..] } else { after };
    }
    Cow::Owned(decoded)
}

pub(super) fn is_encoded(text: &[u8]) -> bool {
    text.windows(3).any(|window| escape(window).is_some())
}

fn escape(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_layer_at_a_time() {
        for (text, decoded) in [
            ("plain", "plain"),
            ("a%20b", "a b"),
            ("%74oken", "token"),
            ("%2574", "%74"),
            ("100%", "100%"),
            ("%", "%"),
            ("%2", "%2"),
            ("%zz%41", "%zzA"),
        ] {
            assert_eq!(*decode(text.as_bytes()), *decoded.as_bytes(), "{text}");
        }
    }
}
