/// Text that can be shown anywhere: no control characters, nothing that changes the direction of
/// what stands beside it, and at most `longest` bytes.
pub(crate) fn plain(text: &str, longest: usize) -> String {
    let mut plain: String =
        text.chars().map(|c| if is_shown(c) { c } else { '\u{fffd}' }).collect();
    plain.truncate(plain.floor_char_boundary(longest));
    plain
}

fn is_shown(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    !c.is_control() && !turns && !breaks
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn only_what_can_be_shown_stays_and_no_letter_is_cut_in_two() {
        assert_eq!(plain("Müller's <b>NAS</b> 📁", 100), "Müller's <b>NAS</b> 📁");
        assert_eq!(
            plain("a\nb\u{1b}[31m\u{202e}c\0", 100),
            "a\u{fffd}b\u{fffd}[31m\u{fffd}c\u{fffd}"
        );
        assert_eq!(plain("abcä", 4), "abc");
        assert_eq!(plain("", 4), "");
    }
}
