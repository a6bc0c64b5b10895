//! The codings in which files are stored and sent.

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
    Identity,
}

impl Coding {
    const COMPRESSED: [Coding; 2] = [Coding::Brotli, Coding::Gzip];

    /// Its name in `Content-Encoding`, where it has one.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Gzip => Some("gzip"),
            Coding::Identity => None,
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
            Coding::Identity => "",
        }
    }

    /// `app.js.br` is `app.js` in Brotli.
    pub(crate) fn of_stored(name: &'static str) -> (&'static str, Coding) {
        let compressed = Coding::COMPRESSED
            .into_iter()
            .find_map(|coding| Some((name.strip_suffix(coding.suffix())?, coding)));
        compressed.unwrap_or((name, Coding::Identity))
    }

    /// What the client says it takes, and what everybody takes.
    pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Coding> {
        let lines = headers.get_all(ACCEPT_ENCODING).iter();
        let wishes: Vec<&str> = lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .map(str::trim)
            .filter(|wish| !is_refusal(wish))
            .filter_map(|wish| wish.split(';').next())
            .collect();
        let wanted = |coding: &Coding| {
            coding
                .name()
                .is_none_or(|name| wishes.iter().any(|wish| wish.eq_ignore_ascii_case(name)))
        };
        [Coding::Brotli, Coding::Gzip, Coding::Identity].into_iter().filter(wanted).collect()
    }
}

/// Whether a wish like `br;q=0` says what is not wanted.
fn is_refusal(wish: &str) -> bool {
    let weight = wish.split(';').skip(1).find_map(|part| part.trim().strip_prefix("q="));
    weight.is_some_and(|weight| weight.trim().parse() == Ok(0.0))
}
