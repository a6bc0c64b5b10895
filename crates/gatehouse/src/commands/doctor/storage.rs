//! Where the gateway keeps what it knows.

use std::fs;
use std::io;

use kit::Metrics;
use rustix::fs::statvfs;
use store::{Db, OpenError};

use super::Context;
use super::finding::Finding;
use crate::serve::data_dir;
use crate::slices::migrations;

/// Less than this, and the database soon has no room to grow.
const LITTLE_SPACE: u64 = 256 << 20;

pub(super) fn data_directory(context: &Context<'_>) -> Finding {
    const NAME: &str = "data directory";
    let folder = &context.data_dir;
    let path = folder.display();
    match (fs::metadata(folder), data_dir::is_open_to_others(folder)) {
        (Err(error), _) if error.kind() == io::ErrorKind::NotFound => {
            Finding::ok(NAME, format!("{path} is made at the first start"))
        }
        (Err(error), _) => Finding::fail(NAME, format!("{path}: {error}"), "let this user into it"),
        (Ok(found), _) if !found.is_dir() => {
            let mend = "choose another with --data-dir";
            Finding::fail(NAME, format!("{path} is not a folder"), mend)
        }
        _ if tempfile::tempfile_in(folder).is_err() => {
            let mend = "give it to this user with chown";
            Finding::fail(NAME, format!("{path} cannot be written"), mend)
        }
        (_, Ok(true)) => {
            let mend = format!("close it with chmod 700 {path}");
            Finding::warn(NAME, format!("others can look into {path}"), mend)
        }
        _ => Finding::ok(NAME, format!("{path} can be written, and by nobody else")),
    }
}

/// `None` where there is no folder yet, or no way to know.
pub(super) fn space(context: &Context<'_>) -> Option<Finding> {
    const NAME: &str = "disk";
    let about = statvfs(&context.data_dir).ok()?;
    let free = about.f_bavail.saturating_mul(about.f_frsize);
    let found = format!("{} MB are free", free >> 20);
    Some(if free < LITTLE_SPACE {
        Finding::warn(NAME, found, "make room for the database")
    } else {
        Finding::ok(NAME, found)
    })
}

/// Opens it as it is, where no gateway has it open already.
pub(super) async fn database(context: &Context<'_>) -> Finding {
    const NAME: &str = "database";
    let storage = &context.config.storage;
    if storage.database_url.is_empty() && !storage.database_path.exists() {
        let path = storage.database_path.display();
        return Finding::ok(NAME, format!("{path} is made at the first start"));
    }
    match data_dir::is_claimed(&context.data_dir) {
        Ok(false) => {}
        Ok(true) => return Finding::ok(NAME, "a running gateway has it open"),
        Err(error) => {
            let mend = "run this command as the user that the gateway runs as";
            return Finding::warn(NAME, format!("it was not looked at: {error}"), mend);
        }
    }
    match Db::open_existing(storage, &migrations(), &Metrics::default()).await {
        Ok(db) => {
            db.close().await;
            Finding::ok(NAME, "it opens, and its tables are known")
        }
        Err(OpenError::TooOld { .. }) => {
            Finding::ok(NAME, "it opens; the next start brings its tables up to date")
        }
        Err(error) => {
            let mend = "see the guide on backups for how to bring one back";
            Finding::fail(NAME, error.to_string(), mend)
        }
    }
}
