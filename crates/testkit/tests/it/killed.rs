//! One test of this program as a process of its own, to see what is left when that is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

const MARK: &str = "holds ";

pub(crate) struct Killed {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Killed {
    /// Starts an ignored test, which should call `hold`.
    pub(crate) fn start(test: &str) -> Killed {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "--ignored", "--nocapture", test])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Killed { child, output }
    }

    /// What the test holds.
    pub(crate) fn says(&mut self) -> String {
        let lines = self.output.by_ref().lines().map(|line| line.expect("text"));
        let held = lines.filter_map(|line| Some(line.split_once(MARK)?.1.to_owned())).next();
        held.expect("the test holds something")
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Says what the test holds and waits; should the other test fail, its pipe ends the wait.
pub(crate) fn hold(what: &str) {
    let _ = writeln!(std::io::stdout(), "{MARK}{what}");
    let _ = std::io::stdin().read(&mut [0]);
}
