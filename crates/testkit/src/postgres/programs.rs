use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian puts each version's programs, which are not on the search path.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The folder that holds `initdb` and `postgres`: the newest version there is.
pub(super) fn folder() -> PathBuf {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    versions
        .map(|version| version.path().join("bin"))
        .chain(std::env::split_paths(&on_path))
        .filter(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
        .max_by_key(|folder| version(folder))
        .expect(
            "PostgreSQL is not installed: run `apt-get install postgresql`, or leave these tests \
             out with GATEHOUSE_TEST_SKIP=postgres",
        )
}

fn version(folder: &Path) -> u32 {
    let name = folder.parent().and_then(Path::file_name);
    name.and_then(|name| name.to_str()?.parse().ok()).unwrap_or(0)
}

/// `sh`, as a user other than root, as whom PostgreSQL refuses to run.
pub(super) fn shell() -> Command {
    if !is_root() {
        return Command::new("sh");
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--", "sh"]);
    command
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
