//! The codings that bodies come in, both ways, as they stream.

mod brotli;
mod decode;
mod deflate;
mod encode;
mod zstd;

pub use self::decode::{Decoder, STEP, Step};
pub use self::encode::Encoder;

/// What `Content-Encoding` says of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    Identity,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Encoding {
    /// Reads the header's value. Several codings on top of each other, or one that we do not know,
    /// are `None`: such a body is left as it is.
    pub fn parse(value: &str) -> Option<Encoding> {
        let name = value.trim_matches([' ', '\t']);
        [
            ("", Encoding::Identity),
            ("identity", Encoding::Identity),
            ("gzip", Encoding::Gzip),
            ("x-gzip", Encoding::Gzip),
            ("deflate", Encoding::Deflate),
            ("br", Encoding::Brotli),
            ("zstd", Encoding::Zstd),
        ]
        .into_iter()
        .find_map(|(known, encoding)| name.eq_ignore_ascii_case(known).then_some(encoding))
    }

    /// The coding that an answer names. Names that no browser knows either (`utf-8`) are passed over,
    /// as browsers do.
    pub fn of_answer(value: &str) -> Option<Encoding> {
        const UNREAD: [&str; 7] =
            ["aes128gcm", "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip"];
        let name = value.trim_matches([' ', '\t']);
        let is_unread = UNREAD.iter().any(|unread| name.eq_ignore_ascii_case(unread));
        let is_known = is_unread || name.contains(',');
        Encoding::parse(name).or((!is_known).then_some(Encoding::Identity))
    }

    /// The name that goes into the header.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Identity => "identity",
            Encoding::Gzip => "gzip",
            Encoding::Deflate => "deflate",
            Encoding::Brotli => "br",
            Encoding::Zstd => "zstd",
        }
    }
}
