//! What a backup carries of a part of the program, told as data: which rows of which tables, and
//! what becomes of the rows that are there when they are put back. So a backup knows no table, and
//! works without a running gateway.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use crate::{Db, Result, Seal, StoreError, Tx};

/// A part that is restored as a whole, or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    pub tables: &'static [Table],
    /// Reads everything that the part owns the way the program does, so that rows that it cannot
    /// read are refused before they count.
    pub check: Check,
}

pub type Check = for<'a> fn(&'a mut AnyConnection, &'a Seals) -> Checked<'a>;
pub type Checked<'a> = Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;

/// Rows of one table.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub name: &'static str,
    /// What people call its rows; `None` where they are not worth counting.
    pub counted_as: Option<&'static str>,
    /// The column that names a row.
    pub key: &'static str,
    pub texts: &'static [&'static str],
    pub numbers: &'static [&'static str],
    /// Only rows in which this column has one of these values.
    pub only: Option<(&'static str, &'static [&'static str])>,
    pub sealed: Option<Sealed>,
    pub existing: Existing,
    /// Brings a record of an earlier version into the form that the table has now.
    pub renew: Option<fn(&mut Record)>,
}

/// A column that a `Seal` closed, for the place that its table and its key name. A backup carries
/// it open, because another database has another key.
#[derive(Debug, Clone, Copy)]
pub struct Sealed {
    pub column: &'static str,
    /// The name of the seal's key.
    pub key: &'static str,
}

/// What becomes of the rows that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// They go.
    Replaced,
    /// They stay as they are; those that are missing are added.
    Kept,
    /// They go, but nothing that was taken back comes to life again: a row with `revoked_at` stays
    /// as it is, one that was deleted here stays deleted, and an `epoch` never falls.
    Credentials,
}

/// A row: its columns by their names.
pub type Record = Map<String, Value>;

/// The seals of all parts. They are opened before any transaction, because a key that is missing
/// is made.
#[derive(Default)]
pub struct Seals(BTreeMap<&'static str, Seal>);

/// What became of the records of one table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Restored {
    pub written: u64,
    /// Records that were left out, because what they describe was revoked or deleted since.
    pub withheld: u64,
}

/// What restoring may do with credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credentials {
    /// The records come from this very database, so that a row that is not there was deleted.
    pub same_database: bool,
    /// Bring back what was revoked or deleted, too.
    pub revive: bool,
}

