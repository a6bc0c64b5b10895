use ::store::Db;
use kit::{Clock, Error, ErrorKind, Result};

use crate::config::FileRecords;
use crate::{App, Catalog, Config, RouteRecord, store};

pub(crate) async fn load(db: &Db) -> Result<(Vec<App>, Vec<RouteRecord>)> {
    let mut conn = db.read().await?;
    Ok((store::apps::all(&mut conn).await?, store::routes::all(&mut conn).await?))
}

/// The records of a file that was checked already; what is wrong all the same is an error.
pub(crate) fn read_file(
    config: &Config,
    before: &FileRecords,
    clock: &Clock,
) -> Result<FileRecords> {
    let (records, problems) = FileRecords::read(config, before, clock.now());
    if problems.is_empty() {
        return Ok(records);
    }
    let error =
        Error::new(ErrorKind::InvalidRequest, "The apps and routes of the file are not valid");
    Err(problems.into_iter().fold(error, |error, (key, reason)| error.detail(key, reason)))
}

impl Catalog {
    /// Takes over what another program changed in the database.
    pub(crate) async fn read_again(&self) -> Result<()> {
        let _writing = self.writing().await;
        let (apps, routes) = load(self.db()).await?;
        self.show(|state| state.adopt(apps, routes));
        Ok(())
    }

    /// Says what of the database the file hides, and what of the file leads nowhere.
    pub(crate) fn warn_of_conflicts(&self) {
        let own = self.own();
        let state = self.memory().look();
        for (kind, id) in state.hidden() {
            tracing::warn!(
                kind,
                id,
                "a stored record has the same id as one of the configuration file; the file's counts"
            );
        }
        for (route, rival) in state.rivals() {
            let (route, path) = (&*route.id, rival.prefix.as_str());
            tracing::warn!(
                route,
                path,
                by = &*rival.id,
                "a stored route has the same path as one of the configuration file; the file's counts"
            );
        }
        for (_, route) in state.file.routes.values() {
            if !own.allows(&route.upstream.endpoint) {
                tracing::warn!(
                    route = &*route.id,
                    "a route of the file leads to the gateway itself"
                );
            }
        }
    }
}
