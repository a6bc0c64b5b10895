//! One container's lines on their way to all who read them. The channel holds what the slowest
//! reader has not taken yet, and no more than its bound: when that is full, the engine has to wait.
//! A reader that keeps others waiting is dropped; they lose nothing.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::{EngineError, LogLine};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::entry::{Entry, Head};

const MOST_LINES: usize = 4096;
const MOST_BYTES: usize = 4 << 20;
/// What a reader takes at a time.
const MOST_AT_ONCE: usize = 256;
/// How long others wait for a reader that does not keep up.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why no more lines come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// The container has stopped.
    Finished,
    Failed(EngineError),
    /// This reader kept the others waiting.
    TooSlow,
}

#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) head: Head,
    state: Mutex<State>,
    /// There are more lines, or no more at all, or the engine has begun.
    told: Notify,
    /// Somebody took lines, or left.
    taken: Notify,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Arc<Entry>>,
    bytes: usize,
    /// The number of the first line that is held.
    first: u64,
    readers: HashMap<u64, Cursor>,
    next_reader: u64,
    /// Since when there was hardly any room.
    waits_since: Option<Instant>,
    /// The engine answered.
    open: bool,
    end: Option<End>,
    /// Nobody reads any more, and nobody can begin to.
    closed: bool,
}

#[derive(Debug)]
struct Cursor {
    at: u64,
    /// It writes to the disk: nobody waits in front of it.
    patient: bool,
}

impl State {
    fn last(&self) -> u64 {
        self.first + self.lines.len() as u64
    }

    fn is_full(&self) -> bool {
        self.lines.len() >= MOST_LINES || self.bytes >= MOST_BYTES
    }

    /// Lets go of what everybody has taken.
    fn trim(&mut self) {
        let needed = self.readers.values().map(|cursor| cursor.at).min().unwrap_or(self.last());
        while self.first < needed {
            let Some(gone) = self.lines.pop_front() else { return };
            self.bytes -= gone.size();
            self.first += 1;
        }
    }

    /// Drops those who are furthest behind, where somebody else waits for lines.
    fn drop_slowest(&mut self) {
        let last = self.last();
        if !self.readers.values().any(|cursor| cursor.at == last && !cursor.patient) {
            return;
        }
        let middle = self.first + self.lines.len() as u64 / 2;
        self.readers.retain(|_, cursor| cursor.at >= middle);
        self.trim();
    }
}

impl Channel {
    pub(super) fn new(head: Head) -> Self {
        let (told, taken) = (Notify::new(), Notify::new());
        Channel { head, state: Mutex::default(), told, taken }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reader of what comes from now on; `None` where nothing comes any more.
    pub(super) fn join(self: &Arc<Self>, patient: bool) -> Option<Reader> {
        let mut state = self.state();
        if state.closed || state.end.is_some() {
            return None;
        }
        let id = state.next_reader;
        state.next_reader += 1;
        let at = state.last();
        state.readers.insert(id, Cursor { at, patient });
        Some(Reader { channel: self.clone(), id })
    }

    pub(super) fn opened(&self) {
        self.state().open = true;
        self.told.notify_waiters();
    }

    pub(super) fn finish(&self, end: End) {
        self.state().end = Some(end);
        self.told.notify_waiters();
    }

    /// Returns when nobody reads any more; from then on nobody can begin to.
    pub(super) async fn abandoned(&self) {
        loop {
            let mut taken = pin!(self.taken.notified());
            taken.as_mut().enable();
            if self.state().closed {
                return;
            }
            taken.await;
        }
    }

    /// Passes lines on, and waits where there is no room for them.
    pub(super) async fn push(&self, lines: Vec<LogLine>) {
        for line in lines {
            while self.is_full() {
                self.wait_for_room().await;
            }
            let mut state = self.state();
            if state.lines.len() < MOST_LINES / 2 && state.bytes < MOST_BYTES / 2 {
                state.waits_since = None;
            }
            let entry = Arc::new(Entry::new(line));
            state.bytes += entry.size();
            state.lines.push_back(entry);
            state.trim();
        }
        self.told.notify_waiters();
    }

    /// Whether there is still no room, when those who were waited for long enough are gone.
    fn is_full(&self) -> bool {
        let mut state = self.state();
        if !state.is_full() {
            return false;
        }
        let since = *state.waits_since.get_or_insert_with(Instant::now);
        if since.elapsed() >= PATIENCE {
            state.drop_slowest();
        }
        self.told.notify_waiters();
        state.is_full()
    }

    async fn wait_for_room(&self) {
        let mut taken = pin!(self.taken.notified());
        taken.as_mut().enable();
        if self.state().is_full() {
            let _ = timeout(PATIENCE / 4, taken).await;
        }
    }
}

/// A place in a channel. It leaves when this is dropped.
#[derive(Debug)]
pub(crate) struct Reader {
    channel: Arc<Channel>,
    id: u64,
}

impl Reader {
    pub(crate) fn head(&self) -> &Head {
        &self.channel.head
    }

