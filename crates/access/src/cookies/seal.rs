use kit::Result;
use store::Db;

use super::Key;

/// Makes jars unreadable for who sees the table alone, and unusable in another jar's row.
pub(crate) struct Seal(store::Seal);

impl Seal {
    pub(crate) async fn of(db: &Db) -> Result<Self> {
        store::Seal::of(db, "access.cookie_key").await.map(Seal)
    }

    pub(crate) fn close(&self, name: &Key, content: Vec<u8>) -> Result<String> {
        self.0.close(&place(name), content)
    }

    /// `None`: it is damaged, of another jar, or of another key.
    pub(crate) fn open(&self, name: &Key, sealed: &str) -> Option<Vec<u8>> {
        self.0.open(&place(name), sealed)
    }
}

/// No id holds a line feed.
fn place(name: &Key) -> String {
    format!("session_cookies\n{}\n{}", name.device, name.app)
}
