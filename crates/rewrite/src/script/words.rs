//! The words that something depends on.

use super::token::Kind;

/// Longer ones are never special.
pub(super) const LONGEST: usize = 15;

const WORDS: [(&str, Kind); 44] = [
    ("as", Kind::As),
    ("async", Kind::Async),
    ("await", Kind::Await),
    ("case", Kind::Case),
    ("catch", Kind::Lead),
    ("class", Kind::Class),
    ("const", Kind::Declare),
    ("contentDocument", Kind::Holder),
    ("contentWindow", Kind::Holder),
    ("default", Kind::Default),
    ("defaultView", Kind::Holder),
    ("delete", Kind::Delete),
    ("do", Kind::Lead),
    ("document", Kind::Holder),
    ("else", Kind::Lead),
    ("export", Kind::Export),
    ("extends", Kind::Extends),
    ("finally", Kind::Lead),
    ("for", Kind::For),
    ("from", Kind::From),
    ("function", Kind::Function),
    ("globalThis", Kind::Holder),
    ("if", Kind::Head),
    ("import", Kind::Import),
    ("in", Kind::In),
    ("instanceof", Kind::In),
    ("let", Kind::Declare),
    ("location", Kind::Location),
    ("new", Kind::New),
    ("of", Kind::Of),
    ("ownerDocument", Kind::Holder),
    ("parent", Kind::Holder),
    ("return", Kind::Return),
    ("self", Kind::Holder),
    ("throw", Kind::Prefix),
    ("top", Kind::Holder),
    ("try", Kind::Lead),
    ("typeof", Kind::Prefix),
    ("var", Kind::Declare),
    ("void", Kind::Prefix),
    ("while", Kind::Head),
    ("window", Kind::Holder),
    ("with", Kind::Head),
    ("yield", Kind::Prefix),
];

/// Where each word stands above, by its hash; `NONE` where no word has it.
const PLACES: [u8; 128] = {
    let mut places = [NONE; 128];
    let mut at = 0;
    while at < WORDS.len() {
        let hash = hash(WORDS[at].0.as_bytes());
        assert!(places[hash] == NONE, "two words with one hash");
        places[hash] = at as u8;
        at += 1;
    }
    places
};

const NONE: u8 = u8::MAX;

/// The factors were found by trying, so that no two of the words meet.
#[inline(always)]
const fn hash(word: &[u8]) -> usize {
    (word[0] as usize * 7 + word[word.len() - 1] as usize * 9 + word.len() * 26) % 128
}

/// What a word is, wherever it stands.
#[inline(always)]
pub(super) fn word(text: &[u8]) -> Kind {
    if text.len() < 2 || text.len() > LONGEST {
        return Kind::Word;
    }
    match WORDS.get(usize::from(PLACES[hash(text)])) {
        Some((word, kind)) if word.as_bytes() == text => *kind,
        _ => Kind::Word,
    }
}
