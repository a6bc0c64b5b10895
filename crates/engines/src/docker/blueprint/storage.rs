use bollard::models::{ContainerInspectResponse, MountPoint};

use super::given;
use super::host::sorted;
use crate::docker::Docker;
use crate::{Storage, StorageKind};

pub(super) fn mounts(found: &ContainerInspectResponse) -> Vec<Storage> {
    let points = found.mounts.iter().flatten().filter_map(mount);
    let host = found.host_config.clone().unwrap_or_default();
    let memory = host.tmpfs.into_iter().flatten().map(|(target, options)| Storage {
        target,
        read_only: options.split(',').any(|option| option == "ro"),
        kind: StorageKind::Memory { bytes: size(&options) },
    });
    let mut mounts: Vec<Storage> = points.chain(memory).collect();
    mounts.sort_by(|one, other| one.target.cmp(&other.target));
    mounts.dedup_by(|one, other| one.target == other.target);
    mounts
}

fn mount(point: &MountPoint) -> Option<Storage> {
    let target = given(point.destination.clone())?;
    let source = point.source.clone().unwrap_or_default();
    let kind = match point.typ.as_deref() {
        Some("bind") => StorageKind::Bind {
            source,
            propagation: given(point.propagation.clone()).filter(|mode| mode != "rprivate"),
        },
        Some("tmpfs") => StorageKind::Memory { bytes: None },
        _ => match given(point.name.clone()).filter(|name| !is_anonymous(name)) {
            Some(name) => StorageKind::Volume {
                name,
                driver: point.driver.clone().unwrap_or_default(),
                options: Default::default(),
            },
            None => StorageKind::Anonymous,
        },
    };
    Some(Storage { target, read_only: point.rw == Some(false), kind })
}

/// The engine names volumes that nobody named by 64 digits.
fn is_anonymous(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// From `size=65536k,mode=1777`.
fn size(options: &str) -> Option<i64> {
    let size = options.split(',').find_map(|option| option.strip_prefix("size="))?;
    let (digits, unit) = size.split_at(size.trim_end_matches(|c: char| !c.is_ascii_digit()).len());
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return None,
    };
    digits.parse::<i64>().ok()?.checked_mul(factor)
}

/// The options that named volumes were made with.
pub(super) async fn describe(docker: &Docker, mounts: &mut [Storage]) {
    for mount in mounts {
        let StorageKind::Volume { name, options, .. } = &mut mount.kind else { continue };
        let found = docker.call(|api| async move { api.inspect_volume(name).await });
        if let Ok(found) = found.await {
            *options = sorted(Some(found.options));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_memory_is_read_with_its_unit() {
        assert_eq!(size("rw,size=64m,mode=1777"), Some(64 << 20));
        assert_eq!(size("size=65536k"), Some(64 << 20));
        assert_eq!(size("size=100"), Some(100));
        assert_eq!(size("size=50%"), None);
        assert_eq!(size("noexec"), None);
    }
}
