//! The last lines of one container, in two files: when the newer one is full, it takes the place of
//! the older one. What is half written when the program ends is passed over.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use engines::{LogLine, LogStream, LogTime};

/// Of each of the two files.
const MOST_BYTES: u64 = 512 * 1024;
const LONGEST_LINE: usize = 16 * 1024;
/// Room for the last line of a file.
const LAST: u64 = 64 * 1024;
/// Lines of containers may hold secrets.
const MODE: u32 = 0o600;

#[derive(Debug, Clone)]
pub(super) struct Ring {
    folder: PathBuf,
}

/// Where a line stands: when it was said, and how many lines of the same moment stand before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) at: LogTime,
    pub(super) nth: usize,
}

#[derive(Debug, Clone)]
pub(super) struct StoredLine {
    pub(super) position: Position,
    pub(super) line: LogLine,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// The oldest first.
    pub(super) lines: Vec<StoredLine>,
    /// How many lines are wanted in all, of which those are some.
    pub(super) total: usize,
    /// When the oldest line was said that is kept.
    pub(super) oldest: Option<LogTime>,
}

/// The lines around one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Around {
    pub(super) position: Position,
    /// So many lines before it, and after it.
    pub(super) before: usize,
    pub(super) after: usize,
}

/// Which lines are looked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    /// In small letters; the lines that hold it, however they are spelled.
    pub(super) text: Option<String>,
    pub(super) since: Option<LogTime>,
    pub(super) until: Option<LogTime>,
    pub(super) stream: Option<LogStream>,
    /// The last ones of those that there are.
    pub(super) limit: usize,
}

impl Ring {
    pub(super) fn new(folder: PathBuf) -> Self {
        Ring { folder }
    }

    fn newer(&self) -> PathBuf {
        self.folder.join("newer.log")
    }

    fn older(&self) -> PathBuf {
        self.folder.join("older.log")
    }

    pub(super) fn append(&self, lines: &[LogLine]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = self.open()?;
        let mut size = file.metadata()?.len();
        let mut text = String::new();
        for line in lines {
            if size + text.len() as u64 >= MOST_BYTES {
                file.write_all(text.as_bytes())?;
                fs::rename(self.newer(), self.older())?;
                file = self.open()?;
                (size, text) = (0, String::new());
            }
            write_line(&mut text, line);
        }
        file.write_all(text.as_bytes())
    }

    fn open(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        let mut file =
            options.create(true).read(true).append(true).mode(MODE).open(self.newer())?;
        // A line that was cut off must not swallow the next one.
        if file.metadata()?.len() > 0 {
            let mut last = [0];
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(file)
    }

    /// The time of the last line that is kept.
    pub(super) fn newest(&self) -> Option<LogTime> {
        let last = |path: PathBuf| {
            let mut file = File::open(path).ok()?;
            let size = file.metadata().ok()?.len();
            file.seek(SeekFrom::Start(size.saturating_sub(LAST))).ok()?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).ok()?;
            let text = String::from_utf8_lossy(&bytes);
            text.lines().filter_map(read_line).filter_map(|line| line.at).max()
        };
        last(self.newer()).or_else(|| last(self.older()))
    }

    pub(super) fn search(&self, search: &Search) -> io::Result<Found> {
        let mut lines = self.lines()?;
        let oldest = oldest(&lines);
        lines.retain(|stored| search.wants(&stored.line));
        let total = lines.len();
        let lines = lines.split_off(total.saturating_sub(search.limit));
        Ok(Found { lines, total, oldest })
    }

    /// `None`: that line is not kept any longer.
    pub(super) fn around(&self, around: &Around) -> io::Result<Option<Found>> {
        let mut lines = self.lines()?;
        let (oldest, total) = (oldest(&lines), lines.len());
        let Some(hit) = lines.iter().position(|stored| stored.position == around.position) else {
            return Ok(None);
        };
        lines.truncate((hit + 1).saturating_add(around.after));
        let lines = lines.split_off(hit.saturating_sub(around.before));
        Ok(Some(Found { lines, total, oldest }))
    }

    /// All that are kept, in the order in which they were written down.
    fn lines(&self) -> io::Result<Vec<StoredLine>> {
        let mut lines = Vec::new();
        let mut told: HashMap<LogTime, usize> = HashMap::new();
        for path in [self.older(), self.newer()] {
            let text = match fs::read(path) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            for line in text.lines().filter_map(read_line) {
                let at = line.at.unwrap_or(LogTime(0));
                let count = told.entry(at).or_default();
                let position = Position { at, nth: *count };
                *count += 1;
                lines.push(StoredLine { position, line });
            }
        }
        Ok(lines)
    }
}

impl Position {
    /// As callers hand it back: `1714979289000000012.0`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (at, nth) = text.split_once('.')?;
        Some(Position { at: LogTime(at.parse().ok()?), nth: nth.parse().ok()? })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at.0, self.nth)
    }
}

fn oldest(lines: &[StoredLine]) -> Option<LogTime> {
    lines.iter().map(|stored| stored.position.at).find(|at| at.0 > 0)
}

impl Search {
    fn wants(&self, line: &LogLine) -> bool {
        self.since.is_none_or(|since| line.at >= Some(since))
            && self.until.is_none_or(|until| line.at <= Some(until))
            && self.stream.is_none_or(|stream| line.stream == stream)
            && self.text.as_ref().is_none_or(|text| line.text.to_lowercase().contains(text))
    }
}

fn write_line(out: &mut String, line: &LogLine) {
    let stream = match line.stream {
        LogStream::Stdout => 'o',
        LogStream::Stderr => 'e',
    };
    let text = &line.text[..line.text.floor_char_boundary(LONGEST_LINE)];
    let at = line.at.map_or(0, |at| at.0);
    out.push_str(&format!("{at} {stream} {}\n", text.replace('\n', " ")));
}

