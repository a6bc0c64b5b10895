//! The gateway with its defaults, an administrator, and a route to the app.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use http::{Method, StatusCode};
use serde_json::json;

use super::{Kind, Rival};
use crate::child::{Process, free_port};
use crate::http::{Extras, Http};
use crate::proxy::dial::Dialer;
use crate::proxy::scenario::Transport;
use crate::proxy::stage::Stage;

/// How many routes lead to the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Routes {
    One,
    /// The usual one, and so many others, whose health nobody asks for.
    More(u32),
    /// The usual one, and one on which pages are left as they are.
    Raw,
}

impl Routes {
    /// The name of one of the others.
    pub(crate) fn app(number: u32) -> String {
        format!("app-{number:05}")
    }

    fn write(self, upstream: u16) -> Result<String> {
        let others = if let Routes::More(others) = self { others } else { 0 };
        let mut apps = "apps:\n  - {id: bench, name: Bench}\n".to_owned();
        let to = format!("to: \"http://127.0.0.1:{upstream}\"");
        let mut routes =
            format!("routes:\n  - {{id: bench, app_id: bench, {to}, websocket: true}}\n");
        if self == Routes::Raw {
            writeln!(routes, "  - {{id: raw, app_id: raw, {to}, rewrite_html: false}}")?;
        }
        for number in 0..others {
            let id = Routes::app(number);
            writeln!(apps, "  - {{id: {id}, name: {id}}}")?;
            let health = "health_check: {disabled: true}";
            writeln!(routes, "  - {{id: {id}, app_id: {id}, {to}, {health}}}")?;
        }
        Ok(apps + &routes)
    }
}

pub(crate) async fn start(stage: &Stage, transport: Transport, routes: Routes) -> Result<Rival> {
    let port = free_port()?;
    let folder = stage.folder().join(format!("gatehouse-{port}"));
    fs::create_dir(&folder)?;
    let mut process = spawn(stage, transport, routes, &folder, port)?;
    let authority = folder.join("data/certs/ca.pem");
    if transport.is_encrypted() {
        process.until(async || authority.exists()).await?;
    }
    // Management is spoken to in HTTP/1.1, whatever is measured.
    let manner = if transport.is_encrypted() { Transport::Tls } else { Transport::Plain };
    let dialer = Dialer::new(manner, port, &authority)?;
    process.until(async || is_ready(&dialer, port).await).await?;
    let token = Some(log_in(&dialer, port).await?);
    Ok(Rival { kind: Kind::Gatehouse, transport, process, port, authority, token })
}

fn spawn(
    stage: &Stage,
    transport: Transport,
    routes: Routes,
    folder: &Path,
    port: u16,
) -> Result<Process> {
    let config: PathBuf = folder.join("config.yaml");
    fs::write(&config, routes.write(stage.upstream.port)?)?;
    let mut command = stage.command(&stage.gateway);
    command.arg("--addr").arg(format!("127.0.0.1:{port}"));
    command.arg("--config").arg(config).arg("--data-dir").arg(folder.join("data"));
    if !transport.is_encrypted() {
        command.arg("--insecure-http");
    }
    Process::start(command, folder.join("log"))
}

async fn is_ready(dialer: &Dialer, port: u16) -> bool {
    let asked =
        async { connect(dialer, port).await?.ask(Method::GET, "/readyz", Extras::default()).await };
    asked.await.is_ok_and(|(status, _)| status == StatusCode::OK)
}

async fn connect(dialer: &Dialer, port: u16) -> Result<Http> {
    Http::over(dialer.dial().await?, format!("127.0.0.1:{port}")).await
}

/// Makes the first user and gives a token of theirs.
async fn log_in(dialer: &Dialer, port: u16) -> Result<String> {
    let mut http = connect(dialer, port).await?;
    let user = || Extras {
        json: Some(json!({ "username": "bench", "password": "only for this run" })),
        ..Extras::default()
    };
    http.call(Method::POST, "/api/v1/auth/setup", user()).await?;
    let answer = http.json(Method::POST, "/api/v1/auth/login", user()).await?;
    let token = answer["token"].as_str().context("there is no token")?;
    Ok(token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_has_its_app() {
        let one = Routes::One.write(1234).expect("it can be written");
        assert_eq!(one.matches("id: bench").count(), 3, "{one}");
        let many = Routes::More(9_999).write(1234).expect("it can be written");
        assert_eq!(many.matches("127.0.0.1:1234").count(), 10_000);
        assert_eq!(many.matches("app_id: app-09998").count(), 1);
    }
}
