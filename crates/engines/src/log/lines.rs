//! Lines out of pieces. Engines are always asked for times, which they write before each line: so
//! two equal lines are two, and what an engine says for itself is told from what the app says.

use memchr::memchr;

use super::{LEFT_OUT, LONGEST_LOG_LINE, LogLine, LogStream, LogTime};

/// Engines cut longer lines into parts of this size, and write a time before each part.
const PART: usize = 16 * 1024;
/// Room for a time with an offset.
const LONGEST_STAMP: usize = 40;

/// Collects one of a container's two streams.
#[derive(Debug)]
pub(crate) struct Lines {
    stream: LogStream,
    at: Option<LogTime>,
    line: Vec<u8>,
    /// The line grew too long; the rest of it is passed over.
    oversized: bool,
    begun: bool,
}

impl Lines {
    pub(crate) fn new(stream: LogStream) -> Self {
        Lines { stream, at: None, line: Vec::new(), oversized: false, begun: false }
    }

    /// One part of a line, or a whole line, with the time before it.
    pub(crate) fn part(&mut self, part: &[u8], lines: &mut Vec<LogLine>) {
        let (at, text) = unstamped(part);
        if !self.begun {
            self.at = at;
        }
        self.take(text, lines);
    }

    /// A piece of a stream whose times stand where its lines, and the parts of long ones, begin.
    pub(crate) fn raw(&mut self, bytes: &[u8], lines: &mut Vec<LogLine>) {
        self.take(bytes, lines);
    }

    /// A part that was too large to be read.
    pub(crate) fn skipped(&mut self, at: Option<LogTime>) {
        if !self.begun {
            self.at = at;
        }
        self.begun = true;
        self.oversized = true;
        self.line.clear();
    }

    fn take(&mut self, mut bytes: &[u8], lines: &mut Vec<LogLine>) {
        while let Some(end) = memchr(b'\n', bytes) {
            self.keep(&bytes[..end]);
            lines.push(self.complete());
            bytes = &bytes[end + 1..];
        }
        if !bytes.is_empty() {
            self.keep(bytes);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.begun = true;
        if self.oversized {
            return;
        }
        // The time is a part of a raw line.
        let most = LONGEST_LOG_LINE + (LONGEST_LOG_LINE / PART + 1) * LONGEST_STAMP;
        if self.line.len() + bytes.len() > most {
            self.oversized = true;
            self.line.truncate(LONGEST_STAMP);
            return;
        }
        self.line.extend_from_slice(bytes);
    }

    fn complete(&mut self) -> LogLine {
        self.begun = false;
        let oversized = std::mem::take(&mut self.oversized);
        let line = std::mem::take(&mut self.line);
        let (at, line) = match self.at.take() {
            Some(at) => (Some(at), line),
            None => joined(&line),
        };
        let text = line.strip_suffix(b"\r").unwrap_or(&line);
        let text = if oversized || text.len() > LONGEST_LOG_LINE {
            LEFT_OUT.to_owned()
        } else {
            String::from_utf8_lossy(text).into_owned()
        };
        LogLine { stream: self.stream, at, text }
    }

    /// What has come of a line that nothing ends.
    pub(crate) fn finish(&mut self, lines: &mut Vec<LogLine>) {
        if self.begun {
            lines.push(self.complete());
        }
    }
}

/// A raw line without the times before it and before each of its parts.
fn joined(line: &[u8]) -> (Option<LogTime>, Vec<u8>) {
    let (at, mut rest) = unstamped(line);
    let mut whole = Vec::with_capacity(rest.len());
    while at.is_some() && rest.len() > PART {
        let (part, more) = rest.split_at(PART);
        whole.extend_from_slice(part);
        rest = unstamped(more).1;
    }
    whole.extend_from_slice(rest);
    (at, whole)
}

/// The time before a line, and the line.
pub(crate) fn unstamped(line: &[u8]) -> (Option<LogTime>, &[u8]) {
    let head = &line[..line.len().min(LONGEST_STAMP)];
    let stamp = memchr(b' ', head).map(|end| (&head[..end], &line[end + 1..]));
    // Podman, and a line that says nothing, may leave the space out.
    let (stamp, rest) = stamp.unwrap_or((head, &line[head.len()..]));
    let stamp = std::str::from_utf8(stamp).ok().map(str::trim_end).and_then(LogTime::parse);
    match stamp {
        Some(at) => (Some(at), rest),
        None => (None, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: &str = "2024-05-06T07:08:09.000000012Z ";

    fn collected(feed: impl FnOnce(&mut Lines, &mut Vec<LogLine>)) -> Vec<String> {
        let (mut lines, mut found) = (Lines::new(LogStream::Stdout), Vec::new());
        feed(&mut lines, &mut found);
        lines.finish(&mut found);
        assert!(found.iter().all(|line| line.at == LogTime::parse(STAMP.trim())));
        found.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn a_letter_that_is_cut_in_two_is_one_letter() {
        let line = format!("{STAMP}Größe ☃\n{STAMP}\n{STAMP}end");
        for at in 0..line.len() {
            let (one, other) = line.as_bytes().split_at(at);
            let found = collected(|lines, found| {
                lines.raw(one, found);
                lines.raw(other, found);
            });
            assert_eq!(found, ["Größe ☃", "", "end"], "cut at {at}");
        }
    }

    #[test]
    fn the_parts_of_a_long_line_make_one_line() {
        let whole = "snow ☃ ".repeat(5_000);
        let parts: Vec<&[u8]> = whole.as_bytes().chunks(PART).collect();
        let in_frames = collected(|lines, found| {
            for part in &parts {
                lines.part(&[STAMP.as_bytes(), part].concat(), found);
            }
            lines.part(format!("{STAMP}\n").as_bytes(), found);
        });
        assert_eq!(in_frames, [whole.as_str()]);
        let raw = collected(|lines, found| {
            for part in &parts {
                lines.raw(&[STAMP.as_bytes(), part].concat(), found);
            }
            lines.raw(b"\r\n", found);
        });
        assert_eq!(raw, [whole.as_str()]);
    }

    #[test]
    fn a_line_that_is_too_long_is_a_note_and_costs_no_memory() {
        let found = collected(|lines, found| {
            lines.raw(STAMP.as_bytes(), found);
            for _ in 0..300 {
                lines.raw(&[b'x'; 100_000], found);
                assert!(lines.line.len() < 2 * LONGEST_LOG_LINE);
            }
            lines.raw(format!("\n{STAMP}after\n").as_bytes(), found);
        });
        assert_eq!(found, [LEFT_OUT, "after"]);
        let exact = "y".repeat(LONGEST_LOG_LINE);
        let found = collected(|lines, found| {
            lines.part(format!("{STAMP}{exact}\n").as_bytes(), found);
            lines.part(format!("{STAMP}{exact}z\n").as_bytes(), found);
        });
        assert_eq!(found, [exact.as_str(), LEFT_OUT]);
    }

    #[test]
    fn bytes_that_are_no_text_are_marked() {
        let found = collected(|lines, found| {
            lines.part(&[STAMP.as_bytes(), b"a\xffb\0c\n"].concat(), found);
        });
        assert_eq!(found, ["a\u{fffd}b\0c"]);
    }

    #[test]
    fn what_an_engine_says_for_itself_has_no_time() {
        let line = b"rpc error: code = Unknown desc = Error: No such container: 4f5c";
        assert_eq!(unstamped(line), (None, &line[..]));
        assert_eq!(unstamped(b""), (None, &b""[..]));
        assert_eq!(unstamped(STAMP.trim().as_bytes()).1, b"");
    }
}
