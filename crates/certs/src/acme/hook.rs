//! The program that sets a record for DNS-01. It is called with a list of arguments, never through
//! a shell, as other ACME clients call theirs: `present _acme-challenge.<name>. <value>`, and
//! `cleanup` with the same. What it prints is nobody's business; its status counts.

use std::process::Stdio;
use std::time::Duration;

use kit::{Error, ErrorKind, Result};
use tokio::process::Command;

/// It may wait until the record is visible.
const LONGEST: Duration = Duration::from_secs(180);

pub(crate) async fn call(hook: &[String], action: &str, record: &Record) -> Result<()> {
    let Some((program, arguments)) = hook.split_first() else {
        return Err(failed(action, "certificates.acme.dns_hook is empty"));
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(action).arg(&record.name).arg(&record.value);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    // Our own secrets may come from there.
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"GATEHOUSE_") {
            command.env_remove(name);
        }
    }
    match tokio::time::timeout(LONGEST, command.status()).await {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) => Err(failed(action, &status.to_string())),
        Ok(Err(error)) => Err(failed(action, &error.to_string())),
        Err(_elapsed) => Err(failed(action, "it took too long")),
    }
}

/// What the hook is asked to set.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// With a dot at its end.
    pub(crate) name: String,
    pub(crate) value: String,
}

fn failed(action: &str, reason: &str) -> Error {
    let message = format!("The DNS hook did not {action} the record: {reason}");
    Error::new(ErrorKind::BadGateway, message)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn record(value: &str) -> Record {
        Record { name: "_acme-challenge.nas.example.".to_owned(), value: value.to_owned() }
    }

    #[tokio::test]
    async fn the_hook_gets_its_arguments_as_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let (script, out) = (folder.path().join("hook"), folder.path().join("out"));
        fs::write(&script, "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$OUT\"\n").expect("written");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a mode");
        let hook = [
            "/usr/bin/env".to_owned(),
            format!("OUT={}", out.display()),
            script.display().to_string(),
            "my argument".to_owned(),
        ];
        call(&hook, "present", &record("$(touch evil); -x 'q'")).await.expect("it works");
        let said = fs::read_to_string(&out).expect("it was called");
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            ["my argument", "present", "_acme-challenge.nas.example.", "$(touch evil); -x 'q'"]
        );
        assert!(!folder.path().join("evil").exists());
    }

    #[tokio::test]
    async fn a_hook_that_fails_or_is_not_there_is_told() {
        for hook in ["/bin/false", "/nowhere/hook"] {
            let error = call(&[hook.to_owned()], "present", &record("x")).await.expect_err(hook);
            assert!(error.message.contains("did not present the record"), "{error}");
        }
        assert!(call(&[], "cleanup", &record("x")).await.is_err());
    }
}
