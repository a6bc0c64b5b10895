//! Parts of a compose file in the words of the engines.

use engines::plan::{FilePlan, HealthTest};

use crate::compose::{FileMount, Healthcheck};

impl From<&Healthcheck> for HealthTest {
    fn from(check: &Healthcheck) -> Self {
        HealthTest {
            test: check.test.clone(),
            interval: check.interval,
            timeout: check.timeout,
            retries: check.retries,
            start_period: check.start_period,
        }
    }
}

pub(super) fn file((mount, content): (&FileMount, &str)) -> FilePlan {
    FilePlan {
        path: mount.target.clone(),
        content: content.to_owned(),
        mode: mount.mode,
        user: mount.uid,
        group: mount.gid,
    }
}
