//! From plain bytes to a coding. There may be hundreds of these at once, so the settings are those
//! that are quick and hold little; how much, each says for itself.

use super::{Encoding, brotli, deflate, zstd};
use crate::Broken;

/// What a coding gets as room for its output at once.
pub(super) const ROOM: usize = 8 * 1024;

/// Encodes a body as it comes. The output of a call is about as long as its input at most.
pub struct Encoder {
    coding: Coding,
    /// Something was pushed that may not be decodable yet.
    waiting: bool,
}

enum Coding {
    Identity,
    Deflate(Box<deflate::Deflate>),
    Brotli(Box<brotli::Encode>),
    Zstd(zstd::Encode),
}

impl Encoder {
    pub fn new(encoding: Encoding) -> Self {
        let coding = match encoding {
            Encoding::Identity => Coding::Identity,
            Encoding::Gzip => Coding::Deflate(Box::new(deflate::Deflate::gzip())),
            Encoding::Deflate => Coding::Deflate(Box::new(deflate::Deflate::zlib())),
            Encoding::Brotli => Coding::Brotli(Box::new(brotli::Encode::new())),
            Encoding::Zstd => Coding::Zstd(zstd::Encode::new()),
        };
        Encoder { coding, waiting: false }
    }

    /// How much the coding holds at most.
    pub(crate) fn memory(&self) -> usize {
        match &self.coding {
            Coding::Identity => 0,
            Coding::Deflate(_) => deflate::DEFLATE_MEMORY,
            Coding::Brotli(_) => brotli::ENCODE_MEMORY,
            Coding::Zstd(coding) => coding.memory(),
        }
    }

    /// Takes the next piece and appends what the coding gives out by itself.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        self.waiting |= !piece.is_empty();
        match &mut self.coding {
            Coding::Identity => out.extend_from_slice(piece),
            Coding::Deflate(coding) => coding.push(piece, out)?,
            Coding::Brotli(coding) => coding.push(piece, out)?,
            Coding::Zstd(coding) => coding.push(piece, out)?,
        }
        Ok(())
    }

    /// Makes everything so far decodable. It costs some bytes, so it is for when nothing more is
    /// there to be sent for now; with nothing new it does nothing.
    pub fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        if !std::mem::take(&mut self.waiting) {
            return Ok(());
        }
        match &mut self.coding {
            Coding::Identity => Ok(()),
            Coding::Deflate(coding) => coding.flush(out),
            Coding::Brotli(coding) => coding.flush(out),
            Coding::Zstd(coding) => coding.flush(out),
        }
    }

    /// The body is over. Nothing is pushed after this.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        match &mut self.coding {
            Coding::Identity => Ok(()),
            Coding::Deflate(coding) => coding.finish(out),
            Coding::Brotli(coding) => coding.finish(out),
            Coding::Zstd(coding) => coding.finish(out),
        }
    }
}
