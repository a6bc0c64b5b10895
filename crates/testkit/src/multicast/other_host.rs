use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The shell that is the other host. It ends with this value and with the test process.
#[derive(Debug)]
pub(super) struct OtherHost {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl OtherHost {
    /// Starts it and says the number of its subnet.
    pub(super) fn start() -> (OtherHost, u8) {
        let mut child = Command::new("unshare")
            .args(["--net", "bash", "-c", include_str!("outside.sh"), "lan-keeper"])
            .arg(std::process::id().to_string())
            .arg(include_str!("inside.sh"))
            .current_dir("/")
            // Out of reach of a Ctrl-C, which ends it by the end of this process.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("unshare starts");
        let orders = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        answers.read_line(&mut line).expect("the other host answers");
        let Some(number) = line.trim_end().strip_prefix("ready ") else {
            let _ = answers.read_to_string(&mut line);
            panic!(
                "no network with two hosts (it needs root; GATEHOUSE_TEST_SKIP=mdns leaves these \
                 tests out): {line}"
            );
        };
        let number = number.parse().expect("a number below 251");
        (OtherHost { child, orders, answers }, number)
    }

    /// Calls a function of `inside.sh` and returns what it said.
    pub(super) fn order(&mut self, words: &[&str]) -> Vec<String> {
        let line: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let mut orders = self.orders.as_ref().expect("it is there until the end");
        writeln!(orders, "{}", line.join(" ")).expect("the other host takes orders");
        let mut said = Vec::new();
        for line in self.answers.by_ref().lines() {
            match line.expect("the other host answers") {
                line if line == "done" => return said,
                line => said.push(line),
            }
        }
        panic!("the other host ended at {words:?}: {said:?}");
    }

    /// Runs a program on the other host, as a child of this process.
    pub(super) fn command(&self, program: &str) -> Command {
        let namespaces = format!("/proc/{}/ns", self.child.id());
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

impl Drop for OtherHost {
    fn drop(&mut self) {
        self.orders.take();
        let _ = self.child.wait();
    }
}

/// One word for the shell.
fn quoted(word: &str) -> String {
    assert!(!word.contains('\n'), "orders are lines: {word:?}");
    format!("'{}'", word.replace('\'', r"'\''"))
}
