use std::sync::{Arc, OnceLock};

use engines::{LEFT_OUT, LogLine};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::wire;

/// Control characters are six times as long in JSON. More than this is as good as too long.
const LONGEST_MESSAGE: usize = 2_000_000;

/// Whose lines they are, as their readers know it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Head {
    pub(crate) container_id: Arc<str>,
    /// Which container of a pod, where that was asked for.
    pub(crate) container: Option<Arc<str>>,
}

/// A line, and the messages that tell it, which are written once for all readers.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) line: LogLine,
    plain: OnceLock<Utf8Bytes>,
    stamped: OnceLock<Utf8Bytes>,
}

impl Entry {
    pub(crate) fn new(line: LogLine) -> Self {
        Entry { line, plain: OnceLock::new(), stamped: OnceLock::new() }
    }

    /// What it takes of memory, more or less.
    pub(crate) fn size(&self) -> usize {
        2 * self.line.text.len() + 256
    }

    pub(crate) fn message(&self, head: &Head, timestamps: bool) -> Utf8Bytes {
        let written = if timestamps { &self.stamped } else { &self.plain };
        written.get_or_init(|| message(&self.line, head, timestamps)).clone()
    }
}

pub(crate) fn message(line: &LogLine, head: &Head, timestamps: bool) -> Utf8Bytes {
    let text = wire::line(head, line, timestamps);
    if text.len() <= LONGEST_MESSAGE {
        return text.into();
    }
    let note = LogLine { text: LEFT_OUT.to_owned(), ..line.clone() };
    wire::line(head, &note, timestamps).into()
}
