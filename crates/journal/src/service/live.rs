//! What the host does, for those who watch.

use kit::Page;

use super::Journal;
use crate::live::{Live, Now};

impl Journal {
    pub(crate) fn live(&self) -> &Live {
        &self.inner.live
    }

    /// Takes a sample. Those who watch hear with it which activity is the newest, so that they
    /// know when to read on.
    pub(crate) async fn sample(&self) {
        let resources = match self.inner.host.read().await {
            Ok(resources) => resources,
            Err(error) => {
                tracing::debug!(%error, "the host cannot be read");
                return;
            }
        };
        let newest = if self.live().is_watched() { self.newest_activity().await } else { None };
        self.live().add(Now { at: self.now(), resources }, newest);
    }

    async fn newest_activity(&self) -> Option<String> {
        let newest = self.activity(Page::first(1)).await.ok()?;
        newest.items.first().map(|entry| entry.number.to_string())
    }
}
