//! Notices that the configuration file changed, through whatever links it is reached.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use notify_files::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Editors write a file in several steps; after this much quiet they are done.
const QUIET: Duration = Duration::from_millis(500);
/// As many links as Linux follows.
const MOST_LINKS: usize = 40;

/// Tells when the file has changed. Folders are watched, not the file, because editors put a new
/// file in the place of the old one, and Kubernetes a new link to the folder that holds it.
pub(crate) struct FileWatch {
    file: PathBuf,
    seen: Option<Fingerprint>,
    touch: mpsc::Sender<()>,
    touched: mpsc::Receiver<()>,
    _watcher: RecommendedWatcher,
}

impl FileWatch {
    pub(crate) fn new(file: &Path) -> notify_files::Result<Self> {
        let file = std::path::absolute(file)?;
        let (touch, touched) = mpsc::channel(1);
        let watcher = watch(&file, touch.clone())?;
        let seen = Fingerprint::of(&file);
        Ok(FileWatch { file, seen, touch, touched, _watcher: watcher })
    }

    /// Returns when the file is another than before and has been quiet since.
    pub(crate) async fn changed(&mut self) {
        loop {
            // Never the end: we hold a sender ourselves.
            let _ = self.touched.recv().await;
            let settled = self.settled().await;
            if settled != self.seen {
                self.seen = settled;
                self.follow();
                return;
            }
        }
    }

    async fn settled(&self) -> Option<Fingerprint> {
        let mut last = Fingerprint::of(&self.file);
        loop {
            tokio::time::sleep(QUIET).await;
            let now = Fingerprint::of(&self.file);
            if now == last {
                return now;
            }
            last = now;
        }
    }

    /// The links may lead to other folders now.
    fn follow(&mut self) {
        match watch(&self.file, self.touch.clone()) {
            Ok(watcher) => self._watcher = watcher,
            Err(error) => {
                tracing::warn!(%error, "watching the configuration file's new folder failed; SIGHUP reloads it");
            }
        }
    }
}

fn watch(file: &Path, touch: mpsc::Sender<()>) -> notify_files::Result<RecommendedWatcher> {
    let mut watcher = notify_files::recommended_watcher(
        move |event: notify_files::Result<notify_files::Event>| {
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // A full channel says the same already.
                let _ = touch.try_send(());
            }
        },
    )?;
    for folder in folders_on_the_way(file) {
        // One that we may not read is no reason to miss the changes in the others.
        if let Err(error) = watcher.watch(&folder, RecursiveMode::NonRecursive) {
            let folder = folder.display();
            tracing::warn!(%error, "what changes in {folder} is not noticed; SIGHUP reloads it");
        }
    }
    Ok(watcher)
}

/// The folder of the file, and those of all links on the way to it: where something can change
/// that makes it another file.
fn folders_on_the_way(file: &Path) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    let mut here = PathBuf::from("/");
    let mut ahead = names(file);
    let mut links = 0;
    while let Some(name) = ahead.pop_front() {
        let next = here.join(&name);
        let link = fs::read_link(&next).ok().filter(|_| links < MOST_LINKS);
        if link.is_some() || ahead.is_empty() {
            folders.insert(here.clone());
        }
        match link {
            Some(target) => {
                links += 1;
                if target.is_absolute() {
                    here = PathBuf::from("/");
                }
                ahead = names(&target).into_iter().chain(ahead).collect();
            }
            None if name == ".." => drop(here.pop()),
            None => here = next,
        }
    }
    folders
}

fn names(path: &Path) -> VecDeque<OsString> {
    let named = |part: &Component<'_>| matches!(part, Component::Normal(_) | Component::ParentDir);
    path.components().filter(named).map(|part| part.as_os_str().to_owned()).collect()
}

/// What tells a file from the one that was there before.
#[derive(Debug, PartialEq, Eq)]
struct Fingerprint {
    device: u64,
    inode: u64,
    size: u64,
    written: (i64, i64),
}

impl Fingerprint {
    /// `None` where there is no file.
    fn of(file: &Path) -> Option<Self> {
        let found = fs::metadata(file).ok()?;
        Some(Fingerprint {
            device: found.dev(),
            inode: found.ino(),
            size: found.size(),
            written: (found.mtime(), found.mtime_nsec()),
        })
    }
}

