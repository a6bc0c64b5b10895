//! A buffer that a whole lane shares: what waits holds none of its own.

use std::cell::{RefCell, RefMut};

/// What is read at a time.
const PIECE: usize = 32 * 1024;

pub(crate) struct Scratch(RefCell<Box<[u8]>>);

impl Scratch {
    /// Nobody keeps it while something else is polled.
    pub(crate) fn borrow_mut(&self) -> RefMut<'_, Box<[u8]>> {
        self.0.borrow_mut()
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch(RefCell::new(vec![0; PIECE].into_boxed_slice()))
    }
}
