use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use kit::sha256_hex;

use super::ring::Ring;

/// Containers whose lines are kept.
pub(super) const MOST_RINGS: usize = 128;

/// The rings of all containers.
#[derive(Debug, Clone)]
pub(crate) struct Rings {
    folder: PathBuf,
}

impl Rings {
    pub(crate) fn new(data_dir: PathBuf) -> Self {
        Rings { folder: data_dir.join("logs") }
    }

    /// The ring of the container that is known by this.
    pub(super) fn of(&self, key: &str) -> Ring {
        // A name of a container is not always one of a folder.
        let name = sha256_hex(key);
        Ring::new(self.folder.join(&name[..32]))
    }

    /// Removes those that were not written to for longest, where there are too many.
    pub(super) fn prune(&self) {
        let Ok(found) = fs::read_dir(&self.folder) else { return };
        let age = |path: &PathBuf| -> Option<SystemTime> {
            fs::metadata(path.join("newer.log")).ok()?.modified().ok()
        };
        let mut rings: Vec<PathBuf> = found.flatten().map(|entry| entry.path()).collect();
        rings.sort_by_key(|path| std::cmp::Reverse(age(path)));
        for old in rings.iter().skip(MOST_RINGS) {
            if let Err(error) = fs::remove_dir_all(old) {
                tracing::warn!(%error, "removing an old container log failed; retrying with the next round");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engines::{LogLine, LogStream, LogTime};

    use super::*;

    #[test]
    fn there_are_only_so_many() {
        let folder = tempfile::tempdir().expect("a folder");
        let rings = Rings::new(folder.path().to_owned());
        rings.prune();
        let line = LogLine { stream: LogStream::Stdout, at: Some(LogTime(1)), text: "a".into() };
        for n in 0..MOST_RINGS + 5 {
            let key = format!("docker/../../etc/{n}");
            rings.of(&key).append(std::slice::from_ref(&line)).expect("written");
        }
        rings.prune();
        let left = fs::read_dir(folder.path().join("logs")).expect("a folder").count();
        assert_eq!(left, MOST_RINGS);
    }
}
