use std::io::{self, IsTerminal, Read};
use std::process::ExitCode;

use anyhow::{Context, bail};
use kit::{Clock, Secret};

use super::{output, runtime};
use crate::app::Ground;
use crate::config::{Loaded, Sources};

const LONGEST_LINE: u64 = 1024;

pub(super) fn run(sources: &Sources, loaded: &Loaded, user: &str) -> anyhow::Result<ExitCode> {
    let storage = &loaded.config.storage;
    if storage.database_url.is_empty() && !storage.database_path.exists() {
        bail!("there is no database at {}", storage.database_path.display());
    }
    let password = new_password()?;
    runtime()?.block_on(async {
        let ground = Ground::open(storage, sources.data_dir(), Clock::System).await?;
        let reset = access::reset_password(&ground.db, &ground.events, user, password).await;
        ground.db.close().await;
        reset.map_err(anyhow::Error::from)
    })?;
    Ok(output::print(&format!(
        "The password of {user} is changed. A gateway that runs knows it after a restart."
    )))
}

/// Asked for twice at a terminal; elsewhere the first line of standard input.
fn new_password() -> anyhow::Result<Secret> {
    if io::stdin().is_terminal() {
        let first = rpassword::prompt_password("New password: ")?;
        if first != rpassword::prompt_password("Again: ")? {
            bail!("the two are not the same");
        }
        return Ok(Secret::new(first));
    }
    let mut line = String::new();
    io::stdin().take(LONGEST_LINE).read_to_string(&mut line).context("standard input")?;
    Ok(Secret::new(line.lines().next().unwrap_or_default()))
}
