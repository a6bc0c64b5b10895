//! The machine itself.

use kit::{Clock, Timestamp};
use rustix::process::{Resource, getrlimit};

use super::finding::Finding;

/// Each client and each app it talks to takes one.
const FEW_FILES: u64 = 4096;

/// A clock that is far off makes certificates and tokens look expired, or not valid yet. One that
/// is earlier than the program itself is surely wrong.
pub(super) fn clock() -> Finding {
    judge(Clock::System.now(), env!("BUILD_DATE"))
}

fn judge(now: Timestamp, built: &str) -> Finding {
    const NAME: &str = "clock";
    if Timestamp::parse(built).is_some_and(|built| now < built) {
        Finding::fail(
            NAME,
            format!("it is {now}, but this program was built on {built}"),
            "set the clock, and keep it right with NTP (timedatectl set-ntp true)",
        )
    } else {
        Finding::ok(NAME, format!("it is {now}"))
    }
}

/// `None` where there is no limit.
pub(super) fn open_files() -> Option<Finding> {
    const NAME: &str = "open files";
    let most = getrlimit(Resource::Nofile).maximum?;
    let found = format!("at most {most}");
    Some(if most < FEW_FILES {
        Finding::warn(NAME, found, "allow more (LimitNOFILE= in its unit, or ulimit -n)")
    } else {
        Finding::ok(NAME, found)
    })
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn a_clock_before_the_build_is_wrong() {
        let built = "2026-01-01T00:00:00Z";
        for (now, state) in [
            ("2025-12-31T23:59:59Z", State::Fail),
            ("2026-01-01T00:00:00Z", State::Ok),
            ("2030-01-01T00:00:00Z", State::Ok),
        ] {
            let now = Timestamp::parse(now).expect("a time");
            assert_eq!(judge(now, built).state, state, "{now}");
            assert_eq!(judge(now, "unknown").state, State::Ok);
        }
    }
}
