//! The time as headers say it, made once a second.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::time::{Duration, UNIX_EPOCH};

use httpdate::HttpDate;
use kit::Clock;

pub(crate) struct Date {
    clock: Clock,
    second: Cell<i64>,
    text: RefCell<Vec<u8>>,
}

impl Date {
    pub(crate) fn new(clock: Clock) -> Self {
        Date { clock, second: Cell::new(i64::MIN), text: RefCell::default() }
    }

    pub(crate) fn with(&self, use_it: impl FnOnce(&[u8])) {
        let second = self.clock.now().unix();
        let mut text = self.text.borrow_mut();
        if self.second.replace(second) != second {
            text.clear();
            let since = Duration::from_secs(second.try_into().unwrap_or_default());
            // Writing to memory does not fail.
            let _ = write!(text, "{}", HttpDate::from(UNIX_EPOCH + since));
        }
        use_it(&text);
    }
}
