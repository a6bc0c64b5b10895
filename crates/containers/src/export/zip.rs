//! A zip archive of a few small files, stored as they are.

/// Of 1 January 1980, the first day that the format knows: an archive of the same files is the same.
const DATE: u16 = 0x21;
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 0x0800;

pub(super) fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, content) in files {
        let offset = length(archive.len());
        let entry = entry(name, content);
        archive.extend_from_slice(b"PK\x03\x04");
        archive.extend_from_slice(&entry);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(content.as_bytes());
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&entry);
        // No comment, the first disk, no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (start, size) = (length(archive.len()), length(directory.len()));
    archive.extend_from_slice(&directory);
    archive.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    let count = u16::try_from(files.len()).unwrap_or(u16::MAX).to_le_bytes();
    archive.extend_from_slice(&count);
    archive.extend_from_slice(&count);
    archive.extend_from_slice(&size.to_le_bytes());
    archive.extend_from_slice(&start.to_le_bytes());
    archive.extend_from_slice(&[0; 2]);
    archive
}

/// What both heads of a file have in common.
fn entry(name: &str, content: &str) -> Vec<u8> {
    let size = length(content.len());
    let mut entry = Vec::new();
    for part in [VERSION, FLAGS, 0, 0, DATE] {
        entry.extend_from_slice(&part.to_le_bytes());
    }
    entry.extend_from_slice(&crc32fast::hash(content.as_bytes()).to_le_bytes());
    entry.extend_from_slice(&size.to_le_bytes());
    entry.extend_from_slice(&size.to_le_bytes());
    entry.extend_from_slice(&u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
    entry.extend_from_slice(&[0; 2]);
    entry
}

fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn another_program_can_read_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("stack.zip");
        let archive = zip(&[("a-compose.yml", "services: {}\n"), (".env.example", "Größe=☃\n")]);
        std::fs::write(&path, archive).expect("written");
        let read = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\n\
                    for n in z.namelist(): print(n, z.read(n).decode())";
        let mut python = Command::new("python3");
        python.args(["-c", read]).arg(&path).env("PYTHONIOENCODING", "utf-8");
        let shown = python.output().expect("python3 runs");
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
        assert_eq!(text, "a-compose.yml services: {}\n\n.env.example Größe=☃\n\n");
    }
}
