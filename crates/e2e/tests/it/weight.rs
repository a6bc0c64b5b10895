//! What the program holds of the machine it runs on.

use std::fs;

use testkit::Gateway;

const PAGE: u64 = 4096;

/// Its resident memory, in bytes.
pub(crate) fn resident(gateway: &Gateway) -> u64 {
    let statm = fs::read_to_string(format!("/proc/{}/statm", gateway.pid())).expect("a process");
    let pages: u64 = statm.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
    pages * PAGE
}

/// Its open files and sockets, but for the database's, of which a pool keeps now more, now fewer.
pub(crate) fn open_files(gateway: &Gateway) -> usize {
    let files = fs::read_dir(format!("/proc/{}/fd", gateway.pid())).expect("a process");
    let targets = files.flatten().filter_map(|file| fs::read_link(file.path()).ok());
    targets.filter(|target| !target.to_string_lossy().contains("gatehouse.db")).count()
}
