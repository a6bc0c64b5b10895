//! gzip and deflate.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::decode::Turn;
use crate::Broken;

const LEVEL: Compression = Compression::new(5);
const WINDOW_BITS: u8 = 15;
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The window and the tables of the library, both ways.
pub(super) const INFLATE_MEMORY: usize = 48 << 10;
pub(super) const DEFLATE_MEMORY: usize = 320 << 10;

const DAMAGED: Broken = Broken("the gzip or deflate body is damaged");
const FAILED: Broken = Broken("the body could not be encoded as gzip or deflate");

pub(super) struct Inflate {
    gzip: bool,
    state: State,
}

enum State {
    /// What begins here is told by its first two bytes; `again` after a gzip member.
    Beginning {
        first: Option<u8>,
        again: bool,
    },
    Inside(Decompress),
    /// The stream is over. Browsers do not look at what follows, and neither do we.
    Over,
}

impl Inflate {
    pub(super) fn gzip() -> Self {
        Inflate { gzip: true, state: State::Beginning { first: None, again: false } }
    }

    /// Zlib, as it should be, or bare deflate, as some servers have always sent it.
    pub(super) fn deflate() -> Self {
        Inflate { gzip: false, state: State::Beginning { first: None, again: false } }
    }

    /// Whether the body may end here. A lone byte after a gzip member is as good as any other.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.state, State::Over | State::Beginning { again: true, .. })
    }

    pub(super) fn turn(&mut self, input: &[u8], output: &mut [u8]) -> Result<Turn, Broken> {
        let mut turn = Turn { read: 0, written: 0 };
        while let (rest @ [next, ..], true) = (&input[turn.read..], turn.written < output.len()) {
            match &mut self.state {
                State::Beginning { first: None, again } => {
                    self.state = State::Beginning { first: Some(*next), again: *again };
                    turn.read += 1;
                }
                State::Beginning { first: Some(first), again } => {
                    let start = [*first, *next];
                    turn.read += 1;
                    if self.gzip && *again && start != MAGIC {
                        self.state = State::Over;
                    } else {
                        let room = &mut output[turn.written..];
                        turn.written += self.begin(start, room)?;
                    }
                }
                State::Inside(stream) => {
                    let (read, written, over) = inflate(stream, rest, &mut output[turn.written..])?;
                    turn.read += read;
                    turn.written += written;
                    if over {
                        self.state = self.after_stream();
                    } else if read == 0 && written == 0 {
                        return Err(DAMAGED);
                    }
                }
                State::Over => turn.read = input.len(),
            }
        }
        self.drain(output, turn)
    }

    /// Two bytes of bare deflate may hold a first letter, or be all of it.
    fn begin(&mut self, start: [u8; 2], output: &mut [u8]) -> Result<usize, Broken> {
        let mut stream = if self.gzip {
            Decompress::new_gzip(WINDOW_BITS)
        } else {
            Decompress::new(is_zlib(start))
        };
        let (read, written, over) = inflate(&mut stream, &start, output)?;
        if !over && read < start.len() {
            return Err(DAMAGED);
        }
        self.state = if over { self.after_stream() } else { State::Inside(stream) };
        Ok(written)
    }

    /// With no input left, a stream may still have output that had no room before.
    fn drain(&mut self, output: &mut [u8], mut turn: Turn) -> Result<Turn, Broken> {
        let State::Inside(stream) = &mut self.state else { return Ok(turn) };
        if turn.written < output.len() {
            let (_, written, over) = inflate(stream, &[], &mut output[turn.written..])?;
            turn.written += written;
            if over {
                self.state = self.after_stream();
            }
        }
        Ok(turn)
    }

    fn after_stream(&self) -> State {
        if self.gzip { State::Beginning { first: None, again: true } } else { State::Over }
    }
}

fn is_zlib([method, check]: [u8; 2]) -> bool {
    let deflate_with_possible_window = method & 0x0f == 8 && method >> 4 <= 7;
    deflate_with_possible_window && u16::from_be_bytes([method, check]).is_multiple_of(31)
}

fn inflate(
    stream: &mut Decompress,
    input: &[u8],
    output: &mut [u8],
) -> Result<(usize, usize, bool), Broken> {
    let (read, written) = (stream.total_in(), stream.total_out());
    let status = stream.decompress(input, output, FlushDecompress::None).map_err(|_| DAMAGED)?;
    let read = (stream.total_in() - read) as usize;
    let written = (stream.total_out() - written) as usize;
    Ok((read, written, status == Status::StreamEnd))
}

/// Holds 371 KiB: the window twice, and the tables that find repetitions in it.
pub(super) struct Deflate(Compress);

impl Deflate {
    pub(super) fn gzip() -> Self {
        Deflate(Compress::new_gzip(LEVEL, WINDOW_BITS))
    }

    pub(super) fn zlib() -> Self {
        Deflate(Compress::new(LEVEL, true))
    }

    pub(super) fn push(&mut self, mut piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        while !piece.is_empty() {
            let read = self.turn(piece, out, FlushCompress::None)?.0;
            piece = &piece[read..];
        }
        Ok(())
    }

    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.until_there_is_room(out, FlushCompress::Sync)
    }

    pub(super) fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.until_there_is_room(out, FlushCompress::Finish)
    }

    fn until_there_is_room(&mut self, out: &mut Vec<u8>, how: FlushCompress) -> Result<(), Broken> {
        loop {
            let (_, status) = self.turn(&[], out, how)?;
            if status == Status::StreamEnd || out.len() < out.capacity() {
                return Ok(());
            }
        }
    }

    fn turn(
        &mut self,
        piece: &[u8],
        out: &mut Vec<u8>,
        how: FlushCompress,
    ) -> Result<(usize, Status), Broken> {
        out.reserve(super::encode::ROOM);
        let before = self.0.total_in();
        let status = self.0.compress_vec(piece, out, how).map_err(|_| FAILED)?;
        Ok(((self.0.total_in() - before) as usize, status))
    }
}
