//! Templates of a folder: `<folder>/<id>/compose.yaml`. What is in it was put there by somebody
//! who may be mistaken, so nothing leads out of it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::{Mode, OFlags, open};

use super::{Shelf, Template};
use crate::compose::{Position, Problem};
use crate::rules;

const FILES: [&str; 4] =
    ["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"];
const LARGEST_FILE: u64 = 256 * 1024;
const MOST_TEMPLATES: usize = 500;

pub(super) fn read(folder: &Path) -> Shelf {
    let templates = folders(folder).into_iter().filter_map(|(id, path)| {
        let text = match find(&path) {
            Ok(Some(file)) => text(&file),
            Ok(None) => return None,
            Err(error) => Err(error),
        };
        let template = text.and_then(|text| Template::read(&id, &text).map(Arc::new));
        Some((id, template))
    });
    templates.collect()
}

/// The files with their sizes and times.
pub(crate) type Stamp = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// What changes when any of the files does.
pub(crate) fn stamp(folder: &Path) -> Stamp {
    let files = folders(folder).into_iter().flat_map(|(_, path)| FILES.map(|name| path.join(name)));
    let known = files.filter_map(|file| {
        let metadata = fs::symlink_metadata(&file).ok()?;
        Some((file, metadata.len(), metadata.modified().ok()))
    });
    known.collect()
}

/// A folder that is not there holds nothing.
fn folders(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let named = entries.filter_map(Result::ok).filter_map(|entry| {
        let id = entry.file_name().to_str()?.to_owned();
        rules::is_template_id(&id).then(|| (id, entry.path()))
    });
    let mut named: Vec<(String, PathBuf)> = named.collect();
    named.sort();
    named.truncate(MOST_TEMPLATES);
    named
}

/// The compose file of a template. A link is not followed: it may lead anywhere.
fn find(folder: &Path) -> Result<Option<PathBuf>, Problem> {
    let Ok(metadata) = fs::symlink_metadata(folder) else { return Ok(None) };
    refuse_link(&metadata)?;
    if !metadata.is_dir() {
        return Ok(None);
    }
    for name in FILES {
        let file = folder.join(name);
        if let Ok(metadata) = fs::symlink_metadata(&file) {
            refuse_link(&metadata)?;
            return Ok(Some(file));
        }
    }
    Ok(None)
}

fn refuse_link(metadata: &Metadata) -> Result<(), Problem> {
    if metadata.is_symlink() {
        Err(problem("a symbolic link is not followed; put the file itself here"))
    } else {
        Ok(())
    }
}

fn text(path: &Path) -> Result<String, Problem> {
    let read = || -> io::Result<String> {
        let file = File::from(open(
            path,
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK,
            Mode::empty(),
        )?);
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let mut text = String::new();
        file.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
        Ok(text)
    };
    let text = read().map_err(|error| problem(format!("the file cannot be read: {error}")))?;
    if text.len() as u64 > LARGEST_FILE {
        Err(problem("the file is larger than 256 KiB"))
    } else {
        Ok(text)
    }
}

fn problem(reason: impl Into<String>) -> Problem {
    Problem::new(Position::default(), reason)
}
