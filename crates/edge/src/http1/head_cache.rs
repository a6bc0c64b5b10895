//! Header lines that came before. A program says the same with each of its requests, and so does a
//! page with each of its images: such lines are read once. What they say depends on nothing but
//! their bytes, so it holds for whoever sends them.

use std::cell::RefCell;
use std::hash::BuildHasher;

use bytes::Bytes;
use foldhash::fast::RandomState;

use super::head::{Fields, Objection};

const SLOTS: usize = 128;
/// Longer ones are rare, and are read each time.
const MOST_BYTES: usize = 4096;

/// Those that a lane has read, with the credentials that are among them: as in the `AuthCache`, they
/// are in memory alone, and judged anew with each request.
pub(crate) struct HeadCache {
    hasher: RandomState,
    slots: RefCell<Box<[Slot]>>,
}

#[derive(Default)]
struct Slot {
    hash: u64,
    /// From the second time on, so that what comes once costs no room.
    kept: Option<(Bytes, Fields)>,
}

impl Default for HeadCache {
    fn default() -> Self {
        let slots = std::iter::repeat_with(Slot::default).take(SLOTS).collect();
        HeadCache { hasher: RandomState::default(), slots: RefCell::new(slots) }
    }
}

impl HeadCache {
    /// What these lines say, which go on to the end of a head.
    pub(super) fn read(&self, lines: &[u8]) -> Result<Fields, Objection> {
        if lines.len() > MOST_BYTES {
            return Fields::read(&Bytes::copy_from_slice(lines));
        }
        let hash = self.hasher.hash_one(lines);
        let slot = &mut self.slots.borrow_mut()[hash as usize % SLOTS];
        let again = slot.hash == hash;
        if again
            && let Some((kept, fields)) = &slot.kept
            && kept == lines
        {
            return Ok(fields.clone());
        }
        let bytes = Bytes::copy_from_slice(lines);
        let fields = Fields::read(&bytes)?;
        *slot = Slot { hash, kept: again.then(|| (bytes, fields.clone())) };
        Ok(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_the_same_each_time() {
        let cache = HeadCache::default();
        for lines in
            ["Host: a\r\nAccept: */*\r\n\r\n", "\r\n", "Content-Length: 3\r\nX: 1\r\nx: 2\r\n\r\n"]
        {
            let fresh = Fields::read(&Bytes::from(lines)).expect(lines);
            for _ in 0..3 {
                assert_eq!(cache.read(lines.as_bytes()), Ok(fresh.clone()), "{lines:?}");
            }
        }
        for _ in 0..3 {
            assert!(cache.read(b"no colon\r\n\r\n").is_err());
        }
    }

    #[test]
    fn lines_that_share_a_slot_are_not_taken_for_each_other() {
        let cache = HeadCache::default();
        for round in 0..3 {
            for number in 0..SLOTS * 4 {
                let fields = cache.read(format!("X: {number}\r\n\r\n").as_bytes()).expect("fields");
                let said = fields.headers["x"].to_str().expect("text");
                assert_eq!(said, number.to_string(), "round {round}");
            }
        }
    }
}
