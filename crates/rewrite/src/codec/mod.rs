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
