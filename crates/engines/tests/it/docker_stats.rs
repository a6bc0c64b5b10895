use std::fs;
use std::path::Path;
use std::time::Instant;
use testkit::PATIENCE;

use engines::{Engine, Usage};
use futures::StreamExt;
use kit::Clock;
use testkit::docker::{Container, Running};
use tokio::time::timeout;

use crate::lab::{client, id};

/// A file of a container's control group; `None` where this system has their second version, whose
/// figures are tried by recorded answers.
fn control_group(container: &Running<'_>, controller: &str, file: &str) -> Option<String> {
    if Path::new("/sys/fs/cgroup/cgroup.controllers").exists() {
        return None;
    }
    let pid = container.inspect()["State"]["Pid"].as_u64().expect("it runs");
    let groups = fs::read_to_string(format!("/proc/{pid}/cgroup")).expect("the kernel shows it");
    let path = groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        controllers.split(',').any(|each| each == controller).then(|| path.to_owned())
    });
    let path = path.expect("it has a group");
    let file = format!("/sys/fs/cgroup/{controller}{path}/{file}");
    Some(fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}")))
}

fn nanoseconds(container: &Running<'_>) -> Option<u64> {
    control_group(container, "cpuacct", "cpuacct.usage")?.trim().parse().ok()
}

/// What is used, without the pages of files.
fn memory(container: &Running<'_>) -> Option<u64> {
    let usage: u64 =
        control_group(container, "memory", "memory.usage_in_bytes")?.trim().parse().ok()?;
    let stat = control_group(container, "memory", "memory.stat")?;
    let pages = stat.lines().find_map(|line| line.strip_prefix("total_inactive_file "))?;
    Some(usage - pages.parse::<u64>().ok()?)
}

async fn next(
    usage: &mut (impl StreamExt<Item = Result<Usage, engines::EngineError>> + Unpin),
) -> Usage {
    let next = timeout(PATIENCE, usage.next()).await.expect("in time");
    next.expect("it runs").expect("figures")
}

/// It reads a file of 40 MB, keeps 30 MB, and then works without a pause.
fn busy(name: String) -> Container {
    Container::new(name).command(&[
        "sh",
        "-c",
        "head -c 40000000 /dev/zero >/file; cat /file >/dev/null; \
         x=$(head -c 30000000 /dev/zero | tr '\\0' a); while :; do :; done",
    ])
}

#[tokio::test]
async fn processor_time_is_the_kernel_s_own_count() {
    let Some(engine) = testkit::docker() else { return };
    let container = engine.run(busy(engine.unique("busy")));
    let mut usage = client(engine).usage(&id(&container));
    for _ in 0..3 {
        let (before, asked) = (nanoseconds(&container), Clock::System.now());
        // A sample that was taken after the kernel was asked.
        let sample = loop {
            let sample = next(&mut usage).await;
            if sample.at > asked {
                break sample;
            }
        };
        let after = nanoseconds(&container);
        let (Some(before), Some(after)) = (before, after) else { return };
        let told = u64::try_from(sample.cpu_time.as_nanos()).unwrap();
        assert!((before..=after).contains(&told), "{before} <= {told} <= {after}");
        assert!(
            sample.cores_used >= 0.0 && sample.cores_used <= sample.total_cores * 1.02,
            "{sample:?}"
        );
    }
}

#[tokio::test]
async fn memory_is_the_kernel_s_own_count_without_the_pages_of_files() {
    let Some(engine) = testkit::docker() else { return };
    let container = engine.run(busy(engine.unique("large")));
    let mut usage = client(engine).usage(&id(&container));
    let end = Instant::now() + PATIENCE;
    loop {
        let before = memory(&container);
        let sample = next(&mut usage).await;
        let Some(kernel) = memory(&container) else { return };
        let settled = before == Some(kernel) && kernel > 30_000_000;
        let difference = sample.memory_used.abs_diff(kernel) as f64 / kernel as f64;
        if settled && difference <= 0.02 {
            let pages = 40_000_000;
            assert!(sample.memory_used < 30_000_000 + pages, "{sample:?}");
            assert!(sample.memory_limit > sample.memory_used);
            return;
        }
        assert!(Instant::now() < end, "{sample:?} and {kernel} of the kernel");
    }
}

#[tokio::test]
async fn figures_end_with_the_container_and_need_one() {
    let Some(engine) = testkit::docker() else { return };
    let container = engine.run(Container::new(engine.unique("short")).publish(8080));
    let mut usage = client(engine).usage(&id(&container));
    next(&mut usage).await;
    container.stop();
    let rest = async { while let Some(Ok(_)) = usage.next().await {} };
    timeout(PATIENCE, rest).await.expect("it ends");
    let mut none = client(engine).usage(&id(&container));
    let first = timeout(PATIENCE, none.next()).await.expect("in time");
    assert!(first.is_none(), "{first:?}");
    let missing = engines::ContainerId::parse("no-such-container").unwrap();
    let first = timeout(PATIENCE, client(engine).usage(&missing).next()).await.expect("in time");
    assert!(first.is_some_and(|first| first.is_err()));
}