impl Table {
    /// Values that are made once, or chosen.
    pub const fn settings(names: &'static [&'static str]) -> Table {
        Table {
            name: "settings",
            counted_as: None,
            key: "name",
            texts: &["name", "value"],
            numbers: &[],
            only: Some(("name", names)),
            sealed: None,
            existing: Existing::Replaced,
            renew: None,
        }
    }

    /// All its rows, in the order of their keys. One whose sealed column does not open is of no
    /// use to anybody and is left out.
    pub async fn records(&self, conn: &mut AnyConnection, seals: &Seals) -> Result<Vec<Record>> {
        let sql = format!(
            "SELECT {} FROM {}{} ORDER BY {}",
            self.columns().join(", "),
            self.name,
            self.condition(),
            self.key
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(conn).await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in &rows {
            let mut record = Record::new();
            for column in self.texts {
                let text: Option<String> = row.try_get(column)?;
                record.insert((*column).to_owned(), text.map_or(Value::Null, Value::String));
            }
            for column in self.numbers {
                let number: Option<i64> = row.try_get(column)?;
                record.insert((*column).to_owned(), number.map_or(Value::Null, Value::from));
            }
            if seals.open(self, &mut record) {
                records.push(record);
            } else {
                tracing::warn!(table = self.name, "a row was sealed with another key");
            }
        }
        Ok(records)
    }

    /// What is wrong with a record that somebody gives us.
    pub fn problem(&self, record: &Record) -> Option<String> {
        let record = &self.renewed(record);
        let columns: BTreeSet<&str> = self.columns().into_iter().collect();
        if let Some(name) = record.keys().find(|name| !columns.contains(name.as_str())) {
            return Some(format!("{} has no column {name}", self.name));
        }
        // A column that an earlier version did not have is empty; where it must not be, the
        // database says so.
        let fits = |column: &&str| match record.get(*column) {
            None | Some(Value::Null) => true,
            Some(Value::String(_)) => self.texts.contains(column),
            Some(value) => self.numbers.contains(column) && value.is_i64(),
        };
        if let Some(column) = columns.iter().find(|column| !fits(column)) {
            return Some(format!("{}.{column} does not fit", self.name));
        }
        let (column, values) = self.only?;
        let value = record.get(column).and_then(Value::as_str);
        let allowed = value.is_some_and(|value| values.contains(&value));
        (!allowed).then(|| format!("{}.{column} is not one of those that are kept", self.name))
    }

    /// Puts records back. They were looked at with `problem`.
    pub async fn restore(
        &self,
        tx: &mut Tx,
        seals: &Seals,
        records: &[Record],
        credentials: Credentials,
    ) -> Result<Restored> {
        let known = self.known(tx).await?;
        if self.existing != Existing::Kept {
            self.clear(tx, credentials).await?;
        }
        let mut restored = Restored::default();
        for record in records {
            let before = self.name_of(record).and_then(|name| known.get(name));
            if self.existing == Existing::Kept && before.is_some() {
                continue;
            }
            if self.is_withheld(before, credentials) {
                restored.withheld += 1;
                continue;
            }
            let mut record = self.renewed(record);
            if let Some(Known { epoch: Some(epoch), .. }) = before {
                let told = record.get("epoch").and_then(Value::as_i64).unwrap_or_default();
                record.insert("epoch".to_owned(), Value::from(told.max(*epoch)));
            }
            seals.close(self, &mut record)?;
            self.insert(tx, &record).await?;
            restored.written += 1;
        }
        Ok(restored)
    }

    fn renewed(&self, record: &Record) -> Record {
        let mut record = record.clone();
        if let Some(renew) = self.renew {
            renew(&mut record);
        }
        record
    }

    fn is_withheld(&self, before: Option<&Known>, credentials: Credentials) -> bool {
        if self.existing != Existing::Credentials || credentials.revive {
            return false;
        }
        match before {
            Some(known) => known.revoked,
            None => credentials.same_database && self.numbers.contains(&"revoked_at"),
        }
    }

    async fn clear(&self, tx: &mut Tx, credentials: Credentials) -> Result<()> {
        let revocable = self.numbers.contains(&"revoked_at") && !credentials.revive;
        let condition = if self.existing == Existing::Credentials && revocable {
            " WHERE revoked_at IS NULL".to_owned()
        } else {
            self.condition()
        };
        let sql = format!("DELETE FROM {}{condition}", self.name);
        sqlx::query(AssertSqlSafe(sql)).execute(&mut **tx).await?;
        Ok(())
    }

    async fn insert(&self, tx: &mut Tx, record: &Record) -> Result<()> {
        let columns = self.columns();
        let places: Vec<String> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        let (columns, places) = (columns.join(", "), places.join(", "));
        let sql = format!("INSERT INTO {} ({columns}) VALUES ({places})", self.name);
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for column in self.texts {
            query = query.bind(record.get(*column).and_then(Value::as_str).map(str::to_owned));
        }
        for column in self.numbers {
            query = query.bind(record.get(*column).and_then(Value::as_i64));
        }
        query.execute(&mut **tx).await?;
        Ok(())
    }

    /// The rows that are there, as far as restoring has to know them.
    async fn known(&self, tx: &mut Tx) -> Result<BTreeMap<String, Known>> {
        if self.existing == Existing::Replaced {
            return Ok(BTreeMap::new());
        }
        let column = |name| if self.numbers.contains(&name) { name } else { "NULL" };
        let sql = format!(
            "SELECT {} AS name, CAST({} AS BIGINT) AS epoch, CAST({} AS BIGINT) AS revoked_at
             FROM {}",
            self.key,
            column("epoch"),
            column("revoked_at"),
            self.name
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut **tx).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let revoked: Option<i64> = row.try_get("revoked_at")?;
            let known = Known { epoch: row.try_get("epoch")?, revoked: revoked.is_some() };
            Ok((row.try_get("name")?, known))
        };
        rows.iter().map(read).collect()
    }

    fn columns(&self) -> Vec<&'static str> {
        self.texts.iter().chain(self.numbers).copied().collect()
    }

    fn condition(&self) -> String {
        let Some((column, values)) = self.only else { return String::new() };
        let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
        format!(" WHERE {column} IN ({})", values.join(", "))
    }

    fn name_of<'a>(&self, record: &'a Record) -> Option<&'a str> {
        record.get(self.key).and_then(Value::as_str)
    }

    fn place(&self, record: &Record) -> String {
        format!("{}\n{}", self.name, self.name_of(record).unwrap_or_default())
    }
}

#[derive(Debug)]
struct Known {
    epoch: Option<i64>,
    revoked: bool,
}

impl Seals {
    pub async fn of(db: &Db, parts: impl IntoIterator<Item = &Part>) -> kit::Result<Self> {
        let mut seals = BTreeMap::new();
        for sealed in parts.into_iter().flat_map(|part| part.tables).filter_map(|t| t.sealed) {
            seals.insert(sealed.key, Seal::of(db, sealed.key).await?);
        }
        Ok(Seals(seals))
    }

    pub fn get(&self, key: &str) -> Option<&Seal> {
        self.0.get(key)
    }

    /// Whether the record's sealed column, where there is one, could be opened.
    fn open(&self, table: &Table, record: &mut Record) -> bool {
        let Some(sealed) = table.sealed else { return true };
        let Some(closed) = record.get(sealed.column).and_then(Value::as_str) else { return true };
        let seal = self.0.get(sealed.key);
        let opened = seal.and_then(|seal| seal.open(&table.place(record), closed));
        let Some(opened) = opened.and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return false;
        };
        record.insert(sealed.column.to_owned(), Value::String(opened));
        true
    }

    fn close(&self, table: &Table, record: &mut Record) -> Result<()> {
        let Some(sealed) = table.sealed else { return Ok(()) };
        let Some(open) = record.get(sealed.column).and_then(Value::as_str) else { return Ok(()) };
        let unreadable = || StoreError::Unreadable(format!("{} cannot be sealed", table.name));
        let seal = self.0.get(sealed.key).ok_or_else(unreadable)?;
        let closed = seal.close(&table.place(record), open.as_bytes().to_vec());
        let closed = closed.map_err(|_| unreadable())?;
        record.insert(sealed.column.to_owned(), Value::String(closed));
        Ok(())
    }
}
