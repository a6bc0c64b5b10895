use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};

use crate::OpenError;
use crate::db::{Dialect, Pools};

const CONNECTIONS: u32 = 8;

pub(crate) async fn open(url: &str) -> Result<Pools, OpenError> {
    if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
        return Err(OpenError::Scheme);
    }
    let options: AnyConnectOptions = url.parse()?;
    let pool = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .min_connections(1)
        .acquire_timeout(Duration::from_secs(5))
        .idle_timeout(Duration::from_secs(300))
        .connect_with(options)
        .await?;
    Ok(Pools { readers: pool.clone(), writers: pool, dialect: Dialect::Postgres, path: None })
}
