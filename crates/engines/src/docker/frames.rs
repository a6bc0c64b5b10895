//! The two streams of a container out of the one that the engine sends: frames of one stream each,
//! with a head that says which one and how long; or, from a terminal, no frames at all.

use crate::log::{Lines, unstamped};
use crate::{LONGEST_LOG_LINE, LogLine, LogStream};

const HEAD: usize = 8;
/// What is kept of a frame that is too large: the time before it.
const KEPT: usize = 64;

#[derive(Debug)]
pub(super) struct Frames {
    terminal: bool,
    stdout: Lines,
    stderr: Lines,
    head: Vec<u8>,
    frame: Option<Frame>,
}

#[derive(Debug)]
struct Frame {
    stream: LogStream,
    left: usize,
    payload: Vec<u8>,
    oversized: bool,
}

/// What came is no frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotAFrame;

impl Frames {
    pub(super) fn new(terminal: bool) -> Self {
        Frames {
            terminal,
            stdout: Lines::new(LogStream::Stdout),
            stderr: Lines::new(LogStream::Stderr),
            head: Vec::with_capacity(HEAD),
            frame: None,
        }
    }

    /// Adds the lines that these bytes complete.
    pub(super) fn push(
        &mut self,
        mut bytes: &[u8],
        lines: &mut Vec<LogLine>,
    ) -> Result<(), NotAFrame> {
        if self.terminal {
            self.stdout.raw(bytes, lines);
            return Ok(());
        }
        while !bytes.is_empty() {
            let Some(frame) = &mut self.frame else {
                let (head, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
                self.head.extend_from_slice(head);
                bytes = rest;
                if self.head.len() == HEAD {
                    self.frame = Some(Frame::open(&self.head)?);
                    self.head.clear();
                    self.close_full(lines);
                }
                continue;
            };
            let (payload, rest) = bytes.split_at(bytes.len().min(frame.left));
            frame.take(payload);
            bytes = rest;
            self.close_full(lines);
        }
        Ok(())
    }

    fn close_full(&mut self, lines: &mut Vec<LogLine>) {
        let Some(frame) = self.frame.take_if(|frame| frame.left == 0) else { return };
        let stream = match frame.stream {
            LogStream::Stdout => &mut self.stdout,
            LogStream::Stderr => &mut self.stderr,
        };
        if frame.oversized {
            stream.skipped(unstamped(&frame.payload).0);
            stream.finish(lines);
        } else if !frame.payload.is_empty() {
            stream.part(&frame.payload, lines);
        }
    }

    pub(super) fn finish(&mut self, lines: &mut Vec<LogLine>) {
        self.stdout.finish(lines);
        self.stderr.finish(lines);
    }
}

impl Frame {
    fn open(head: &[u8]) -> Result<Self, NotAFrame> {
        let &[kind, 0, 0, 0, a, b, c, d] = head else { return Err(NotAFrame) };
        let stream = match kind {
            0 | 1 => LogStream::Stdout,
            2 => LogStream::Stderr,
            _ => return Err(NotAFrame),
        };
        let left = u32::from_be_bytes([a, b, c, d]) as usize;
        let oversized = left > LONGEST_LOG_LINE + KEPT;
        Ok(Frame { stream, left, payload: Vec::new(), oversized })
    }

    fn take(&mut self, bytes: &[u8]) {
        self.left -= bytes.len();
        let room = if self.oversized {
            KEPT.saturating_sub(self.payload.len()).min(bytes.len())
        } else {
            bytes.len()
        };
        self.payload.extend_from_slice(&bytes[..room]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LEFT_OUT;

    const STAMP: &str = "2024-05-06T07:08:09.5Z ";

    fn frame(kind: u8, text: &str) -> Vec<u8> {
        let payload = format!("{STAMP}{text}");
        let length = u32::try_from(payload.len()).expect("small").to_be_bytes();
        [&[kind, 0, 0, 0], &length[..], payload.as_bytes()].concat()
    }

    fn shown(lines: &[LogLine]) -> Vec<(&str, &str)> {
        assert!(lines.iter().all(|line| line.at.is_some()));
        lines.iter().map(|line| (line.stream.into_str(), line.text.as_str())).collect()
    }

    #[test]
    fn two_streams_come_apart_wherever_they_are_cut() {
        let bytes = [
            frame(1, "one ☃\n"),
            frame(2, "other"),
            frame(1, "three\n"),
            frame(2, " half\n"),
            frame(1, "end"),
        ]
        .concat();
        let expected =
            [("stdout", "one ☃"), ("stdout", "three"), ("stderr", "other half"), ("stdout", "end")];
        for size in 1..bytes.len() {
            let (mut frames, mut lines) = (Frames::new(false), Vec::new());
            for piece in bytes.chunks(size) {
                frames.push(piece, &mut lines).expect("they are frames");
            }
            frames.finish(&mut lines);
            assert_eq!(shown(&lines), expected, "{size} at a time");
        }
    }

    #[test]
    fn a_frame_that_is_too_large_is_a_note() {
        let (mut frames, mut lines) = (Frames::new(false), Vec::new());
        let large = frame(2, &format!("{}\n", "x".repeat(3 * LONGEST_LOG_LINE)));
        for piece in large.chunks(65_536) {
            frames.push(piece, &mut lines).expect("a frame");
            assert!(frames.frame.as_ref().is_none_or(|frame| frame.payload.len() <= KEPT));
        }
        frames.push(&frame(2, "after\n"), &mut lines).expect("a frame");
        assert_eq!(shown(&lines), [("stderr", LEFT_OUT), ("stderr", "after")]);
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        let push = |bytes: &[u8]| Frames::new(false).push(bytes, &mut Vec::new());
        assert_eq!(push(b"HTTP/1.1 200 OK"), Err(NotAFrame));
        assert_eq!(push(&[9, 0, 0, 0, 0, 0, 0, 1, b'x']), Err(NotAFrame));
        assert_eq!(push(&[1, 0, 0, 0, 0, 0, 0, 0]), Ok(()));
    }

    #[test]
    fn a_terminal_has_one_stream() {
        let (mut frames, mut lines) = (Frames::new(true), Vec::new());
        let text = format!("{STAMP}\u{1b}[1mbold\r\n{STAMP}$ ");
        frames.push(text.as_bytes(), &mut lines).expect("anything is fine");
        frames.finish(&mut lines);
        assert_eq!(shown(&lines), [("stdout", "\u{1b}[1mbold"), ("stdout", "$ ")]);
    }
}
