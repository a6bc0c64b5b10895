//! The folder that everything is kept in, unless the configuration names another place for it.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;

use anyhow::{Context, bail};

/// Only the user the gateway runs as: there are private keys in it.
const PRIVATE: u32 = 0o700;
const LOCK: &str = "gatehouse.lock";

/// The right to work in a folder; two programs in one would each believe its own memory.
#[derive(Debug)]
pub(crate) struct Claim {
    _lock: File,
}

/// Makes the folder where there is none, for this user alone, and claims it for as long as the
/// claim lives.
pub(crate) fn claim(folder: &Path) -> anyhow::Result<Claim> {
    prepare(folder).with_context(|| format!("the data directory {}", folder.display()))?;
    let path = folder.join(LOCK);
    let lock = File::create(&path).with_context(|| path.display().to_string())?;
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(TryLockError::WouldBlock) => {
            let folder = folder.display();
            bail!("another gatehouse works in {folder}; end it, or choose another --data-dir")
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Whether somebody works in the folder right now.
pub(crate) fn is_claimed(folder: &Path) -> io::Result<bool> {
    match File::open(folder.join(LOCK)) {
        Ok(lock) => Ok(matches!(lock.try_lock(), Err(TryLockError::WouldBlock))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Who may look into a folder that somebody else made is theirs to say: others may have a reason
/// to, and our secrets in it are closed one by one.
fn prepare(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(PRIVATE).create(folder)?;
    if is_open_to_others(folder)? {
        let folder = folder.display();
        tracing::warn!("others can look into the data directory {folder}; chmod 700 closes it");
    }
    Ok(())
}

pub(crate) fn is_open_to_others(folder: &Path) -> io::Result<bool> {
    Ok(fs::metadata(folder)?.mode() & 0o077 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn only_one_program_works_in_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(!is_claimed(folder.path()).expect("it can be asked"));
        let first = claim(folder.path()).expect("it is free");
        assert!(is_claimed(folder.path()).expect("it can be asked"));
        let error = claim(folder.path()).expect_err("it is taken").to_string();
        assert!(error.starts_with("another gatehouse works in "), "{error}");
        drop(first);
        assert!(!is_claimed(folder.path()).expect("it can be asked"));
        claim(folder.path()).expect("it is free again");
    }

    #[test]
    fn a_folder_that_is_made_is_private_and_one_that_was_there_stays_as_it_is() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("a/data");
        prepare(&folder).expect("it can be made");
        assert!(!is_open_to_others(&folder).expect("it is there"));
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).expect("ours to change");
        prepare(&folder).expect("it is good enough");
        assert_eq!(fs::metadata(&folder).expect("it is there").mode() & 0o777, 0o755);
    }
}
