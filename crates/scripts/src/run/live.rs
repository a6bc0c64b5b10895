use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How much of an output is told at a time.
const MOST: usize = 8 * 1024;

/// What running scripts wrote and nobody was told yet. It is told in one go for all of them, now
/// and then, so that a script that writes much costs no more than one that writes a little.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pieces: Mutex<BTreeMap<String, Piece>>,
    arrived: Notify,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) script_id: String,
    pub(crate) text: String,
    /// Bytes that did not fit.
    pub(crate) skipped: u64,
}

impl Live {
    pub(crate) fn push(&self, execution: &str, script_id: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut pieces = self.pieces();
        let piece = pieces.entry(execution.to_owned()).or_default();
        script_id.clone_into(&mut piece.script_id);
        let room = MOST.saturating_sub(piece.text.len());
        // What follows a gap would be read as if there were none.
        let fits = if piece.skipped > 0 { 0 } else { text.floor_char_boundary(room) };
        piece.text.push_str(&text[..fits]);
        piece.skipped += (text.len() - fits) as u64;
        drop(pieces);
        self.arrived.notify_one();
    }

    /// What one execution wrote, when it is over.
    pub(crate) fn take(&self, execution: &str) -> Option<Piece> {
        self.pieces().remove(execution)
    }

    pub(crate) fn take_all(&self) -> BTreeMap<String, Piece> {
        std::mem::take(&mut *self.pieces())
    }

    pub(crate) async fn arrived(&self) {
        self.arrived.notified().await;
    }

    fn pieces(&self) -> MutexGuard<'_, BTreeMap<String, Piece>> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_counted() {
        let live = Live::default();
        for _ in 0..10 {
            live.push("exec_1", "s", &"x".repeat(1_000));
        }
        let piece = live.take("exec_1").expect("a piece");
        assert_eq!((piece.text.len(), piece.skipped), (MOST, 10_000 - MOST as u64));
        assert_eq!(live.take("exec_1"), None);
        assert!(live.take_all().is_empty());
    }
}
