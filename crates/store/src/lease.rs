use std::time::Duration;

use kit::Timestamp;

use crate::{Db, Result};

/// The right to do work that must happen once, however many programs share the database.
#[derive(Debug, Clone)]
pub struct Lease {
    pub name: &'static str,
    /// The program that asks: its instance id and a number of this start.
    pub holder: String,
    pub lifetime: Duration,
}

impl Lease {
    /// Takes the lease, or prolongs it when it is ours. `false`: somebody else holds it.
    pub async fn take(&self, db: &Db, now: Timestamp) -> Result<bool> {
        let mut tx = db.begin().await?;
        let taken = sqlx::query(
            "INSERT INTO leases (name, holder, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (name) DO UPDATE SET holder = $2, expires_at = $3
             WHERE leases.holder = $2 OR leases.expires_at <= $4",
        )
        .bind(self.name)
        .bind(self.holder.as_str())
        .bind(now.after(self.lifetime).0)
        .bind(now.0)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(taken.rows_affected() == 1)
    }
}
