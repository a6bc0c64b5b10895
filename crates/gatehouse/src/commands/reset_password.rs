use std::io::{self, IsTerminal, Read};
use std::process::ExitCode;

use anyhow::{Context, bail};
use events::Events;
use kit::{Clock, Metrics, Secret};
use store::Db;

use super::{output, runtime};
use crate::config::Loaded;
use crate::slices::migrations;

const LONGEST_LINE: u64 = 1024;

pub(super) fn run(loaded: &Loaded, user: &str) -> anyhow::Result<ExitCode> {
    let storage = &loaded.config.storage;
    if storage.database_url.is_empty() && !storage.database_path.exists() {
        bail!("there is no database at {}", storage.database_path.display());
    }
    let password = new_password()?;
    runtime()?.block_on(reset(storage, user, password))?;
    Ok(output::print(&format!(
        "The password of {user} is changed, and their tokens have ended. \
         A gateway that runs knows it within a second."
    )))
}

/// Only on tables that are this program's own: a gateway of another version may be running on it.
async fn reset(storage: &store::Config, user: &str, password: Secret) -> anyhow::Result<()> {
    let db = Db::open_existing(storage, &migrations(), &Metrics::default()).await?;
    let reset = async {
        let events = Events::open(db.clone(), Clock::System).await?;
        Ok(access::reset_password(&events, user, password).await?)
    };
    let done = reset.await;
    db.close().await;
    done
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
