use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, StoreError, Tx, query};

use crate::domain::Domain;
use crate::model::{Proof, Record};

/// A certificate and a sealed key under a name; one of the two may be empty.
pub(crate) struct KeyRow {
    pub(crate) certificate: String,
    pub(crate) sealed: String,
}

pub(crate) async fn key(conn: &mut AnyConnection, name: &str) -> Result<Option<KeyRow>> {
    let sql = "SELECT certificate, sealed FROM certificate_keys WHERE name = $1";
    let row = query(sql).bind(name).fetch_optional(conn).await?;
    let read = |row: &AnyRow| Ok(KeyRow { certificate: row.try_get(0)?, sealed: row.try_get(1)? });
    row.as_ref().map(read).transpose()
}

/// Keeps what is there already: of two programs that start at once, one makes it.
pub(crate) async fn add_key(tx: &mut Tx, name: &str, row: &KeyRow) -> Result<()> {
    query(
        "INSERT INTO certificate_keys (name, certificate, sealed) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO NOTHING",
    )
    .bind(name)
    .bind(row.certificate.as_str())
    .bind(row.sealed.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts it in the place of whatever is there.
pub(crate) async fn put_key(tx: &mut Tx, name: &str, row: &KeyRow) -> Result<()> {
    query(
        "INSERT INTO certificate_keys (name, certificate, sealed) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET certificate = $2, sealed = $3",
    )
    .bind(name)
    .bind(row.certificate.as_str())
    .bind(row.sealed.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts another in the place of exactly this one; whether it was there.
pub(crate) async fn replace_key(tx: &mut Tx, name: &str, old: &str, row: &KeyRow) -> Result<bool> {
    let replaced = query(
        "UPDATE certificate_keys SET certificate = $3, sealed = $4
         WHERE name = $1 AND sealed = $2",
    )
    .bind(name)
    .bind(old)
    .bind(row.certificate.as_str())
    .bind(row.sealed.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(replaced.rows_affected() > 0)
}

/// The one that was changed last comes last.
pub(crate) async fn records(conn: &mut AnyConnection) -> Result<Vec<Record>> {
    let sql = "SELECT domain, provider, names, chain, sealed, warned, updated_at
               FROM certificates ORDER BY updated_at, domain";
    query(sql).fetch_all(conn).await?.iter().map(record).collect()
}

fn record(row: &AnyRow) -> Result<Record> {
    let (domain, provider): (String, String) = (row.try_get(0)?, row.try_get(1)?);
    let names: String = row.try_get(2)?;
    let unreadable = |what: &str| StoreError::Unreadable(format!("certificate {domain}: {what}"));
    let names: Vec<String> = serde_json::from_str(&names).map_err(|_| unreadable("its names"))?;
    let names: kit::Result<_> = names.iter().map(|name| Domain::parse(name)).collect();
    Ok(Record {
        domain: Domain::parse(&domain).map_err(|_| unreadable("its domain"))?,
        provider: provider.parse().map_err(|_| unreadable("its provider"))?,
        names: names.map_err(|_| unreadable("its names"))?,
        chain: row.try_get(3)?,
        sealed: row.try_get(4)?,
        warned: row.try_get(5)?,
        updated_at: Timestamp(row.try_get(6)?),
    })
}

pub(crate) async fn put(tx: &mut Tx, record: &Record) -> Result<()> {
    let names: Vec<String> = record.names.iter().map(ToString::to_string).collect();
    query(
        "INSERT INTO certificates (domain, provider, names, chain, sealed, warned, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (domain) DO UPDATE SET
             provider = $2, names = $3, chain = $4, sealed = $5, warned = $6, updated_at = $7",
    )
    .bind(record.domain.to_string())
    .bind(record.provider.into_str())
    .bind(serde_json::json!(names).to_string())
    .bind(record.chain.as_str())
    .bind(record.sealed.clone())
    .bind(record.warned)
    .bind(record.updated_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Whether it was there.
pub(crate) async fn remove(tx: &mut Tx, domain: &Domain) -> Result<bool> {
    let removed = query("DELETE FROM certificates WHERE domain = $1")
        .bind(domain.to_string())
        .execute(&mut **tx)
        .await?;
    Ok(removed.rows_affected() > 0)
}

pub(crate) async fn set_warned(tx: &mut Tx, domain: &Domain, days: i64) -> Result<()> {
    query("UPDATE certificates SET warned = $2 WHERE domain = $1")
        .bind(domain.to_string())
        .bind(days)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn proofs(conn: &mut AnyConnection, now: Timestamp) -> Result<Vec<Proof>> {
    let sql = "SELECT token, domain, answer, expires_at FROM certificate_proofs
               WHERE expires_at > $1 ORDER BY token";
    let rows = query(sql).bind(now.0).fetch_all(conn).await?;
    let proof = |row: &AnyRow| {
        let domain: String = row.try_get(1)?;
        let domain = Domain::parse(&domain).map_err(|error| {
            StoreError::Unreadable(format!("the proof for a certificate: {error}"))
        })?;
        Ok(Proof {
            token: row.try_get(0)?,
            domain,
            answer: row.try_get(2)?,
            expires_at: Timestamp(row.try_get(3)?),
        })
    };
    rows.iter().map(proof).collect()
}

pub(crate) async fn add_proof(tx: &mut Tx, proof: &Proof) -> Result<()> {
    query(
        "INSERT INTO certificate_proofs (token, domain, answer, expires_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT (token) DO UPDATE SET answer = $3, expires_at = $4",
    )
    .bind(proof.token.as_str())
    .bind(proof.domain.to_string())
    .bind(proof.answer.as_str())
    .bind(proof.expires_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes away these, and whatever has outlived its time.
pub(crate) async fn remove_proofs(tx: &mut Tx, tokens: &[String], now: Timestamp) -> Result<()> {
    query("DELETE FROM certificate_proofs WHERE expires_at <= $1")
        .bind(now.0)
        .execute(&mut **tx)
        .await?;
    for token in tokens {
        query("DELETE FROM certificate_proofs WHERE token = $1")
            .bind(token.as_str())
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}
