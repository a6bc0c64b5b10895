//! Where the gateway keeps what it knows.

use std::fs;
use std::io;
use std::path::Path;

use kit::Metrics;
use rustix::fs::statvfs;
use store::{Db, OpenError};

use super::finding::Finding::{self, Bad, Doubtful, Good};
use crate::config::Config;
use crate::serve::data_dir;
use crate::slices::migrations;

/// Less than this, and the database soon has no room to grow.
const LITTLE_SPACE: u64 = 256 << 20;

pub(super) fn data_directory(folder: &Path) -> Finding {
    let name = format!("data directory {}", folder.display());
    match (fs::metadata(folder), data_dir::is_open_to_others(folder)) {
        (Err(error), _) if error.kind() == io::ErrorKind::NotFound => {
            Good(format!("{name}: is made at the first start"))
        }
        (Err(error), _) => Bad(format!("{name}: {error}; let this user into it")),
        (Ok(found), _) if !found.is_dir() => {
            Bad(format!("{name}: is not a folder; choose another with --data-dir"))
        }
        _ if tempfile::tempfile_in(folder).is_err() => {
            Bad(format!("{name}: cannot be written; give it to this user with chown"))
        }
        (_, Ok(true)) => {
            Doubtful(format!("{name}: others can look into it; close it with chmod 700"))
        }
        _ => Good(format!("{name}: can be written, and by nobody else")),
    }
}

/// `None` where there is no folder yet, or no way to know.
pub(super) fn space(folder: &Path) -> Option<Finding> {
    let about = statvfs(folder).ok()?;
    let free = about.f_bavail.saturating_mul(about.f_frsize);
    let megabytes = free >> 20;
    Some(match free < LITTLE_SPACE {
        true => Doubtful(format!("disk: {megabytes} MB are free; make room for the database")),
        false => Good(format!("disk: {megabytes} MB are free")),
    })
}

/// Opens it as it is, where no gateway has it open already.
pub(super) async fn database(config: &Config, folder: &Path) -> Finding {
    let storage = &config.storage;
    if storage.database_url.is_empty() && !storage.database_path.exists() {
        let path = storage.database_path.display();
        return Good(format!("database {path}: is made at the first start"));
    }
    match data_dir::is_claimed(folder) {
        Ok(false) => {}
        Ok(true) => return Good("database: a running gateway has it open".to_owned()),
        Err(error) => return Doubtful(format!("database: was not looked at: {error}")),
    }
    match Db::open_existing(storage, &migrations(), &Metrics::default()).await {
        Ok(db) => {
            db.close().await;
            Good("database: opens, and its tables are known".to_owned())
        }
        Err(OpenError::TooOld { .. }) => {
            Good("database: opens; the next start brings its tables up to date".to_owned())
        }
        Err(error) => Bad(format!("database: {error}")),
    }
}
