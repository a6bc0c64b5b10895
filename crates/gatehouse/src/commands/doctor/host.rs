//! The machine itself.

use kit::{Clock, Timestamp};
use rustix::process::{Resource, getrlimit};

use super::finding::Finding::{self, Bad, Doubtful, Good};

/// Each client and each app it talks to takes one.
const FEW_FILES: u64 = 4096;

/// A clock that is far off makes certificates and tokens look expired, or not valid yet. One that
/// is earlier than the program itself is surely wrong.
pub(super) fn clock() -> Finding {
    let (now, built) = (Clock::System.now(), env!("BUILD_DATE"));
    match Timestamp::parse(built).is_some_and(|built| now < built) {
        true => {
            Bad(format!("clock: it is {now}, but this program was built on {built}; set the clock"))
        }
        false => Good(format!("clock: it is {now}")),
    }
}

/// `None` where there is no limit.
pub(super) fn open_files() -> Option<Finding> {
    let most = getrlimit(Resource::Nofile).maximum?;
    Some(match most < FEW_FILES {
        true => {
            Doubtful(format!("open files: at most {most}; allow more (LimitNOFILE, ulimit -n)"))
        }
        false => Good(format!("open files: at most {most}")),
    })
}
