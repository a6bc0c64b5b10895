//! Gives the program its build date: `SOURCE_DATE_EPOCH` where a packager set it, else the time
//! of the commit, so that the same source makes the same program.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rerun-if-changed=../../.git/logs/HEAD");
    println!("cargo::rerun-if-changed=build.rs");
    let date = packaged().or_else(committed).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=BUILD_DATE={date}");
}

fn packaged() -> Option<String> {
    let epoch = std::env::var_os("SOURCE_DATE_EPOCH")?.into_string().ok()?;
    output(Command::new("date").args(["-u", "-d", &format!("@{epoch}"), "+%Y-%m-%dT%H:%M:%SZ"]))
}

fn committed() -> Option<String> {
    let format = "--date=format-local:%Y-%m-%dT%H:%M:%SZ";
    output(Command::new("git").env("TZ", "UTC0").args(["log", "-1", format, "--format=%cd"]))
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
