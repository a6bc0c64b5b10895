//! When the next backup is due, and which ones are kept.

use std::time::Duration;

use kit::Timestamp;

use crate::model::{Record, Trigger};

/// After one that failed: soon enough to be of use, and not every minute of a full disk.
pub(crate) const PAUSE: Duration = Duration::from_secs(600);

/// One interval after the last that was made on schedule. Where none was, after the first start of
/// all, so that restarts do not put it off.
pub(crate) fn next(since: Timestamp, backups: &[Record], interval: Duration) -> Timestamp {
    last(backups).unwrap_or(since).max(since).after(interval)
}

pub(crate) fn last(backups: &[Record]) -> Option<Timestamp> {
    scheduled(backups).map(|record| record.created_at).max()
}

/// The ids of those that are too many. Those that somebody made by hand are his.
pub(crate) fn outdated(backups: &[Record], keep: u32) -> Vec<String> {
    let mut all: Vec<&Record> = scheduled(backups).collect();
    all.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
    all.iter().skip(keep as usize).map(|record| record.id.clone()).collect()
}

fn scheduled(backups: &[Record]) -> impl Iterator<Item = &Record> {
    backups.iter().filter(|record| record.trigger == Trigger::Scheduled)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn backup(id: &str, hour: u32, trigger: Trigger) -> Record {
        Record {
            id: id.to_owned(),
            description: String::new(),
            created_at: Timestamp(0).after(HOUR * hour),
            version: String::new(),
            size_bytes: 0,
            sha256: String::new(),
            counts: Default::default(),
            trigger,
            encrypted: false,
        }
    }

    #[test]
    fn the_next_comes_one_interval_after_the_last_on_schedule() {
        let since = Timestamp(0).after(HOUR);
        assert_eq!(next(since, &[], HOUR * 24), since.after(HOUR * 24));
        let backups = [
            backup("a", 5, Trigger::Scheduled),
            backup("b", 3, Trigger::Scheduled),
            backup("c", 9, Trigger::Manual),
        ];
        assert_eq!(next(since, &backups, HOUR * 24), Timestamp(0).after(HOUR * 29));
        // A copy of another machine's does not make one due that nobody waited for.
        assert_eq!(next(Timestamp(0).after(HOUR * 50), &backups, HOUR).0, 51 * 3_600_000);
    }

    #[test]
    fn only_what_was_made_on_schedule_is_outdated() {
        let backups: Vec<Record> = (0..5)
            .map(|n| backup(&format!("s{n}"), n, Trigger::Scheduled))
            .chain([backup("m", 0, Trigger::Manual)])
            .collect();
        assert_eq!(outdated(&backups, 3), ["s1", "s0"]);
        assert_eq!(outdated(&backups, 9), Vec::<String>::new());
    }
}
