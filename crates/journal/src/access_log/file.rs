//! The file that lines are appended to.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Only the gateway's own user may read who asked for what.
const MODE: u32 = 0o600;

#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    file: File,
    size: u64,
    /// A pipe or a terminal has no size, and is not put aside.
    is_regular: bool,
}

impl LogFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // A pipe that nobody reads is an error then, instead of a wait without an end.
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(MODE)
            .custom_flags(flags.bits().cast_signed())
            .open(path)?;
        let metadata = file.metadata()?;
        let is_regular = metadata.is_file();
        let mut opened = LogFile { path: path.to_owned(), file, size: metadata.len(), is_regular };
        if is_regular && metadata.len() > 0 && !ends_with_newline(path)? {
            // The program was killed in the middle of a line.
            opened.append(&mut b"\n".to_vec())?;
        }
        Ok(opened)
    }

    /// Whether `more` bytes would be too many, after `held` that are about to be written.
    pub(super) fn is_full(&self, held: usize, more: usize, max_size: u64) -> bool {
        let size = self.size + held as u64;
        self.is_regular && size > 0 && size + more as u64 > max_size
    }

    /// Writes all that is in `buffer` and empties it. After an error it holds what is still to be
    /// written, and no half line is left in the file.
    pub(super) fn append(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let mut done = 0;
        while done < buffer.len() {
            match self.file.write(&buffer[done..]) {
                Ok(0) => return self.give_up(buffer, done, ErrorKind::WriteZero.into()),
                Ok(written) => done += written,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return self.give_up(buffer, done, error),
            }
        }
        self.size += done as u64;
        buffer.clear();
        Ok(())
    }

    fn give_up(&mut self, buffer: &mut Vec<u8>, done: usize, why: io::Error) -> io::Result<()> {
        if done > 0 && !(self.is_regular && self.file.set_len(self.size).is_ok()) {
            buffer.drain(..done);
            self.size += done as u64;
        }
        Err(why)
    }

    /// Whether the path leads elsewhere by now, because somebody moved the file away.
    pub(super) fn was_moved(&mut self) -> bool {
        let Ok(own) = self.file.metadata() else { return true };
        // Somebody may also have emptied it.
        self.size = own.len();
        let place = |metadata: &Metadata| (metadata.dev(), metadata.ino());
        !fs::metadata(&self.path).is_ok_and(|there| place(&there) == place(&own))
    }

    /// Puts the file aside as `….1`, those that were put aside before one number further, and
    /// begins a new one.
    pub(super) fn rotate(self, keep: u32) -> io::Result<Self> {
        let path = self.path;
        for number in (1..keep).rev() {
            if_there(fs::rename(numbered(&path, number), numbered(&path, number + 1)))?;
        }
        match keep {
            0 => if_there(fs::remove_file(&path))?,
            _ => if_there(fs::rename(&path, numbered(&path, 1)))?,
        }
        remove_surplus(&path, keep)?;
        LogFile::open(&path)
    }
}

/// There may be more than are kept now, of the time when more were kept.
fn remove_surplus(path: &Path, keep: u32) -> io::Result<()> {
    let mut number = keep + 1;
    while numbered(path, number).try_exists()? {
        fs::remove_file(numbered(path, number))?;
        number += 1;
    }
    Ok(())
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{number}"));
    name.into()
}

fn if_there(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn ends_with_newline(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
