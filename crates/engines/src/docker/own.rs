//! Which container this program runs in, from what the kernel shows to a process.

use std::path::Path;

use crate::ContainerId;

const ID_LENGTH: usize = 64;
const SHORT_ID_LENGTH: usize = 12;

/// What a process can see of its container.
#[derive(Debug, Default)]
pub(super) struct Traces {
    cgroup: String,
    mounts: String,
    hostname: String,
    /// Engines leave a file in the root of every container.
    marked: bool,
}

impl Traces {
    pub(super) async fn read() -> Self {
        Traces {
            cgroup: text("/proc/self/cgroup").await,
            mounts: text("/proc/self/mountinfo").await,
            hostname: text("/proc/sys/kernel/hostname").await,
            marked: Path::new("/.dockerenv").exists() || Path::new("/run/.containerenv").exists(),
        }
    }

    /// The ids that our container may have, the surest first. The engine knows which is right.
    pub(super) fn candidates(&self) -> Vec<ContainerId> {
        let by_cgroup = self.cgroup.lines().filter_map(in_cgroup);
        let by_mount = self.mounts.lines().filter_map(in_mount);
        let by_name = is_hex(self.hostname.trim(), SHORT_ID_LENGTH).then(|| self.hostname.trim());
        let mut ids: Vec<ContainerId> = Vec::new();
        for id in by_cgroup.chain(by_mount).chain(by_name) {
            let known = ids.iter().any(|known| known.as_str().starts_with(id));
            if let (false, Ok(id)) = (known, ContainerId::parse(id)) {
                ids.push(id);
            }
        }
        ids
    }

    pub(super) fn in_container(&self) -> bool {
        self.marked || self.cgroup.lines().any(|line| in_cgroup(line).is_some())
    }
}

async fn text(path: &str) -> String {
    tokio::fs::read_to_string(path).await.unwrap_or_default()
}

/// The last part of the path names the innermost container: `…/docker/<id>`,
/// `…/docker-<id>.scope`, `…/libpod-<id>.scope/container`, `…/kubepods/…/<id>`.
fn in_cgroup(line: &str) -> Option<&str> {
    line.splitn(3, ':').nth(2)?.rsplit('/').find_map(|part| {
        let part = part.strip_suffix(".scope").unwrap_or(part);
        let id = part.rsplit('-').next().unwrap_or(part);
        is_hex(id, ID_LENGTH).then_some(id)
    })
}

/// Engines mount files of the container's folder over these, and the folder has its id.
fn in_mount(line: &str) -> Option<&str> {
    let mut fields = line.split(' ').skip(3);
    let (root, target) = (fields.next()?, fields.next()?);
    let ours = ["/etc/hostname", "/etc/hosts", "/etc/resolv.conf"].contains(&target);
    let mut parts = root.split('/').rev();
    ours.then(|| parts.find(|part| is_hex(part, ID_LENGTH))).flatten()
}

fn is_hex(text: &str, length: usize) -> bool {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == length && text.bytes().all(digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "aaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbccccccccccccccccddddddddddddddd1";
    const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbccccccccccccccccddddddddddddddd2";

    fn found(cgroup: &str, mounts: &str, hostname: &str) -> Vec<String> {
        let traces = Traces {
            cgroup: cgroup.replace("{A}", A).replace("{B}", B),
            mounts: mounts.replace("{A}", A).replace("{B}", B),
            hostname: hostname.to_owned(),
            marked: false,
        };
        traces.candidates().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_id_is_found_wherever_engines_leave_it() {
        for (cgroup, mounts, hostname, expected) in [
            ("12:cpu:/docker/{A}\n1:name=systemd:/docker/{A}\n", "", "", &[A][..]),
            ("0::/system.slice/docker-{A}.scope\n", "", "", &[A]),
            ("0::/machine.slice/libpod-{A}.scope/container\n", "", "", &[A]),
            ("0::/kubepods/burstable/pod0-1-2/{A}\n", "", "", &[A]),
            ("4:cpu:/docker/{B}/docker/{A}\n", "", "", &[A]),
            ("0::/\n", "8 7 0:1 /docker/containers/{A}/hostname /etc/hostname rw\n", "", &[A]),
            (
                "0::/",
                "8 7 0:1 /overlay-containers/{A}/userdata/hosts /etc/hosts rw - tmpfs\n",
                "",
                &[A],
            ),
            ("0::/", "8 7 0:1 /var/lib/docker/containers/{A}/x /data rw\n", "", &[]),
            ("0::/", "", "aaaaaaaaaaaa\n", &["aaaaaaaaaaaa"]),
            ("0::/docker/{A}", "", "aaaaaaaaaaaa\n", &[A]),
            ("0::/docker/{A}", "8 7 0:1 /docker/containers/{B}/hosts /etc/hosts rw", "", &[A, B]),
            ("0::/user.slice/user-1000.slice/session-2.scope", "", "server", &[]),
            ("", "", "", &[]),
            ("rubbish", "rubbish", "AAAAAAAAAAAA", &[]),
        ] {
            assert_eq!(found(cgroup, mounts, hostname), expected, "{cgroup} {mounts} {hostname}");
        }
    }
}
