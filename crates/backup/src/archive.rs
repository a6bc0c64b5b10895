//! The file: a compressed tar with `manifest.json`, its signature, and one file of rows for each
//! part. It is made and read in memory; nothing in it is ever a path on a disk.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use aws_lc_rs::hmac;
use kit::{Error, Result, Secret};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::contents::Contents;
use crate::error::Refusal;
use crate::model::{Manifest, PartEntry};
use crate::{LARGEST, cover};

pub(crate) const FORMAT: u64 = 1;
const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "signature";
const LEVEL: i32 = 9;
/// More than there are parts.
const MOST_FILES: usize = 64;

/// A backup that was read.
#[derive(Debug)]
pub(crate) struct Archive {
    pub(crate) manifest: Manifest,
    pub(crate) contents: Contents,
    /// It was made here, or by somebody who knows the passphrase.
    pub(crate) is_ours: bool,
}

/// Shows that a manifest was written here. The manifest names the hash of everything else.
#[derive(Debug, Clone)]
pub(crate) struct Signing(hmac::Key);

impl Signing {
    pub(crate) fn new(secret: &Secret) -> Self {
        Signing(hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes()))
    }
}

pub(crate) fn write(
    mut manifest: Manifest,
    contents: &Contents,
    signing: &Signing,
    passphrase: &Secret,
) -> Result<(Manifest, Vec<u8>)> {
    let mut files = Vec::new();
    manifest.parts.clear();
    for (name, tables) in &contents.parts {
        let content = serde_json::to_vec(tables).map_err(Error::internal)?;
        manifest.parts.push(PartEntry { name: name.clone(), sha256: sha256(&content) });
        files.push((format!("{name}.json"), content));
    }
    if files.iter().map(|(_, content)| content.len()).sum::<usize>() > LARGEST {
        return Err(Refusal::TooLarge.into());
    }
    let told = serde_json::to_vec_pretty(&manifest).map_err(Error::internal)?;
    let signature = hex::encode(hmac::sign(&signing.0, &told)).into_bytes();
    files.splice(..0, [(MANIFEST.to_owned(), told), (SIGNATURE.to_owned(), signature)]);
    let packed = pack(&files).map_err(Error::internal)?;
    let file = if passphrase.is_empty() { packed } else { cover::close(passphrase, packed)? };
    Ok((manifest, file))
}

fn pack(files: &[(String, Vec<u8>)]) -> std::io::Result<Vec<u8>> {
    let mut builder = tar::Builder::new(zstd::Encoder::new(Vec::new(), LEVEL)?);
    for (name, content) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(0);
        header.set_entry_type(tar::EntryType::Regular);
        builder.append_data(&mut header, name, content.as_slice())?;
    }
    builder.into_inner()?.finish()
}

pub(crate) fn read(file: &[u8], signing: &Signing, passphrase: &Secret) -> Result<Archive> {
    let is_closed = cover::is_closed(file);
    let mut files =
        if is_closed { unpack(&cover::open(passphrase, file)?)? } else { unpack(file)? };
    let told = files.remove(MANIFEST).ok_or_else(|| damaged("it has no manifest"))?;
    let signature = files.remove(SIGNATURE).unwrap_or_default();
    let signature = hex::decode(signature).unwrap_or_default();
    let is_signed = hmac::verify(&signing.0, &told, &signature).is_ok();
    let manifest = manifest(&told)?;
    let mut parts = BTreeMap::new();
    for part in &manifest.parts {
        let content = files.remove(&format!("{}.json", part.name));
        let content = content.ok_or_else(|| damaged(format!("{} is missing", part.name)))?;
        if sha256(&content) != part.sha256 {
            return Err(damaged(format!("{} is not what was written", part.name)).into());
        }
        let tables = serde_json::from_slice(&content)
            .map_err(|_| damaged(format!("{} cannot be read", part.name)))?;
        parts.insert(part.name.clone(), tables);
    }
    if let Some(name) = files.keys().next() {
        return Err(damaged(format!("{name:?} does not belong into it")).into());
    }
    Ok(Archive { manifest, contents: Contents { parts }, is_ours: is_signed || is_closed })
}

/// The format is looked at before anything else: a newer one may look different.
fn manifest(told: &[u8]) -> Result<Manifest> {
    let told: Value =
        serde_json::from_slice(told).map_err(|_| damaged("its manifest cannot be read"))?;
    let format = told["format"].as_u64().ok_or_else(|| damaged("it does not say its format"))?;
    if format > FORMAT {
        return Err(Refusal::TooNew(format).into());
    }
    Ok(serde_json::from_value(told).map_err(|_| damaged("its manifest cannot be read"))?)
}

/// Everything in it, by name. What it unpacks to is counted as it comes.
fn unpack(packed: &[u8]) -> Result<BTreeMap<String, Vec<u8>>> {
    let unreadable = |_| damaged("it is not an archive");
    let decoder = zstd::Decoder::new(Cursor::new(packed)).map_err(unreadable)?;
    let mut unpacked = Vec::new();
    let limit = LARGEST as u64 + 1;
    decoder.take(limit).read_to_end(&mut unpacked).map_err(unreadable)?;
    if unpacked.len() > LARGEST {
        return Err(Refusal::TooLarge.into());
    }
    let mut files = BTreeMap::new();
    let mut archive = tar::Archive::new(unpacked.as_slice());
    for entry in archive.entries().map_err(unreadable)? {
        let mut entry = entry.map_err(unreadable)?;
        let name = String::from_utf8(entry.path_bytes().into_owned());
        let name = name.map_err(|_| damaged("a name in it cannot be read"))?;
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(unreadable)?;
        let is_file = entry.header().entry_type() == tar::EntryType::Regular;
        if !is_file || files.len() >= MOST_FILES || files.insert(name, content).is_some() {
            return Err(damaged("it is not an archive of ours").into());
        }
    }
    Ok(files)
}

fn damaged(why: impl Into<String>) -> Refusal {
    Refusal::Damaged(why.into())
}

pub(crate) fn sha256(content: &[u8]) -> String {
    hex::encode(Sha256::digest(content))
}
