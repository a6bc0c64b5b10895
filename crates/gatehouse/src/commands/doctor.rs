//! Looks at everything the gateway needs, and changes nothing.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use edge::Listener;
use kit::Metrics;
use store::{Db, OpenError};

use super::{output, runtime};
use crate::app::MIGRATIONS;
use crate::config::{Config, Loaded, Sources};
use crate::probe;
use crate::serve::data_dir;

/// What a check found. Where it is not good, it says what to do about it.
#[derive(Debug)]
enum Finding {
    Good(String),
    Doubtful(String),
    Bad(String),
}

use Finding::{Bad, Doubtful, Good};

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Good(text) => write!(f, "ok    {text}"),
            Doubtful(text) => write!(f, "warn  {text}"),
            Bad(text) => write!(f, "FAIL  {text}"),
        }
    }
}

pub(super) fn run(sources: &Sources) -> anyhow::Result<ExitCode> {
    let loaded = sources.load();
    let mut findings = configuration(sources, &loaded);
    if let Ok(loaded) = &loaded {
        findings.extend(runtime()?.block_on(surroundings(sources, &loaded.config)));
    }
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    output::print(&lines.join("\n"));
    match findings.iter().any(|finding| matches!(finding, Bad(_))) {
        true => Ok(ExitCode::FAILURE),
        false => Ok(ExitCode::SUCCESS),
    }
}

fn configuration<E: fmt::Display>(sources: &Sources, loaded: &Result<Loaded, E>) -> Vec<Finding> {
    let file = sources.file();
    match loaded {
        Err(problems) => problems.to_string().lines().map(|line| Bad(line.to_owned())).collect(),
        Ok(loaded) if !loaded.warnings.is_empty() => {
            loaded.warnings.iter().map(|warning| Doubtful(warning.to_string())).collect()
        }
        Ok(_) if file.exists() => vec![Good(format!("configuration: {} is good", file.display()))],
        Ok(_) => vec![Good("configuration: there is no file; the defaults are used".to_owned())],
    }
}

async fn surroundings(sources: &Sources, config: &Config) -> Vec<Finding> {
    let folder = sources.data_dir();
    let secure = !sources.flags.insecure_http;
    let mut findings = vec![
        data_directory(&folder),
        database(config, &folder).await,
        port(config, secure).await,
        base_address(config),
    ];
    if secure {
        findings.push(certificate(config, &folder));
    }
    findings
}

fn data_directory(folder: &Path) -> Finding {
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

/// Opens it as it is, where no gateway has it open already.
async fn database(config: &Config, folder: &Path) -> Finding {
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
    match Db::open_existing(storage, MIGRATIONS, &Metrics::default()).await {
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

async fn port(config: &Config, secure: bool) -> Finding {
    let address = &config.server.addr;
    match Listener::bind(&address.to_string()) {
        Ok(_) => Good(format!("address {address}: is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            match probe::get(address, secure, "/livez").await {
                Ok(answer) if answer.from_gateway => {
                    Good(format!("address {address}: a gateway is running there"))
                }
                _ => Bad(format!(
                    "address {address}: another program listens there; end it, or set server.addr"
                )),
            }
        }
        Err(error) => Bad(format!("{error}; set server.addr to an address of this machine")),
    }
}

fn base_address(config: &Config) -> Finding {
    match (&config.server.base_url, lan::address()) {
        (Some(url), _) => Good(format!("base address: {url}, as configured")),
        (None, Some(address)) => Good(format!("base address: {address} was found")),
        (None, None) => Doubtful(
            "base address: no network address was found; other devices need server.base_url"
                .to_owned(),
        ),
    }
}

fn certificate(config: &Config, folder: &Path) -> Finding {
    let own = folder.join("certs");
    let (certificate, key) = match (&config.server.tls_cert, &config.server.tls_key) {
        (Some(certificate), Some(key)) => (certificate.clone(), key.clone()),
        _ if !own.join("server.pem").exists() => {
            return Good("certificate: is made at the first start".to_owned());
        }
        _ => (own.join("server.pem"), own.join("server.key")),
    };
    match certs::from_files(&certificate, &key) {
        Ok(_) => {
            Good(format!("certificate: {} and its key belong together", certificate.display()))
        }
        Err(error) => Bad(format!("certificate: {error}")),
    }
}