/// A watch that may be missing: then nothing ever changes, and SIGHUP is the only way.
pub(crate) async fn next_change(watch: &mut Option<FileWatch>, token: &CancellationToken) -> bool {
    let change = async {
        match watch {
            Some(watch) => watch.changed().await,
            None => std::future::pending().await,
        }
    };
    token.run_until_cancelled(change).await.is_some()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("it is there");
        (folder, path)
    }

    fn write(path: &Path, text: &str) {
        fs::write(path, text).expect("written");
    }

    /// Puts a link in the place of one that is there, in one step.
    fn link(target: &str, path: &Path) {
        let new = path.with_file_name("link.new");
        symlink(target, &new).expect("a link");
        fs::rename(&new, path).expect("renamed");
    }

    async fn notices(watch: &mut FileWatch) -> bool {
        tokio::time::timeout(Duration::from_secs(20), watch.changed()).await.is_ok()
    }

    #[tokio::test]
    async fn a_file_that_is_written_or_replaced_or_made_or_removed_is_noticed() {
        let (_kept, folder) = folder();
        let file = folder.join("config.yaml");
        let mut watch = FileWatch::new(&file).expect("a watch");

        write(&file, "a: 1");
        assert!(notices(&mut watch).await, "made");
        write(&file, "a: 2");
        assert!(notices(&mut watch).await, "written");
        let new = folder.join("config.yaml.new");
        write(&new, "a: 3");
        fs::rename(&new, &file).expect("renamed");
        assert!(notices(&mut watch).await, "replaced");
        fs::remove_file(&file).expect("removed");
        assert!(notices(&mut watch).await, "removed");
    }

    #[tokio::test]
    async fn the_file_behind_a_link_is_watched_and_so_is_the_link() {
        let (_kept, folder) = folder();
        for name in ["one", "two"] {
            fs::create_dir(folder.join(name)).expect("a folder");
            write(&folder.join(name).join("real.yaml"), "a: 1");
        }
        let file = folder.join("config.yaml");
        link("one/real.yaml", &file);
        let mut watch = FileWatch::new(&file).expect("a watch");

        write(&folder.join("one/real.yaml"), "a: 22");
        assert!(notices(&mut watch).await, "the target was written");
        link("two/real.yaml", &file);
        assert!(notices(&mut watch).await, "the link leads elsewhere");
        write(&folder.join("two/real.yaml"), "a: 333");
        assert!(notices(&mut watch).await, "the new target was written");
    }

    /// `config.yaml -> ..data/config.yaml`, `..data -> ..version`, as Kubernetes mounts it.
    #[tokio::test]
    async fn a_swapped_folder_is_noticed_each_time() {
        let (_kept, folder) = folder();
        let version = |name: &str| {
            fs::create_dir(folder.join(name)).expect("a folder");
            write(&folder.join(name).join("config.yaml"), "same: size");
            link(name, &folder.join("..data"));
        };
        version("..1");
        let file = folder.join("config.yaml");
        link("..data/config.yaml", &file);
        let mut watch = FileWatch::new(&file).expect("a watch");
        for name in ["..2", "..3"] {
            version(name);
            assert!(notices(&mut watch).await, "{name}");
        }
    }

    #[tokio::test]
    async fn other_files_and_mere_reading_are_no_change() {
        let (_kept, folder) = folder();
        let file = folder.join("config.yaml");
        write(&file, "a: 1");
        let mut watch = FileWatch::new(&file).expect("a watch");
        write(&folder.join("other.yaml"), "b: 1");
        fs::read(&file).expect("it can be read");
        let early = tokio::time::timeout(QUIET * 3, watch.changed()).await;
        assert!(early.is_err(), "the file is as it was");
    }

    #[test]
    fn the_way_to_a_file_goes_over_all_links_and_ends() {
        let (_kept, folder) = folder();
        fs::create_dir_all(folder.join("a/b")).expect("folders");
        write(&folder.join("a/real"), "");
        link("a/b", &folder.join("short"));
        link("../real", &folder.join("a/b/file"));
        let expected = [folder.clone(), folder.join("a"), folder.join("a/b")];
        assert_eq!(folders_on_the_way(&folder.join("short/file")), BTreeSet::from(expected));
        link("loop", &folder.join("loop"));
        assert_eq!(folders_on_the_way(&folder.join("loop")), BTreeSet::from([folder.clone()]));
    }
}
