use std::process::ExitCode;
use std::sync::Arc;

use kit::{BaseUrl, Clock, Shutdown, Supervisor};
use lan::mdns::Mdns;

use super::{output, runtime};
use crate::app::{self, Context, Identity, Outside};
use crate::config::Config;
use crate::settings::Settings;

/// Puts the program together as for serving, on a database that is thrown away.
pub(super) fn run() -> anyhow::Result<ExitCode> {
    let description = runtime()?.block_on(describe())?;
    Ok(output::print(&description))
}

async fn describe() -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let database_path = folder.path().join("gatehouse.db");
    let storage = store::Config { database_path, ..store::Config::default() };
    let context = Context::open(&storage, folder.path().to_owned(), Clock::System).await?;
    let instance = context.instance(BaseUrl::new("")).await?;
    let supervisor = Supervisor::new(Shutdown::default());
    let config = Config::default();
    let outside = Outside {
        identity: Identity {
            names: Arc::new(certs::LeafNames::default),
            given: None,
            secure: false,
        },
        targets: Arc::default(),
        entrance: Arc::new(|_: &routing::Route| None),
        mdns: Mdns::new(Default::default()),
        apps_port: None,
        settings: Settings::default(),
    };
    let app = app::build(&context, &config, instance, outside, &supervisor).await?;
    let description = app.management.openapi.to_pretty_json()?;
    context.db.close().await;
    Ok(description)
}
