//! The container image, run as the compose file runs it.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use reqwest::{Client, Method, RequestBuilder};
use serde_json::json;
use testkit::docker::Container;
use testkit::{DockerEngine, PATIENCE, deadline, free_port};

use crate::people::Calls;

const SCRIPT: &str = "import os, sys\nprint(f'python {sys.version_info.major} as {os.getuid()}')\n";

struct Contained<'a> {
    engine: &'a DockerEngine,
    name: String,
    base: String,
    client: Client,
}

impl<'a> Contained<'a> {
    fn start(engine: &'a DockerEngine, scripts: &str) -> Self {
        let image = engine.gatehouse_image();
        let name = engine.unique("gatehouse");
        let (port, apps) = (free_port(), free_port());
        let socket = engine.socket().display().to_string();
        let group = fs::metadata(engine.socket()).expect("the socket").gid().to_string();
        let run = format!(
            "run --detach --name {name} --network host --init --read-only --tmpfs /tmp \
             --cap-drop ALL --security-opt no-new-privileges --group-add {group} \
             --volume {name}:/gatehouse/data --volume {socket}:/var/run/docker.sock \
             --volume {scripts}:/gatehouse/scripts:ro --health-interval 1s"
        );
        // Other tests run beside this one.
        let settings = [
            format!("SERVER__ADDR=127.0.0.1:{port}"),
            format!("SERVER__APPS_ADDR=127.0.0.1:{apps}"),
            "DISCOVERY__MDNS__ENABLED=false".to_owned(),
            "RATE_LIMITS__ENABLED=false".to_owned(),
            "SCRIPTS__ENABLED=true".to_owned(),
        ];
        let settings = settings.map(|setting| format!("--env=GATEHOUSE_{setting}"));
        let words = run.split(' ').chain(settings.iter().map(String::as_str)).chain([image]);
        engine.docker(&words.collect::<Vec<_>>());
        let client = Client::builder().no_proxy().tls_danger_accept_invalid_certs(true);
        let client = client.build().expect("a client");
        Contained { engine, name, base: format!("https://127.0.0.1:{port}"), client }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    async fn until_ready(&self) {
        deadline("the program in its container is ready", PATIENCE, async || {
            let answer = self.request(Method::GET, "/readyz").send().await;
            answer.is_ok_and(|answer| answer.status() == 200)
        })
        .await;
    }

    /// What the engine knows of it.
    fn inspect(&self, template: &str) -> String {
        self.engine.docker(&["inspect", "--format", template, &self.name])
    }
}

impl Drop for Contained<'_> {
    fn drop(&mut self) {
        self.engine.try_docker(&["rm", "--force", &self.name]);
        self.engine.try_docker(&["volume", "rm", &self.name]);
    }
}

#[tokio::test]
async fn the_image_runs_without_rights_and_keeps_what_it_knows() {
    let Some(engine) = testkit::docker() else { return };
    let scripts = tempfile::tempdir_in("/tmp").expect("a folder");
    fs::write(scripts.path().join("who.py"), SCRIPT).expect("a file");
    fs::set_permissions(scripts.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
    let contained = Contained::start(engine, &scripts.path().display().to_string());
    contained.until_ready().await;

    assert_eq!(engine.docker(&["exec", &contained.name, "id", "-u"]), "10001");
    let written = engine.try_docker(&["exec", &contained.name, "touch", "/usr/local/bin/x"]);
    assert!(!written.status.success(), "its own files can be written");

    let script = json!({ "name": "who", "scriptPath": "who.py" });
    let (status, made) =
        contained.request(Method::POST, "/api/v1/scripts").json(&script).answer().await;
    assert_eq!(status, 201, "{made}");
    let run = contained.request(Method::POST, "/api/v1/scripts/who/execute").json(&json!({}));
    let (_, ran) = run.answer().await;
    assert!(ran.to_string().contains("python 3 as 10001"), "{ran}");

    // By the socket, with no right but that of its group.
    let neighbour = engine.run(Container::new(engine.unique("films")).serve(8080, "hello"));
    deadline("its neighbour is proposed", PATIENCE, async || {
        let (_, all) = contained.request(Method::GET, "/api/v1/discovery/proposals").answer().await;
        all.to_string().contains(neighbour.name())
    })
    .await;
    deadline("the engine sees that it is well", PATIENCE, async || {
        contained.inspect("{{.State.Health.Status}}") == "healthy"
    })
    .await;

    engine.docker(&["kill", &contained.name]);
    engine.docker(&["start", &contained.name]);
    contained.until_ready().await;
    let (status, kept) = contained.request(Method::GET, "/api/v1/scripts/who").answer().await;
    assert_eq!(status, 200, "{kept}");

    engine.docker(&["stop", "--time", "60", &contained.name]);
    assert_eq!(contained.inspect("{{.State.ExitCode}}"), "0", "it ends by itself");
}
