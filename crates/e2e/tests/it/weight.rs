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

pub(crate) fn open_files(gateway: &Gateway) -> usize {
    fs::read_dir(format!("/proc/{}/fd", gateway.pid())).expect("a process").count()
}
