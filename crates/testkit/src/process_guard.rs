use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A shell that keeps a server for the tests as long as somebody holds its standard input: it tidies
/// up when this value is dropped, and when the test process ends, however it ends. Its script says
/// `ready` once, takes orders by the line, and ends each answer with `done`.
#[derive(Debug)]
pub(crate) struct ProcessGuard {
    what: &'static str,
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl ProcessGuard {
    /// Returns when what it keeps is ready, with what the script said of it.
    pub(crate) fn start(what: &'static str, command: &mut Command) -> (ProcessGuard, String) {
        let mut child = command
            .current_dir("/")
            // Out of reach of a Ctrl-C, which would end it before it has tidied up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("the shell that keeps {what} does not start: {error}"));
        let orders = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        answers.read_line(&mut line).expect("the guard answers");
        let Some(said) = line.trim_end().strip_prefix("ready") else {
            let _ = answers.read_to_string(&mut line);
            panic!("{what} did not start: {line}");
        };
        let said = said.trim_start().to_owned();
        (ProcessGuard { what, child, orders, answers }, said)
    }

    /// Returns what was said on the way.
    pub(crate) fn order(&mut self, order: &str) -> Vec<String> {
        let mut orders = self.orders.as_ref().expect("the guard is there until the end");
        writeln!(orders, "{order}").expect("the guard takes orders");
        let mut said = Vec::new();
        for line in self.answers.by_ref().lines() {
            match line.expect("the guard answers") {
                line if line == "done" => return said,
                line => said.push(line),
            }
        }
        panic!("{} ended at {order:?}: {}", self.what, said.join("\n"));
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for ProcessGuard {
    fn drop(&mut self) {
        self.orders.take();
        let _ = self.child.wait();
    }
}
