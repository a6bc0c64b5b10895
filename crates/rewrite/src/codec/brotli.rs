//! brotli. Its window is that of RFC 7932; the larger ones are not for the web.

use brotli::enc::StandardAlloc;
use brotli::enc::encode::{
    BrotliEncoderOperation as Operation, BrotliEncoderParameter as Parameter,
    BrotliEncoderStateStruct as EncoderState,
};
use brotli::interface::{InputPair, PredictionModeContextMap, StaticCommand};
use brotli::{BrotliDecompressStream, BrotliResult, BrotliState, InputReferenceMut};

use super::decode::Turn;
use crate::Broken;

const DAMAGED: Broken = Broken("the brotli body is damaged");
const FAILED: Broken = Broken("the body could not be encoded as brotli");

pub(super) struct Decode {
    state: BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    over: bool,
}

impl Decode {
    pub(super) fn new() -> Self {
        let alloc = StandardAlloc::default;
        Decode { state: BrotliState::new_strict(alloc(), alloc(), alloc()), over: false }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.over
    }

    /// The window, as large as it is by now, and the tables beside it.
    pub(super) fn memory(&self) -> usize {
        const TABLES: usize = 64 << 10;
        TABLES + usize::try_from(self.state.ringbuffer_size).unwrap_or_default()
    }

    pub(super) fn turn(&mut self, input: &[u8], output: &mut [u8]) -> Result<Turn, Broken> {
        // Browsers do not look at what follows the stream, and neither do we.
        if self.over {
            return Ok(Turn { read: input.len(), written: 0 });
        }
        let (mut input_left, mut output_left) = (input.len(), output.len());
        let mut turn = Turn { read: 0, written: 0 };
        let result = BrotliDecompressStream(
            &mut input_left,
            &mut turn.read,
            input,
            &mut output_left,
            &mut turn.written,
            output,
            &mut 0,
            &mut self.state,
        );
        match result {
            BrotliResult::ResultFailure => Err(DAMAGED),
            BrotliResult::ResultSuccess => {
                self.over = true;
                Ok(Turn { read: input.len(), ..turn })
            }
            BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => Ok(turn),
        }
    }
}

pub(super) const ENCODE_MEMORY: usize = 2_400 << 10;

/// Holds 2.3 MiB at most with these settings; the library's own take 19 MiB.
pub(super) struct Encode(EncoderState<StandardAlloc>);

const SETTINGS: [(Parameter, u32); 4] = [
    (Parameter::BROTLI_PARAM_QUALITY, 4),
    (Parameter::BROTLI_PARAM_LGWIN, 17),
    (Parameter::BROTLI_PARAM_LGBLOCK, 16),
    // A long body would get tables of 4 MiB more. We do not know how long ours will be.
    (Parameter::BROTLI_PARAM_SIZE_HINT, 1 << 16),
];

impl Encode {
    pub(super) fn new() -> Self {
        let mut state = EncoderState::new(StandardAlloc::default());
        for (parameter, value) in SETTINGS {
            state.set_parameter(parameter, value);
        }
        Encode(state)
    }

    pub(super) fn push(&mut self, mut piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        while !piece.is_empty() {
            let read = self.turn(Operation::BROTLI_OPERATION_PROCESS, piece, out)?;
            piece = &piece[read..];
        }
        Ok(())
    }

    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.turn(Operation::BROTLI_OPERATION_FLUSH, &[], out)?;
        Ok(())
    }

    pub(super) fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        while !self.0.is_finished() {
            self.turn(Operation::BROTLI_OPERATION_FINISH, &[], out)?;
        }
        Ok(())
    }

    fn turn(&mut self, how: Operation, piece: &[u8], out: &mut Vec<u8>) -> Result<usize, Broken> {
        let (mut left, mut read) = (piece.len(), 0);
        loop {
            let encoded = self.0.compress_stream(
                how,
                &mut left,
                piece,
                &mut read,
                &mut 0,
                &mut [],
                &mut 0,
                &mut None,
                &mut ignore_metablock,
            );
            if !encoded {
                return Err(FAILED);
            }
            let mut size = 0;
            let output = self.0.take_output(&mut size);
            out.extend_from_slice(&output[..size]);
            if size == 0 {
                return Ok(read);
            }
        }
    }
}

fn ignore_metablock(
    _: &mut PredictionModeContextMap<InputReferenceMut<'_>>,
    _: &mut [StaticCommand],
    _: InputPair<'_>,
    _: &mut StandardAlloc,
) {
}
