//! The folder of scripts. A file is reached from the folder's descriptor one step at a time, and
//! no step may be a symbolic link: what was opened lies below the folder, whatever is renamed or
//! swapped meanwhile.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use kit::Timestamp;
use rustix::fs::{Mode, OFlags};

use crate::model::ScriptKind;

/// Deep enough for any order that people keep.
const DEEPEST: usize = 16;
const LONGEST_PATH: usize = 1_000;
/// Files that are listed, and entries that are looked at to find them.
const MOST_LISTED: usize = 1_000;
const MOST_SEEN: usize = 20_000;

/// An open script and the folder that it lies in.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) script: OwnedFd,
    pub(crate) folder: OwnedFd,
    pub(crate) executable: bool,
}

/// Whether a path can name a file below the folder; the error says why not.
pub(crate) fn check_path(path: &str) -> Result<(), &'static str> {
    let steps: Vec<&str> = path.split('/').collect();
    if path.is_empty() || path.len() > LONGEST_PATH || steps.len() > DEEPEST {
        return Err("must be a path of 1 to 1000 characters, at most 16 folders deep");
    }
    if path.starts_with('/') || steps.iter().any(|step| ["", ".", ".."].contains(step)) {
        return Err("must lie below the scripts directory, without `.` and `..`");
    }
    if path.chars().any(char::is_control) {
        Err("must not hold control characters")
    } else {
        Ok(())
    }
}

pub(crate) fn open(root: &Path, path: &str) -> io::Result<Opened> {
    check_path(path).map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
    let directory = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut folder = rustix::fs::open(root, directory, Mode::empty())?;
    let (parents, name) = path.rsplit_once('/').unwrap_or(("", path));
    for step in parents.split('/').filter(|step| !step.is_empty()) {
        folder = rustix::fs::openat(&folder, step, directory | OFlags::NOFOLLOW, Mode::empty())?;
    }
    // A pipe in the place of a script must not hold us up.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let script = File::from(rustix::fs::openat(&folder, name, flags, Mode::empty())?);
    let metadata = script.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a file"));
    }
    let executable = metadata.permissions().mode() & 0o111 != 0;
    Ok(Opened { script: script.into(), folder, executable })
}

/// A script file that nobody registered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Available {
    pub(crate) path: String,
    pub(crate) kind: ScriptKind,
    pub(crate) size: u64,
    pub(crate) modified: Timestamp,
}

/// Everything below the folder that could be registered, less what is, by path.
pub(crate) fn available(root: &Path, registered: &BTreeSet<String>) -> io::Result<Vec<Available>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if seen > MOST_SEEN || name.starts_with('.') || check_path(&path).is_err() {
                continue;
            }
            // Not followed: a link tells of itself here.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                folders.push(path);
                continue;
            }
            let executable = metadata.permissions().mode() & 0o111 != 0;
            let Some(kind) = ScriptKind::of(&path, executable) else { continue };
            if metadata.is_file() && !registered.contains(&path) {
                let modified = Timestamp::from_unix(metadata.mtime());
                found.push(Available { path, kind, size: metadata.len(), modified });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found.truncate(MOST_LISTED);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_files_below_the_folder_are_opened() {
        let outside = tempfile::tempdir().expect("a folder");
        let root = outside.path().join("scripts");
        fs::create_dir_all(root.join("deep/er")).expect("folders");
        fs::write(root.join("deep/er/a.sh"), "echo").expect("a file");
        fs::write(outside.path().join("secret.sh"), "echo").expect("a file");
        symlink("../secret.sh", root.join("link.sh")).expect("a link");
        symlink(outside.path(), root.join("way")).expect("a link");
        symlink("deep/er/a.sh", root.join("inner.sh")).expect("a link");

        assert!(open(&root, "deep/er/a.sh").is_ok());
        let secret = outside.path().join("secret.sh").display().to_string();
        for bad in [
            "../secret.sh",
            "deep/../../secret.sh",
            &secret,
            "link.sh",
            "way/secret.sh",
            "inner.sh",
            "deep",
            "Deep/er/a.sh",
            "deep//er/a.sh",
            "./deep/er/a.sh",
            "deep/er/a.sh/",
            "deep/er/a.sh\0",
            "",
        ] {
            assert!(open(&root, bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn what_could_be_registered_is_listed() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |name: &str, mode: u32| {
            let path = root.path().join(name);
            fs::write(&path, "x").expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("ours");
        };
        fs::create_dir(root.path().join("sub")).expect("a folder");
        for name in ["b.sh", "sub/a.py", "known.bash", ".hidden.sh", "notes.txt"] {
            write(name, 0o644);
        }
        write("tool", 0o755);
        symlink("/bin/sh", root.path().join("link.sh")).expect("a link");
        let known = BTreeSet::from(["known.bash".to_owned()]);
        let listed = available(root.path(), &known).expect("a list");
        let listed: Vec<_> = listed.iter().map(|file| (file.path.as_str(), file.kind)).collect();
        let wanted = [
            ("b.sh", ScriptKind::Shell),
            ("sub/a.py", ScriptKind::Python),
            ("tool", ScriptKind::Binary),
        ];
        assert_eq!(listed, wanted);
        assert_eq!(available(Path::new("/nowhere"), &known).expect("nothing"), []);
    }
}
