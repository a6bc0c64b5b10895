//! The folder of backups: each a file that only its owner reads, and beside it what a list shows
//! of it. A file is there whole or not at all.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::LARGEST;
use crate::model::Record;

const PREFIX: &str = "backup_";
const OPEN: &str = ".tar.zst";
const CLOSED: &str = ".tar.zst.enc";
const RECORD: &str = ".json";
/// What is not whole yet.
const UNFINISHED: &str = ".part";
const LONGEST_ID: usize = 80;
/// A packed one is smaller than what it unpacks to, but for its frame.
const LARGEST_FILE: u64 = LARGEST as u64 + (1 << 20);

#[derive(Debug, Clone)]
pub(crate) struct Folder {
    path: PathBuf,
}

/// Whether it can be the id of a backup, and so never a way out of the folder.
pub(crate) fn is_id(id: &str) -> bool {
    let rest = id.strip_prefix(PREFIX).unwrap_or_default();
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !rest.is_empty() && id.len() <= LONGEST_ID && rest.bytes().all(fine)
}

impl Folder {
    pub(crate) fn new(path: PathBuf) -> Self {
        Folder { path }
    }

    pub(crate) fn put(&self, record: &Record, file: &[u8]) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.path)?;
        self.clear_unfinished()?;
        let ending = if record.encrypted { CLOSED } else { OPEN };
        self.write(&format!("{}{ending}", record.id), file)?;
        self.write_record(record)
    }

    pub(crate) fn write_record(&self, record: &Record) -> io::Result<()> {
        self.write(&format!("{}{RECORD}", record.id), &serde_json::to_vec_pretty(record)?)
    }

    fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let written = write_through(&unfinished, content);
        let put = written.and_then(|()| fs::rename(&unfinished, self.path.join(name)));
        if put.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        put?;
        File::open(&self.path)?.sync_all()
    }

    /// What a program left that was ended in the middle.
    fn clear_unfinished(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(PREFIX) && name.ends_with(UNFINISHED) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// The ids of all backups, and of each what lies beside it, where something does.
    pub(crate) fn all(&self) -> io::Result<Vec<(String, Option<Record>)>> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let id = name.strip_suffix(CLOSED).or_else(|| name.strip_suffix(OPEN));
            if let Some(id) = id.filter(|id| is_id(id)) {
                found.push((id.to_owned(), self.record(id)));
            }
        }
        Ok(found)
    }

    pub(crate) fn record(&self, id: &str) -> Option<Record> {
        let text = fs::read(self.path.join(format!("{id}{RECORD}"))).ok()?;
        serde_json::from_slice(&text).ok().filter(|record: &Record| record.id == id)
    }

    /// `None`: there is no such backup.
    pub(crate) fn read(&self, id: &str) -> io::Result<Option<Vec<u8>>> {
        self.path_of(id).map(|path| read(&path)).transpose()
    }

    /// Whether it was there.
    pub(crate) fn delete(&self, id: &str) -> io::Result<bool> {
        let Some(path) = self.path_of(id) else { return Ok(false) };
        fs::remove_file(path)?;
        let _ = fs::remove_file(self.path.join(format!("{id}{RECORD}")));
        File::open(&self.path)?.sync_all()?;
        Ok(true)
    }

    fn path_of(&self, id: &str) -> Option<PathBuf> {
        let paths = [OPEN, CLOSED].map(|ending| self.path.join(format!("{id}{ending}")));
        paths.into_iter().find(|path| is_id(id) && path.is_file())
    }
}

/// A backup, wherever it lies. One that is far too large is not read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut content)?;
    if content.len() as u64 > LARGEST_FILE {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is no backup of ours"));
    }
    Ok(content)
}

pub(crate) fn write_through(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_never_a_way_out_of_the_folder() {
        for good in ["backup_1", "backup_20301231-235959_ab12cd", "backup_copy-of_mine"] {
            assert!(is_id(good), "{good}");
        }
        let long = format!("backup_{}", "a".repeat(80));
        for bad in ["", "backup_", "other_1", "backup_../x", "backup_a/b", "backup_a.b", &long] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
