use std::process::{Command, Stdio};

use crate::process_guard::ProcessGuard;

/// The shell that is the other host. It ends with this value and with the test process.
#[derive(Debug)]
pub(super) struct OtherHost(ProcessGuard);

impl OtherHost {
    /// Starts it and says the number of its subnet.
    pub(super) fn start() -> (OtherHost, u8) {
        let mut unshare = Command::new("unshare");
        unshare
            .args(["--net", "bash", "-c", include_str!("outside.sh"), "lan-guard"])
            .arg(std::process::id().to_string())
            .arg(include_str!("inside.sh"));
        let what = "a network with two hosts, which needs root (or GATEHOUSE_TEST_SKIP=mdns),";
        let (guard, number) = ProcessGuard::start(what, &mut unshare);
        (OtherHost(guard), number.parse().expect("a number below 251"))
    }

    /// Calls a function of `inside.sh` and returns what it said.
    pub(super) fn order(&mut self, words: &[&str]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        self.0.order(&words.join(" "))
    }

    /// Runs a program on the other host, as a child of this process.
    pub(super) fn command(&self, program: &str) -> Command {
        let namespaces = format!("/proc/{}/ns", self.0.pid());
        let mut command = Command::new("setpriv");
        command
            .args(["--pdeathsig", "KILL", "nsenter"])
            .arg(format!("--net={namespaces}/net"))
            .arg(format!("--mount={namespaces}/mnt"))
            .arg(format!("--uts={namespaces}/uts"))
            .args(["--", program])
            .stdin(Stdio::null());
        command
    }
}

/// One word for the shell.
fn quoted(word: &str) -> String {
    assert!(!word.contains('\n'), "orders are lines: {word:?}");
    format!("'{}'", word.replace('\'', r"'\''"))
}
