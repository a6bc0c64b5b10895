use std::process::ExitCode;

use anyhow::bail;

use super::{output, runtime};
use crate::config::{Loaded, Sources};
use crate::probe;

pub(super) fn run(sources: &Sources, loaded: &Loaded, ready: bool) -> anyhow::Result<ExitCode> {
    let address = &loaded.config.server.addr;
    let path = if ready { "/readyz" } else { "/livez" };
    let asking = probe::get(address, !sources.flags.insecure_http, path);
    let answer = runtime()?.block_on(asking)?;
    if !answer.from_gateway {
        bail!("something else than a gateway answers at {address}");
    }
    let text = String::from_utf8_lossy(&answer.body);
    if answer.status.is_success() {
        Ok(output::print(&text))
    } else {
        bail!("{path} answers {}: {text}", answer.status)
    }
}
