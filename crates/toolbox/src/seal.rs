use kit::Result;
use store::Db;

/// The name of the key.
pub(crate) const KEY: &str = "toolbox.seal";

/// Makes the answers of deployments unreadable for who sees the table alone, and unusable in
/// another one's row.
pub(crate) struct Seal(store::Seal);

impl Seal {
    pub(crate) async fn of(db: &Db) -> Result<Seal> {
        store::Seal::of(db, KEY).await.map(Seal)
    }

    pub(crate) fn close(&self, row: &str, content: &str) -> Result<String> {
        self.0.close(&place(row), content.as_bytes().to_vec())
    }

    /// `None`: it is damaged, of another row, or of another key.
    pub(crate) fn open(&self, row: &str, sealed: &str) -> Option<String> {
        self.0.open(&place(row), sealed).and_then(|content| String::from_utf8(content).ok())
    }
}

impl From<store::Seal> for Seal {
    fn from(seal: store::Seal) -> Self {
        Seal(seal)
    }
}

fn place(row: &str) -> String {
    format!("toolbox_deployments\n{row}")
}
