//! What is in a backup, between the database and the file.

use std::collections::BTreeMap;

use kit::Result;
use store::{Db, Part, Record, Seals};

/// Rows by part and table.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) parts: BTreeMap<String, BTreeMap<String, Vec<Record>>>,
}

impl Contents {
    /// All parts as they are at one moment.
    pub(crate) async fn gather(db: &Db, parts: &[Part]) -> Result<Self> {
        let seals = Seals::of(db, parts).await?;
        let mut snapshot = db.snapshot().await?;
        let mut contents = Contents::default();
        for part in parts {
            let mut tables = BTreeMap::new();
            for table in part.tables {
                let records = table.records(&mut snapshot, &seals).await?;
                tables.insert(table.name.to_owned(), records);
            }
            contents.parts.insert(part.name.to_owned(), tables);
        }
        Ok(contents)
    }

    pub(crate) fn counts(&self, parts: &[Part]) -> BTreeMap<String, u64> {
        let tables = parts.iter().flat_map(|part| part.tables.iter().map(move |t| (part, t)));
        let counted = tables.filter_map(|(part, table)| {
            let records = self.parts.get(part.name)?.get(table.name)?;
            Some((table.counted_as?.to_owned(), records.len() as u64))
        });
        counted.collect()
    }
}
