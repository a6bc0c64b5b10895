//! Notices that the configuration file changed, or that somebody asks to read it again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Editors write a file in several steps; after this much quiet they are done.
const QUIET: Duration = Duration::from_millis(500);
/// Kubernetes swaps this link when a ConfigMap changes; the file itself says nothing.
const CONFIG_MAP_LINK: &str = "..data";

/// Tells when the file has changed. Its folder is watched, not the file, because editors put a
/// new file in the place of the old one.
pub(crate) struct FileWatch {
    touched: mpsc::Receiver<()>,
    _watcher: RecommendedWatcher,
}

impl FileWatch {
    pub(crate) fn new(file: &Path) -> notify::Result<Self> {
        let file = std::path::absolute(file)?;
        let folder = file.parent().map_or_else(|| PathBuf::from("/"), Path::to_owned);
        let (touch, touched) = mpsc::channel(1);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<_>| {
            if event.is_ok_and(|event| concerns(&event, &file)) {
                // A full channel says the same already.
                let _ = touch.try_send(());
            }
        })?;
        watcher.watch(&folder, RecursiveMode::NonRecursive)?;
        Ok(FileWatch { touched, _watcher: watcher })
    }

    /// Returns when the file was changed and has been quiet since.
    pub(crate) async fn changed(&mut self) {
        if self.touched.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
        while tokio::time::timeout(QUIET, self.touched.recv()).await.is_ok() {}
    }
}

fn concerns(event: &notify::Event, file: &Path) -> bool {
    let ours = |path: &PathBuf| path == file || path.ends_with(CONFIG_MAP_LINK);
    !event.kind.is_access() && event.paths.iter().any(ours)
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
    use std::fs;

    use super::*;

    async fn notices(watch: &mut FileWatch) -> bool {
        tokio::time::timeout(Duration::from_secs(20), watch.changed()).await.is_ok()
    }

    #[tokio::test]
    async fn a_file_that_is_written_or_replaced_or_made_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("config.yaml");
        let mut watch = FileWatch::new(&file).expect("a watch");

        fs::write(&file, "a: 1").expect("written");
        assert!(notices(&mut watch).await, "made");
        fs::write(&file, "a: 2").expect("written");
        assert!(notices(&mut watch).await, "written");
        let new = folder.path().join("config.yaml.new");
        fs::write(&new, "a: 3").expect("written");
        fs::rename(&new, &file).expect("renamed");
        assert!(notices(&mut watch).await, "replaced");
    }

    #[test]
    fn other_files_and_mere_reading_are_no_concern() {
        use notify::EventKind;
        use notify::event::{AccessKind, CreateKind};
        let event = |kind, path: &str| notify::Event::new(kind).add_path(path.into());
        let file = Path::new("/etc/gatehouse/config.yaml");
        let made = EventKind::Create(CreateKind::Any);
        assert!(concerns(&event(made, "/etc/gatehouse/config.yaml"), file));
        assert!(concerns(&event(made, "/etc/gatehouse/..data"), file));
        assert!(!concerns(&event(made, "/etc/gatehouse/other.yaml"), file));
        let read = EventKind::Access(AccessKind::Any);
        assert!(!concerns(&event(read, "/etc/gatehouse/config.yaml"), file));
    }
}
