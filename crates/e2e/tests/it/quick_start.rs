//! The quick start of the guide, as it is written there.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use testkit::{free_port, gatehouse_binary};
use tokio::process::Command;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(600);

/// The lines of all blocks for a shell, in their order.
fn commands(guide: &str) -> String {
    let blocks = guide.split("```sh\n").skip(1);
    blocks.filter_map(|block| block.split("```").next()).collect()
}

#[tokio::test]
async fn the_quick_start_works_word_by_word() {
    let Some(engine) = testkit::docker() else { return };
    engine.retag("my/wiki");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = fs::read_to_string(root.join("docs/guide/quick-start.md")).expect("the guide");
    let (port, published) = (free_port(), free_port());
    let name = engine.unique("wiki");
    // Other tests run beside this one: names and ports are its own, all else is as written.
    let commands = commands(&guide)
        .replace("8443", &port.to_string())
        .replace("3000:8080", &format!("{published}:8080"))
        .replace("http_wiki_", &format!("http_{name}_"))
        .replace("--name wiki", &format!("--name {name}"))
        .replace("/wiki/", &format!("/{name}/"))
        .replace("routes/wiki", &format!("routes/{name}"))
        .replace("grep wiki", &format!("grep {name}"));
    let folder = tempfile::tempdir().expect("a folder");
    let (apps, socket) = (free_port(), engine.url());
    let config = format!(
        "server: {{addr: '127.0.0.1:{port}', apps_addr: '127.0.0.1:{apps}'}}\n\
         runtimes: {{docker: {{socket_path: '{socket}'}}}}\n\
         discovery:\n  mdns: {{enabled: false}}\n  \
         docker: {{socket_path: '{socket}', exclude_networks: [host]}}\n"
    );
    fs::write(folder.path().join("config.yaml"), config).expect("a file");
    let program = gatehouse_binary();
    let script = format!(
        "set -emo pipefail\nPATH='{}':$PATH\n\
         trap 'docker rm -f {name} >/dev/null 2>&1; kill %% 2>/dev/null; wait' EXIT\n{commands}",
        program.parent().expect("a folder").display()
    );
    let mut shell = Command::new("bash");
    shell
        .args(["-c", &script])
        .current_dir(&folder)
        .env("DOCKER_HOST", engine.url())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let done = timeout(PATIENCE, shell.output()).await.expect("it ends").expect("bash runs");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let log = fs::read_to_string(folder.path().join("gatehouse.log")).unwrap_or_default();
    assert!(done.status.success(), "{}\n{out}\n{err}\n{log}", done.status);
    let opened = out.matches("hello from the lab").count();
    assert_eq!(opened, 4, "at first, by the phone, after upgrade and mishap:\n{out}\n{log}");
}
