//! Where lines go, as the configuration says. Everything here may block.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::entry::Entry;
use super::file::LogFile;
use super::{json, text};
use crate::{AccessLogConfig, AccessLogFormat};

/// As much as is written at once.
const BUFFER: usize = 1 << 20;
/// How often to look whether somebody moved the file away.
const LOOK_PERIOD: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(super) struct Sink {
    config: AccessLogConfig,
    file: Option<LogFile>,
    looked: Option<Instant>,
    /// Lines that are made and not written yet.
    buffer: Vec<u8>,
    dropped: u64,
}

impl Sink {
    pub(super) fn new(config: AccessLogConfig) -> Self {
        Sink { config, ..Sink::default() }
    }

    pub(super) fn config(&self) -> &AccessLogConfig {
        &self.config
    }

    pub(super) fn is_on(&self) -> bool {
        self.config.enabled
    }

    /// Opens the file, so that a path which does not work is known before the first request.
    pub(super) fn prepare(&mut self) -> io::Result<()> {
        if let (None, Some(path)) = (&self.file, self.config.file()) {
            self.file = Some(LogFile::open(path)?);
        }
        Ok(())
    }

    /// Writes what has come. After an error, what is left stays in `entries` and in the buffer.
    pub(super) fn write(&mut self, entries: &mut Vec<Entry>) -> io::Result<()> {
        if self.looked.is_none_or(|looked| looked.elapsed() >= LOOK_PERIOD) {
            self.looked = Some(Instant::now());
            self.file.take_if(LogFile::was_moved);
        }
        self.flush()?;
        self.prepare()?;
        let mut line = Vec::new();
        let mut taken = 0;
        let added = entries.iter().try_for_each(|entry| {
            line.clear();
            match self.config.format {
                AccessLogFormat::Text => text::write_line(&mut line, entry),
                AccessLogFormat::Json => json::write_line(&mut line, entry),
            }
            taken += 1;
            self.add(&line)
        });
        entries.drain(..taken);
        added?;
        self.flush()
    }

    /// Whether lines wait for a disk that takes no more.
    pub(super) fn is_stuck(&self) -> bool {
        !self.buffer.is_empty()
    }

    /// Gives up what could not be written.
    pub(super) fn abandon(&mut self) {
        self.dropped += self.buffer.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.buffer.clear();
    }

    /// How many lines were given up since this was asked last.
    pub(super) fn take_dropped(&mut self) -> u64 {
        std::mem::take(&mut self.dropped)
    }

    /// Buffers a line; before that, writes whatever leaves it no room.
    fn add(&mut self, line: &[u8]) -> io::Result<()> {
        let (held, limit) = (self.buffer.len(), self.config.max_size.0);
        let full = |file: &LogFile| file.is_full(held, line.len(), limit);
        let flushed = if held >= BUFFER || self.file.as_ref().is_some_and(full) {
            self.flush()
        } else {
            Ok(())
        };
        self.buffer.extend_from_slice(line);
        flushed
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        if self.config.file().is_none() {
            return self.print();
        }
        self.prepare()?;
        let Some(file) = self.file.take() else { return Ok(()) };
        let file = if file.is_full(0, self.buffer.len(), self.config.max_size.0) {
            file.rotate(self.config.keep)?
        } else {
            file
        };
        self.file.insert(file).append(&mut self.buffer)
    }

    /// How much of it arrived is not known after an error, and to print it twice would be wrong.
    fn print(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let printed = out.write_all(&self.buffer).and_then(|()| out.flush());
        match printed {
            Ok(()) => self.buffer.clear(),
            Err(_) => self.abandon(),
        }
        printed
    }
}