fn read_line(line: &str) -> Option<LogLine> {
    let (at, rest) = line.split_once(' ')?;
    let (stream, text) = rest.split_once(' ')?;
    let stream = match stream {
        "o" => LogStream::Stdout,
        "e" => LogStream::Stderr,
        _ => return None,
    };
    let at = LogTime(at.parse().ok()?);
    Some(LogLine { stream, at: Some(at), text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(n: i64, text: &str) -> LogLine {
        let stream = if n % 2 == 0 { LogStream::Stdout } else { LogStream::Stderr };
        LogLine { stream, at: Some(LogTime(n)), text: text.to_owned() }
    }

    fn times(found: Found) -> Vec<i64> {
        found.lines.iter().map(|stored| stored.position.at.0).collect()
    }

    fn ring() -> (tempfile::TempDir, Ring) {
        let folder = tempfile::tempdir().expect("a folder");
        let ring = Ring::new(folder.path().join("a"));
        (folder, ring)
    }

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        let (_folder, ring) = ring();
        let text = "x".repeat(1_000);
        for batch in 0..30 {
            let lines: Vec<LogLine> = (0..100).map(|n| line(batch * 100 + n, &text)).collect();
            ring.append(&lines).expect("written");
        }
        let all = Search { limit: usize::MAX, ..Search::default() };
        let kept = times(ring.search(&all).expect("read"));
        assert!(kept.len() > 500 && kept.len() < 1_100, "{}", kept.len());
        assert_eq!(kept.last(), Some(&2_999));
        assert!(kept.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        let size = |path: PathBuf| fs::metadata(path).expect("a file").len();
        assert!(size(ring.newer()) + size(ring.older()) < 2 * MOST_BYTES + 4_096);
        assert_eq!(ring.newest(), Some(LogTime(2_999)));
    }

    #[test]
    fn lines_are_found_by_what_they_say_and_when() {
        let (_folder, ring) = ring();
        let nothing = ring.search(&Search::default()).expect("nothing yet");
        assert_eq!((nothing.total, nothing.oldest), (0, None));
        assert_eq!(ring.newest(), None);
        let lines =
            [line(1, "GET / 200"), line(2, "Error: Größe"), line(3, "error again"), line(4, "")];
        ring.append(&lines).expect("written");
        let found = |search: Search| -> Vec<i64> {
            let search = Search { limit: search.limit.max(1), ..search };
            times(ring.search(&search).expect("read"))
        };
        let text = Some("error".to_owned());
        assert_eq!(found(Search { text: text.clone(), limit: 9, ..Search::default() }), [2, 3]);
        assert_eq!(found(Search { text, limit: 1, ..Search::default() }), [3]);
        assert_eq!(
            found(Search { since: Some(LogTime(3)), limit: 9, ..Search::default() }),
            [3, 4]
        );
        assert_eq!(found(Search { until: Some(LogTime(1)), limit: 9, ..Search::default() }), [1]);
        let stream = Some(LogStream::Stderr);
        assert_eq!(found(Search { stream, limit: 9, ..Search::default() }), [1, 3]);
        let one = ring.search(&Search { limit: 1, ..Search::default() }).expect("read");
        assert_eq!((one.lines.len(), one.total, one.oldest), (1, 4, Some(LogTime(1))));
    }

    #[test]
    fn a_line_is_found_among_its_neighbours() {
        let (_folder, ring) = ring();
        // Three of one moment, in the middle.
        let said = [1, 2, 3, 3, 3, 4, 5];
        let lines: Vec<LogLine> =
            said.iter().enumerate().map(|(at, n)| line(*n, &at.to_string())).collect();
        ring.append(&lines).expect("written");
        let around = |position: &str, before, after| -> Option<Vec<String>> {
            let position = Position::parse(position).expect("a position");
            let found = ring.around(&Around { position, before, after }).expect("read")?;
            assert_eq!((found.total, found.oldest), (said.len(), Some(LogTime(1))));
            Some(found.lines.into_iter().map(|stored| stored.line.text).collect())
        };
        let texts = |of: &[&str]| Some(of.iter().map(ToString::to_string).collect());
        assert_eq!(around("3.1", 2, 1), texts(&["1", "2", "3", "4"]));
        assert_eq!(around("3.2", 0, 0), texts(&["4"]));
        assert_eq!(around("1.0", 5, 1), texts(&["0", "1"]), "there is nothing before the first");
        assert_eq!(around("5.0", 1, usize::MAX), texts(&["5", "6"]));
        assert_eq!(around("3.3", 1, 1), None);
        assert_eq!(around("9.0", 1, 1), None);
        let found = ring.search(&Search { limit: 9, ..Search::default() }).expect("read");
        for StoredLine { position, line } in found.lines {
            assert_eq!(around(&position.to_string(), 0, 0), texts(&[&line.text]));
        }
        for bad in ["", "1", "1.", ".1", "a.0", "1.-1"] {
            assert_eq!(Position::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_was_cut_off_is_passed_over() {
        let (_folder, ring) = ring();
        ring.append(&[line(1, "whole")]).expect("written");
        let mut file = OpenOptions::new().append(true).open(ring.newer()).expect("a file");
        file.write_all(b"99 o half").expect("written");
        ring.append(&[line(2, "after")]).expect("written");
        let all = Search { limit: 9, ..Search::default() };
        let texts: Vec<String> =
            ring.search(&all).expect("read").lines.into_iter().map(|one| one.line.text).collect();
        assert_eq!(texts, ["whole", "half", "after"]);
    }
}
