//! What has been read so far, and what of it has been written.

/// Copies a window to the output, in runs as long as possible, with something put in or replaced
/// here and there.
pub(super) struct Sink<'a> {
    pub(super) window: &'a [u8],
    out: &'a mut Vec<u8>,
    done: usize,
}

impl<'a> Sink<'a> {
    pub(super) fn new(window: &'a [u8], out: &'a mut Vec<u8>) -> Self {
        Sink { window, out, done: 0 }
    }

    pub(super) fn done(&self) -> usize {
        self.done
    }

    pub(super) fn flush(&mut self, to: usize) {
        if to > self.done {
            self.out.extend_from_slice(&self.window[self.done..to]);
            self.done = to;
        }
    }

    pub(super) fn insert(&mut self, at: usize, text: &str) {
        debug_assert!(at >= self.done, "that place has been written already");
        if at >= self.done {
            self.flush(at);
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    pub(super) fn replace(&mut self, from: usize, to: usize, text: &[u8]) {
        debug_assert!(from >= self.done, "that place has been written already");
        if from >= self.done {
            self.flush(from);
            self.out.extend_from_slice(text);
            self.done = to;
        }
    }
}
