use super::mask::Masker;

/// The output of a run as text, up to a bound, without the secrets that it was given.
#[derive(Debug)]
pub(crate) struct Capture {
    masker: Masker,
    /// The beginning of a character whose rest has not come.
    partial: Vec<u8>,
    text: String,
    most: usize,
    truncated: bool,
}

impl Capture {
    pub(crate) fn new(most: usize, secrets: &[String]) -> Self {
        Capture {
            masker: Masker::new(secrets),
            partial: Vec::new(),
            text: String::new(),
            most,
            truncated: false,
        }
    }

    /// Takes in what came, and gives what of it is new in the text.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> &str {
        let from = self.text.len();
        if !self.truncated {
            let bytes = self.masker.push(bytes);
            self.decode(&bytes);
        }
        &self.text[from..]
    }

    /// Takes in what was held back when nothing more comes, and gives what is new in the text.
    pub(crate) fn end(&mut self) -> &str {
        let from = self.text.len();
        if !self.truncated {
            let rest = self.masker.finish();
            self.decode(&rest);
            if !std::mem::take(&mut self.partial).is_empty() {
                self.append("\u{fffd}");
            }
        }
        &self.text[from..]
    }

    /// The whole text, and whether it was cut.
    pub(crate) fn finish(self) -> (String, bool) {
        (self.text, self.truncated)
    }

    fn decode(&mut self, bytes: &[u8]) {
        let mut whole = std::mem::take(&mut self.partial);
        whole.extend_from_slice(bytes);
        let mut chunks = whole.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.append(chunk.valid());
            let bad = chunk.invalid();
            if chunks.peek().is_none() && is_beginning(bad) {
                self.partial = bad.to_vec();
            } else if !bad.is_empty() {
                self.append("\u{fffd}");
            }
        }
    }

    fn append(&mut self, text: &str) {
        if self.truncated {
            return;
        }
        // One of the two databases cannot keep a NUL.
        for (number, part) in text.split('\0').enumerate() {
            if number > 0 {
                self.append_bounded("\u{fffd}");
            }
            self.append_bounded(part);
        }
    }

    fn append_bounded(&mut self, text: &str) {
        let room = self.most - self.text.len().min(self.most);
        if self.truncated || text.len() <= room {
            if !self.truncated {
                self.text.push_str(text);
            }
            return;
        }
        self.text.push_str(&text[..text.floor_char_boundary(room)]);
        self.truncated = true;
        self.text.push_str(&format!("\n[output truncated after {} bytes]\n", self.most));
    }
}

/// Whether more bytes could make a character of these.
fn is_beginning(bytes: &[u8]) -> bool {
    let Err(error) = std::str::from_utf8(bytes) else { return false };
    !bytes.is_empty() && error.valid_up_to() == 0 && error.error_len().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(most: usize, pieces: &[&[u8]]) -> (String, bool) {
        let mut capture = Capture::new(most, &[]);
        let mut live = String::new();
        pieces.iter().for_each(|piece| live.push_str(capture.push(piece)));
        live.push_str(capture.end());
        let (text, truncated) = capture.finish();
        assert_eq!(text, live, "what was told differs from what is kept");
        (text, truncated)
    }

    #[test]
    fn the_bound_is_exact_and_the_cut_is_marked() {
        let cut = "\n[output truncated after 10 bytes]\n";
        assert_eq!(captured(10, &[b"0123456789"]), ("0123456789".to_owned(), false));
        assert_eq!(
            captured(10, &[b"01234567", b"89a", b"more"]),
            (format!("0123456789{cut}"), true)
        );
        assert_eq!(captured(10, &["012345678ü".as_bytes()]), (format!("012345678{cut}"), true));
    }

    #[test]
    fn characters_may_come_in_pieces_and_rubbish_becomes_a_sign() {
        let euro = "€".as_bytes();
        assert_eq!(captured(100, &[&euro[..1], &euro[1..2], &euro[2..]]).0, "€");
        assert_eq!(captured(100, &[b"a\xffb\0c", &euro[..2]]).0, "a\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(captured(100, &[&euro[..2], b"x"]).0, "\u{fffd}x");
    }

    #[test]
    fn binary_output_holds_the_bound_too() {
        let (text, truncated) = captured(1_000, &[&[0xff; 900]]);
        assert!(truncated && text.starts_with(&"\u{fffd}".repeat(333)));
        assert!(text.len() < 1_000 + 50, "{}", text.len());
    }
}
