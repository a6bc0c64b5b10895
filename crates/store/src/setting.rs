use crate::{Db, Result, Tx};

impl Db {
    /// A value that is made once and then stays: the instance's id, the signing key. Of two
    /// programs that start at once, one makes it and both get it.
    pub async fn setting(&self, name: &str, make: impl FnOnce() -> String) -> Result<String> {
        let sql = "SELECT value FROM settings WHERE name = $1";
        let known: Option<String> =
            sqlx::query_scalar(sql).bind(name).fetch_optional(&mut *self.read().await?).await?;
        if let Some(value) = known {
            return Ok(value);
        }
        let mut tx = self.begin().await?;
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(make())
            .execute(&mut *tx)
            .await?;
        let value = sqlx::query_scalar(sql).bind(name).fetch_one(&mut *tx).await?;
        tx.commit().await?;
        Ok(value)
    }

    /// A value that somebody may have chosen.
    pub async fn find_setting(&self, name: &str) -> Result<Option<String>> {
        let sql = "SELECT value FROM settings WHERE name = $1";
        Ok(sqlx::query_scalar(sql).bind(name).fetch_optional(&mut *self.read().await?).await?)
    }

    pub async fn set_setting(tx: &mut Tx, name: &str, value: &str) -> Result<()> {
        let sql = "INSERT INTO settings (name, value) VALUES ($1, $2)
                   ON CONFLICT (name) DO UPDATE SET value = $2";
        sqlx::query(sql).bind(name).bind(value).execute(&mut **tx).await?;
        Ok(())
    }
}
