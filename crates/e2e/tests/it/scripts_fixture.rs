//! A gateway that runs scripts from a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{Database, Gateway, deadline};

use crate::people::{Calls, text};

pub(crate) const LIMIT: Duration = Duration::from_secs(120);

pub(crate) struct Fixture {
    pub(crate) gateway: Gateway,
    folder: TempDir,
}

impl Fixture {
    pub(crate) async fn start(database: &Database) -> Fixture {
        let folder = tempfile::tempdir().expect("a folder");
        let launch = Gateway::launch().without_rate_limits().database(database);
        let launch = launch
            .env("GATEHOUSE_SCRIPTS__ENABLED", "true")
            .env("GATEHOUSE_SCRIPTS__DIRECTORY", folder.path().display().to_string());
        Fixture { gateway: launch.start().await, folder }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) async fn script(&self, name: &str, content: &str, more: Value) {
        let path = format!("{name}.sh");
        fs::write(self.file(&path), content).expect("the folder can be written");
        let mut body = json!({ "name": name, "scriptPath": path });
        let fields = more.as_object().expect("fields").clone();
        body.as_object_mut().expect("an object").extend(fields);
        let (status, made) = self.gateway.post("/api/v1/scripts", &body).answer().await;
        assert_eq!(status, 201, "{made}");
    }

    /// Starts a script and gives the id of its execution.
    pub(crate) async fn begin(&self, script: &str, parameters: Value) -> String {
        let path = format!("/api/v1/scripts/{script}/execute?async=true");
        let body = json!({ "parameters": parameters });
        let (status, accepted) = self.gateway.post(&path, &body).answer().await;
        assert_eq!(status, 202, "{accepted}");
        text(&accepted["id"])
    }

    pub(crate) async fn execution(&self, id: &str) -> Value {
        let path = format!("/api/v1/executions/{id}");
        let (status, record) = self.gateway.request(Method::GET, &path).answer().await;
        assert_eq!(status, 200, "{record}");
        record
    }

    /// Waits until it is over, and gives its record.
    pub(crate) async fn over(&self, id: &str) -> Value {
        deadline(&format!("{id} is over"), LIMIT, async || {
            let status = text(&self.execution(id).await["status"]);
            !["pending", "running"].contains(&status.as_str())
        })
        .await;
        self.execution(id).await
    }

    /// Waits until a script has written a line into this file.
    pub(crate) async fn until_file(&self, name: &str) -> String {
        let path = self.file(name);
        deadline(name, LIMIT, async || {
            fs::read_to_string(&path).is_ok_and(|text| text.ends_with('\n'))
        })
        .await;
        fs::read_to_string(&path).expect("it is there").trim().to_owned()
    }
}

/// Whether a process of this id is there and has not ended.
pub(crate) fn is_alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let ended = stat.rsplit_once(')').map(|(_, rest)| rest.trim_start().starts_with('Z'));
    ended == Some(false)
}
