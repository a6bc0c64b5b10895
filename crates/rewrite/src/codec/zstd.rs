//! zstd.

use zstd::zstd_safe::zstd_sys::ZSTD_EndDirective as Directive;
use zstd::zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer};

use super::decode::Turn;
use crate::Broken;

/// 8 MiB, what RFC 9659 sets for the web.
const MOST_WINDOW_LOG: u32 = 23;

const DAMAGED: Broken = Broken("the zstd body is damaged, or needs too much memory");
const FAILED: Broken = Broken("the body could not be encoded as zstd");

pub(super) struct Decode {
    context: DCtx<'static>,
    /// A frame has ended, and everything in it was given out.
    between: bool,
    /// The last turn filled its output, so there may be more of it without more input.
    full: bool,
}

impl Decode {
    pub(super) fn new() -> Self {
        let mut context = DCtx::create();
        let limit = DParameter::WindowLogMax(MOST_WINDOW_LOG);
        context.set_parameter(limit).expect("8 MiB is a window that zstd knows");
        Decode { context, between: true, full: false }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.between
    }

    pub(super) fn memory(&self) -> usize {
        self.context.sizeof()
    }

    pub(super) fn turn(&mut self, input: &[u8], output: &mut [u8]) -> Result<Turn, Broken> {
        let room = output.len();
        let mut input = InBuffer::around(input);
        let mut output = OutBuffer::around(output);
        while output.pos() < room && (input.pos() < input.src.len() || self.full) {
            let before = (input.pos(), output.pos());
            let left = self.context.decompress_stream(&mut output, &mut input);
            self.between = left.map_err(|_| DAMAGED)? == 0;
            self.full = output.pos() == room && !self.between;
            if before == (input.pos(), output.pos()) {
                break;
            }
        }
        Ok(Turn { read: input.pos(), written: output.pos() })
    }
}

/// Holds 1.4 MiB with these settings; level 3 alone takes 3.5 MiB.
pub(super) struct Encode(CCtx<'static>);

const SETTINGS: [CParameter; 4] = [
    CParameter::CompressionLevel(3),
    CParameter::WindowLog(18),
    CParameter::ChainLog(15),
    CParameter::HashLog(16),
];

impl Encode {
    pub(super) fn new() -> Self {
        let mut context = CCtx::create();
        for setting in SETTINGS {
            context.set_parameter(setting).expect("the settings are within what zstd allows");
        }
        Encode(context)
    }

    pub(super) fn memory(&self) -> usize {
        self.0.sizeof()
    }

    pub(super) fn push(&mut self, mut piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        while !piece.is_empty() {
            let (read, _) = self.turn(Directive::ZSTD_e_continue, piece, out)?;
            piece = &piece[read..];
        }
        Ok(())
    }

    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        while self.turn(Directive::ZSTD_e_flush, &[], out)?.1 > 0 {}
        Ok(())
    }

    pub(super) fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        while self.turn(Directive::ZSTD_e_end, &[], out)?.1 > 0 {}
        Ok(())
    }

    fn turn(
        &mut self,
        how: Directive,
        piece: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(usize, usize), Broken> {
        out.reserve(super::encode::ROOM);
        let end = out.len();
        let mut input = InBuffer::around(piece);
        let mut output = OutBuffer::around_pos(out, end);
        let left = self.0.compress_stream2(&mut output, &mut input, how).map_err(|_| FAILED)?;
        Ok((input.pos(), left))
    }
}
