//! Calls the program like a person at a terminal, in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use testkit::gatehouse_binary;

pub(crate) struct Terminal {
    folder: TempDir,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        Terminal { folder: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn with_config(yaml: &str) -> Self {
        let terminal = Terminal::new();
        fs::write(terminal.path("config.yaml"), yaml).expect("the folder can be written");
        terminal
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        self.run_with(arguments, &[], "")
    }

    pub(crate) fn run_with(
        &self,
        arguments: &[&str],
        environment: &[(&str, &str)],
        input: &str,
    ) -> Answer {
        let mut child = Command::new(gatehouse_binary())
            .args(arguments)
            .env_clear()
            .envs(environment.iter().copied())
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A program that does not read its input may be gone already.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        child.wait_with_output().expect("the program ends").into()
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Answer { code: output.status.code(), out, err }
    }
}
