use std::io::{BufRead, BufReader, Read, Write};
use std::net::Ipv4Addr;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SCRIPT: &str = concat!(
    include_str!("materials.sh"),
    include_str!("removal.sh"),
    include_str!("turns.sh"),
    include_str!("apart.sh"),
    include_str!("keeper.sh"),
);

/// The shell that runs the engine, and removes it when this value or the whole process ends.
#[derive(Debug)]
pub(super) struct Keeper {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Keeper {
    /// Starts an engine in the network where `launcher` runs its arguments. Says its folder, and
    /// the address where it publishes ports.
    pub(super) fn start(
        mut launcher: Command,
        place: &str,
        tls_port: u16,
    ) -> (Keeper, PathBuf, Ipv4Addr) {
        let mut child = launcher
            .args(["bash", "-c", SCRIPT, "docker-keeper", place])
            .args([tls_port.to_string(), std::process::id().to_string()])
            .current_dir("/")
            // Out of reach of a Ctrl-C, which would end it before it has tidied up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the shell that keeps the Docker engine starts");
        let orders = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        answers.read_line(&mut line).expect("the keeper answers");
        let ready = line.trim_end().strip_prefix("ready ").and_then(|ready| ready.split_once(' '));
        let Some((folder, address)) = ready else {
            let _ = answers.read_to_string(&mut line);
            panic!("no Docker engine: {line}");
        };
        let address = address.parse().expect("an address");
        let folder = folder.into();
        (Keeper { child, orders, answers }, folder, address)
    }

    pub(super) fn order(&mut self, order: &str) {
        let mut orders = self.orders.as_ref().expect("the keeper is there until the end");
        writeln!(orders, "{order}").expect("the keeper takes orders");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the keeper answers");
        if line.trim_end() != "done" {
            let _ = self.answers.read_to_string(&mut line);
            panic!("the Docker engine did not {order}: {line}");
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.orders.take();
        let _ = self.child.wait();
    }
}
