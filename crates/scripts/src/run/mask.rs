use aho_corasick::{AhoCorasick, MatchKind};

use crate::model::MASK;

/// Shorter ones would be found in everything.
const SHORTEST: usize = 4;

/// Takes secrets out of a stream, however it is cut into pieces.
#[derive(Debug)]
pub(crate) struct Masker {
    secrets: Option<AhoCorasick>,
    longest: usize,
    /// The end of what came, in which a secret may have begun.
    held: Vec<u8>,
}

impl Masker {
    pub(crate) fn new(secrets: &[String]) -> Self {
        let secrets: Vec<&str> =
            secrets.iter().map(String::as_str).filter(|secret| secret.len() >= SHORTEST).collect();
        let longest = secrets.iter().map(|secret| secret.len()).max().unwrap_or(0);
        let built = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&secrets);
        let secrets = built.ok().filter(|_| longest > 0);
        Masker { secrets, longest, held: Vec::new() }
    }

    /// What can be shown by now.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let Some(secrets) = &self.secrets else { return bytes.to_vec() };
        self.held.extend_from_slice(bytes);
        let sure = (self.held.len() + 1).saturating_sub(self.longest);
        let mut shown = Vec::with_capacity(self.held.len());
        let mut end = 0;
        // A secret that begins before `sure` is here as a whole.
        for found in secrets.find_iter(&self.held).take_while(|found| found.start() < sure) {
            shown.extend_from_slice(&self.held[end..found.start()]);
            shown.extend_from_slice(MASK.as_bytes());
            end = found.end();
        }
        let rest = end.max(sure);
        shown.extend_from_slice(&self.held[end..rest]);
        self.held.drain(..rest);
        shown
    }

    /// What was held back, at the end.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        let Some(secrets) = &self.secrets else { return held };
        let mask = vec![MASK.as_bytes(); secrets.patterns_len()];
        secrets.replace_all_bytes(&held, &mask)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn masked(secrets: &[&str], pieces: &[&[u8]]) -> Vec<u8> {
        let secrets: Vec<String> = secrets.iter().map(|secret| (*secret).to_owned()).collect();
        let mut masker = Masker::new(&secrets);
        let mut shown: Vec<u8> = pieces.iter().flat_map(|piece| masker.push(piece)).collect();
        shown.extend(masker.finish());
        shown
    }

    #[test]
    fn a_secret_is_found_across_pieces() {
        let shown = masked(&["hunter2"], &[b"my hun", b"ter2 and h", b"unter2"]);
        assert_eq!(shown, b"my ******** and ********");
        assert_eq!(masked(&["abc"], &[b"abc"]), b"abc", "too short to be looked for");
        assert_eq!(masked(&[], &[b"any", b"thing"]), b"anything");
    }

    proptest! {
        #[test]
        fn cuts_change_nothing(text in "[ab]{0,40}", cuts in prop::collection::vec(1usize..5, 0..20)) {
            let secrets = ["abab", "babba", "aaaaaa"];
            let whole = masked(&secrets, &[text.as_bytes()]);
            let mut pieces = Vec::new();
            let mut rest = text.as_bytes();
            for cut in cuts {
                let (piece, left) = rest.split_at(cut.min(rest.len()));
                pieces.push(piece);
                rest = left;
            }
            pieces.push(rest);
            prop_assert_eq!(masked(&secrets, &pieces), whole);
        }
    }
}
