//! Gives the program its version and its build date. A packager says the time in
//! `SOURCE_DATE_EPOCH` and the commit in `GATEHOUSE_COMMIT`; else both come from git. So the same
//! source makes the same program.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::process::Command;

const EPOCH: &str = "SOURCE_DATE_EPOCH";
const COMMIT: &str = "GATEHOUSE_COMMIT";

fn main() {
    println!("cargo::rerun-if-env-changed={EPOCH}");
    println!("cargo::rerun-if-env-changed={COMMIT}");
    println!("cargo::rerun-if-changed=../../.git/logs/HEAD");
    println!("cargo::rerun-if-changed=build.rs");
    let packaged = variable(EPOCH);
    let date = match &packaged {
        Some(epoch) => date_of(epoch),
        None => committed("--format=%cd"),
    };
    println!("cargo::rustc-env=BUILD_DATE={}", date.unwrap_or_else(|| "unknown".to_owned()));

    // With a time of its own the program is to be the same for several commits, unless it is told
    // its own.
    let commit = variable(COMMIT).or_else(|| match packaged {
        Some(_) => None,
        None => committed("--format=%h"),
    });
    let number = env!("CARGO_PKG_VERSION");
    let version = match commit {
        Some(commit) => format!("{number} ({commit})"),
        None => number.to_owned(),
    };
    // Not `GATEHOUSE_…`: `cargo run` gives it to the program, too, where that would be a setting.
    println!("cargo::rustc-env=VERSION_AND_COMMIT={version}");
}

fn variable(name: &str) -> Option<String> {
    std::env::var_os(name)?.into_string().ok().filter(|text| !text.is_empty())
}

fn date_of(epoch: &str) -> Option<String> {
    output(Command::new("date").args(["-u", "-d", &format!("@{epoch}"), "+%Y-%m-%dT%H:%M:%SZ"]))
}

fn committed(format: &str) -> Option<String> {
    let date = "--date=format-local:%Y-%m-%dT%H:%M:%SZ";
    let git = ["log", "-1", "--abbrev=12", date, format];
    output(Command::new("git").env("TZ", "UTC0").args(git))
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
