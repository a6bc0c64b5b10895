//! A disk that can be filled up.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// One megabyte in memory, gone with this value.
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

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills what is left; the path of the file that does.
    pub(crate) fn fill(&self) -> PathBuf {
        let ballast = self.folder.path().join("ballast");
        std::fs::write(&ballast, vec![0; 2 << 20]).expect_err("it is smaller than that");
        ballast
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a test that failed still has files open.
        run("umount", &["--lazy"], self.folder.path());
    }
}

fn run(program: &str, options: &[&str], path: &Path) -> bool {
    let status = Command::new(program).args(options).arg(path).status();
    status.is_ok_and(|status| status.success())
}