    /// Returns when the engine has begun to tell, or will not.
    pub(crate) async fn opened(&self) -> Result<(), EngineError> {
        loop {
            let mut told = pin!(self.channel.told.notified());
            told.as_mut().enable();
            {
                let state = self.channel.state();
                match &state.end {
                    Some(End::Failed(error)) if !state.open => return Err(error.clone()),
                    Some(_) => return Ok(()),
                    None if state.open => return Ok(()),
                    None => {}
                }
            }
            told.await;
        }
    }

    /// The next lines, or why there are none. It may be dropped while it waits.
    pub(crate) async fn next(&mut self) -> Result<Vec<Arc<Entry>>, End> {
        loop {
            let mut told = pin!(self.channel.told.notified());
            told.as_mut().enable();
            if let Some(taken) = self.take() {
                return taken;
            }
            told.await;
        }
    }

    fn take(&self) -> Option<Result<Vec<Arc<Entry>>, End>> {
        let mut state = self.channel.state();
        let (first, last, end) = (state.first, state.last(), state.end.clone());
        let Some(cursor) = state.readers.get_mut(&self.id) else { return Some(Err(End::TooSlow)) };
        if cursor.at == last {
            return end.map(Err);
        }
        let from = usize::try_from(cursor.at - first).unwrap_or(usize::MAX);
        cursor.at = last.min(cursor.at + MOST_AT_ONCE as u64);
        let lines = state.lines.iter().skip(from).take(MOST_AT_ONCE).cloned().collect();
        state.trim();
        drop(state);
        self.channel.taken.notify_waiters();
        Some(Ok(lines))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut state = self.channel.state();
        state.readers.remove(&self.id);
        state.closed |= state.readers.is_empty();
        state.trim();
        drop(state);
        self.channel.taken.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use engines::LogStream;
    use tokio::time::sleep;

    use super::*;

    fn channel() -> Arc<Channel> {
        Arc::new(Channel::new(Head { container_id: "a".into(), container: None }))
    }

    fn lines(numbers: std::ops::Range<usize>) -> Vec<LogLine> {
        let line = |n: usize| LogLine { stream: LogStream::Stdout, at: None, text: n.to_string() };
        numbers.map(line).collect()
    }

    async fn read_all(reader: &mut Reader) -> (Vec<usize>, End) {
        let mut seen = Vec::new();
        loop {
            match reader.next().await {
                Ok(lines) => seen.extend(lines.iter().map(|line| line.line.text.parse::<usize>())),
                Err(end) => return (seen.into_iter().map(|n| n.expect("a number")).collect(), end),
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_does_not_keep_up_is_dropped_and_the_others_lose_nothing() {
        const ALL: usize = 50_000;
        let channel = channel();
        let mut quick = channel.join(false).expect("open");
        let mut slow = channel.join(false).expect("open");
        let feed = async {
            for n in 0..ALL / 100 {
                channel.push(lines(n * 100..(n + 1) * 100)).await;
            }
            channel.finish(End::Finished);
        };
        let slowly = async {
            loop {
                sleep(Duration::from_millis(500)).await;
                if let Err(end) = slow.next().await {
                    return end;
                }
            }
        };
        let ((), (seen, end), slow_end) = tokio::join!(feed, read_all(&mut quick), slowly);
        assert_eq!(seen, (0..ALL).collect::<Vec<_>>());
        assert_eq!((end, slow_end), (End::Finished, End::TooSlow));
    }

    #[tokio::test(start_paused = true)]
    async fn the_engine_waits_for_the_only_reader() {
        const ALL: usize = 20_000;
        let channel = channel();
        let mut slow = channel.join(false).expect("open");
        let _recorder = channel.join(true).expect("open");
        let mut recorder = channel.join(true).expect("open");
        drop(_recorder);
        let feed = async {
            for n in 0..ALL / 1000 {
                channel.push(lines(n * 1000..(n + 1) * 1000)).await;
                assert!(channel.state().lines.len() <= MOST_LINES);
            }
            channel.finish(End::Finished);
        };
        let slowly = async {
            let mut seen = 0;
            loop {
                sleep(Duration::from_millis(100)).await;
                match slow.next().await {
                    Ok(lines) => seen += lines.len(),
                    Err(end) => return (seen, end),
                }
            }
        };
        let ((), recorded, slow) = tokio::join!(feed, read_all(&mut recorder), slowly);
        assert_eq!(slow, (ALL, End::Finished));
        assert_eq!(recorded.0.len(), ALL);
    }

    #[tokio::test]
    async fn it_closes_with_its_last_reader() {
        let channel = channel();
        let one = channel.join(false).expect("open");
        let other = channel.join(false).expect("open");
        drop(one);
        assert!(!channel.state().closed);
        drop(other);
        channel.abandoned().await;
        assert!(channel.join(false).is_none());
    }
}
