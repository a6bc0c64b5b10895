use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SCRIPT: &str = concat!(include_str!("removal.sh"), include_str!("keeper.sh"));

/// The shell that runs the cluster's programs, and ends them when its input closes.
#[derive(Debug)]
pub(super) struct Keeper {
    shell: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Keeper {
    /// Returns when the node is ready.
    pub(super) fn start<'a>(settings: impl IntoIterator<Item = (&'a str, String)>) -> Keeper {
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT, "kubernetes-keeper"])
            .envs(settings)
            .current_dir("/")
            // Out of reach of a Ctrl-C, which would end it before it has tidied up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the shell that keeps Kubernetes starts");
        let orders = shell.stdin.take();
        let answers = BufReader::new(shell.stdout.take().expect("stdout is piped"));
        let mut keeper = Keeper { shell, orders, answers };
        let mut line = keeper.answer();
        if line != "ready" {
            let _ = keeper.answers.read_to_string(&mut line);
            panic!("Kubernetes did not start: {line}");
        }
        keeper
    }

    pub(super) fn order(&mut self, order: &str) {
        let mut orders = self.orders.as_ref().expect("the keeper is there until the end");
        writeln!(orders, "{order}").expect("the keeper takes orders");
        let mut answer = self.answer();
        if answer != "done" {
            let _ = self.answers.read_to_string(&mut answer);
            panic!("the API server did not {order}: {answer}");
        }
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the keeper answers");
        line.trim_end().to_owned()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.orders.take();
        let _ = self.shell.wait();
    }
}
