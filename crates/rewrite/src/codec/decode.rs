//! From a coding to plain bytes, in steps of bounded size.

use super::{Encoding, brotli, deflate, zstd};
use crate::Broken;

/// The most that one call of [`Decoder::push`] adds to its output.
pub const STEP: usize = 256 * 1024;

/// What is decoded at once, before the guard looks at it. Short pieces begin with less.
const ROOM: usize = 32 * 1024;
const LEAST_ROOM: usize = 512;
const USUAL_RATIO: usize = 8;

/// Below this much output nothing is a bomb: short answers of one repeated letter are harmless.
const HARMLESS: u64 = 4 * 1024 * 1024;

/// What real pages stay far below, even those made of one table.
const MOST_RATIO: u64 = 250;

const BOMB: Broken = Broken("the body grows too much when it is decoded");
const STUCK: Broken = Broken("the encoded body leads nowhere");
const CUT_SHORT: Broken = Broken("the encoded body is cut short");

/// How far a call came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Step {
    /// All of the piece was read and everything in it given out: time for the next one.
    Done,
    /// The output is full for now, and so many bytes of the piece were read. Pass on what came out,
    /// then push the rest of the piece, even where that is empty.
    More(usize),
}

/// Decodes a body without keeping it: what it holds is the window of the coding (gzip and deflate
/// 46 KiB, zstd what its header asks for up to 8 MiB, brotli up to 16 MiB as it is filled), and
/// the caller decides when it goes on.
pub struct Decoder {
    coding: Coding,
    read: u64,
    written: u64,
}

enum Coding {
    Identity,
    Deflate(Box<deflate::Inflate>),
    Brotli(Box<brotli::Decode>),
    Zstd(zstd::Decode),
}

/// What one turn of a coding came to.
pub(super) struct Turn {
    pub(super) read: usize,
    pub(super) written: usize,
}

impl Decoder {
    pub fn new(encoding: Encoding) -> Self {
        let coding = match encoding {
            Encoding::Identity => Coding::Identity,
            Encoding::Gzip => Coding::Deflate(Box::new(deflate::Inflate::gzip())),
            Encoding::Deflate => Coding::Deflate(Box::new(deflate::Inflate::deflate())),
            Encoding::Brotli => Coding::Brotli(Box::new(brotli::Decode::new())),
            Encoding::Zstd => Coding::Zstd(zstd::Decode::new()),
        };
        Decoder { coding, read: 0, written: 0 }
    }

    /// Decodes a piece, or the rest of one, and appends at most [`STEP`] bytes.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Step, Broken> {
        let full = out.len() + STEP;
        let mut at = 0;
        let mut room = ROOM.min(LEAST_ROOM + piece.len() * USUAL_RATIO);
        while out.len() < full {
            let start = out.len();
            room = room.min(full - start);
            out.resize(start + room, 0);
            let turn = self.turn(&piece[at..], &mut out[start..]);
            out.truncate(start + turn.as_ref().map_or(0, |turn| turn.written));
            let turn = turn?;
            at += turn.read;
            self.count(&turn)?;
            if turn.written < room && at == piece.len() {
                return Ok(Step::Done);
            }
            if turn.written == 0 && turn.read == 0 {
                return Err(STUCK);
            }
            room = ROOM;
        }
        Ok(Step::More(at))
    }

    /// The body is over, after a push that answered [`Step::Done`]. A body of no bytes at all is
    /// whole in every coding, as browsers see it.
    pub fn finish(&mut self) -> Result<(), Broken> {
        let whole = match &self.coding {
            Coding::Identity => true,
            Coding::Deflate(coding) => coding.is_whole(),
            Coding::Brotli(coding) => coding.is_whole(),
            Coding::Zstd(coding) => coding.is_whole(),
        };
        if whole || self.read == 0 { Ok(()) } else { Err(CUT_SHORT) }
    }

    /// How much the coding holds now.
    pub(crate) fn memory(&self) -> usize {
        match &self.coding {
            Coding::Identity => 0,
            Coding::Deflate(_) => deflate::INFLATE_MEMORY,
            Coding::Brotli(coding) => coding.memory(),
            Coding::Zstd(coding) => coding.memory(),
        }
    }

    fn turn(&mut self, input: &[u8], output: &mut [u8]) -> Result<Turn, Broken> {
        match &mut self.coding {
            Coding::Identity => Ok(copied(input, output)),
            Coding::Deflate(coding) => coding.turn(input, output),
            Coding::Brotli(coding) => coding.turn(input, output),
            Coding::Zstd(coding) => coding.turn(input, output),
        }
    }

    fn count(&mut self, turn: &Turn) -> Result<(), Broken> {
        self.read += turn.read as u64;
        self.written += turn.written as u64;
        let bomb = self.written > HARMLESS && self.written / MOST_RATIO > self.read;
        if bomb { Err(BOMB) } else { Ok(()) }
    }
}

fn copied(input: &[u8], output: &mut [u8]) -> Turn {
    let size = input.len().min(output.len());
    output[..size].copy_from_slice(&input[..size]);
    Turn { read: size, written: size }
}
