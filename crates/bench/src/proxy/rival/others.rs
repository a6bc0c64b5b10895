//! nginx, haproxy and caddy, with the configurations that stand in the repository.

use std::process::Command;

use anyhow::Result;

use super::{Kind, Rival};
use crate::child::{Process, free_port};
use crate::proxy::scenario::Transport;
use crate::proxy::stage::{Ports, Stage};
use crate::tls::connect;

pub(super) async fn start(kind: Kind, stage: &Stage, transport: Transport) -> Result<Rival> {
    let ports = Ports { plain: free_port()?, tls: free_port()? };
    let log = stage.folder().join(format!("{}.log", kind.name()));
    let mut process = Process::start(command(kind, stage, ports)?, log)?;
    let port = if transport.is_encrypted() { ports.tls } else { ports.plain };
    process.until(async || connect(port).await.is_ok()).await?;
    let authority = stage.authority();
    Ok(Rival { kind, transport, process, port, authority, token: None })
}

fn command(kind: Kind, stage: &Stage, ports: Ports) -> Result<Command> {
    let mut command = stage.command(kind.name());
    match kind {
        Kind::Nginx => command.arg("-c").arg(stage.configure("nginx.conf", ports)?),
        Kind::Haproxy => command.args(["-db", "-f"]).arg(stage.configure("haproxy.cfg", ports)?),
        _ => {
            let config = stage.configure("Caddyfile", ports)?;
            command.env("GOMAXPROCS", "1");
            command.args(["run", "--adapter", "caddyfile", "--config"]).arg(config)
        }
    };
    Ok(command)
}
