//! Disks in a state that a test chooses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use store::Config;
use tempfile::TempDir;

/// A small disk in memory, gone with this value.
pub(crate) struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// `None` when `GATEHOUSE_TEST_SKIP` names `mount`.
    pub(crate) fn mount() -> Option<Self> {
        if testkit::skipped("mount") {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs"];
        assert!(
            run("mount", &options, folder.path()),
            "only root may mount: leave these tests out with GATEHOUSE_TEST_SKIP=mount"
        );
        Some(SmallDisk { folder })
    }

    pub(crate) fn config(&self) -> Config {
        let database_path = self.folder.path().join("gatehouse.db");
        Config { database_path, ..Config::default() }
    }

    /// Works only while no file is open for writing.
    pub(crate) fn remount(&self, mode: &str) {
        let options = ["-o", &format!("remount,{mode}")];
        assert!(run("mount", &options, self.folder.path()), "it cannot be made {mode}");
    }

    /// Fills what is left; the path of the file that does.
    pub(crate) fn fill(&self) -> PathBuf {
        let ballast = self.folder.path().join("ballast");
        let full = fs::write(&ballast, vec![0; 2 << 20]).expect_err("it is smaller than that");
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
        ballast
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a test that failed still has files open.
        run("umount", &["--lazy"], self.folder.path());
    }
}

/// Files that refuse every change, from writers that have them open already, too; until dropped.
pub(crate) struct Immutable(Vec<PathBuf>);

impl Immutable {
    /// Everything in the folder, which must lie on a disk that knows the attribute.
    pub(crate) fn all_in(folder: &Path) -> Self {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let paths = entries.map(|entry| entry.path());
        // Memory that is shared through a file cannot refuse: the process would be ended.
        let refusing = paths.filter(|path| !path.to_string_lossy().ends_with("-shm"));
        let files = Immutable(refusing.collect());
        for file in &files.0 {
            assert!(
                run("chattr", &["+i"], file),
                "only root may do this, and on few file systems: leave these tests out with \
                 GATEHOUSE_TEST_SKIP=immutable"
            );
        }
        files
    }
}

impl Drop for Immutable {
    fn drop(&mut self) {
        for file in &self.0 {
            run("chattr", &["-i"], file);
        }
    }
}

fn run(program: &str, options: &[&str], target: &Path) -> bool {
    let output = Command::new(program).args(options).arg(target).output();
    output.is_ok_and(|output| output.status.success())
}
