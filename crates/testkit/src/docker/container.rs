use serde_json::{Map, Value, json};

/// How to make a container. Unless said otherwise: the image of the lab, its own command, the
/// default network, nothing published.
#[derive(Debug, Clone, Default)]
pub struct Container {
    pub(super) name: String,
    pub(super) image: Option<String>,
    pub(super) networks: Vec<String>,
    command: Vec<String>,
    labels: Map<String, Value>,
    environment: Vec<String>,
    exposed: Map<String, Value>,
    published: Map<String, Value>,
    mounts: Vec<String>,
    network_mode: Option<String>,
    privileged: bool,
    restart: Option<String>,
}

impl Container {
    pub fn new(name: impl Into<String>) -> Container {
        Container { name: name.into(), ..Container::default() }
    }

    /// The image's name; it should come from `DockerEngine::retag`.
    pub fn image(mut self, image: impl Into<String>) -> Self {
        self.image = Some(image.into());
        self
    }

    pub fn command(mut self, words: &[&str]) -> Self {
        self.command = words.iter().map(|word| (*word).to_owned()).collect();
        self
    }

    /// Serves this page at `/`, on this port, which it exposes.
    pub fn serve(self, port: u16, page: &str) -> Self {
        let script = format!("printf %s \"$1\" >/www/index.html; exec httpd -f -p {port} -h /www");
        self.command(&["sh", "-c", &script, "sh", page]).expose(port)
    }

    pub fn label(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.labels.insert(name.into(), Value::String(value.into()));
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push(format!("{name}={value}"));
        self
    }

    pub fn expose(self, port: u16) -> Self {
        self.expose_as(&format!("{port}/tcp"))
    }

    /// With a protocol, as in `53/udp`.
    pub fn expose_as(mut self, port: &str) -> Self {
        self.exposed.insert(port.to_owned(), json!({}));
        self
    }

    /// Publishes a port on all addresses of the machine, at a port that `Running::published`
    /// says.
    pub fn publish(self, port: u16) -> Self {
        self.publish_at("", 0, port)
    }

    /// Publishes a port at an address (for example `127.0.0.1`) and a port of the machine.
    pub fn publish_at(mut self, address: &str, host_port: u16, port: u16) -> Self {
        let host_port = if host_port == 0 { String::new() } else { host_port.to_string() };
        let binding = json!([{ "HostIp": address, "HostPort": host_port }]);
        self.published.insert(format!("{port}/tcp"), binding);
        self.expose(port)
    }

    /// Joins a network in place of the default one; several, when called several times.
    pub fn network(mut self, name: impl Into<String>) -> Self {
        self.networks.push(name.into());
        self
    }

    pub fn host_network(mut self) -> Self {
        self.network_mode = Some("host".to_owned());
        self
    }

    pub fn without_network(mut self) -> Self {
        self.network_mode = Some("none".to_owned());
        self
    }

    pub fn privileged(mut self) -> Self {
        self.privileged = true;
        self
    }

    /// A folder or file of the machine, as in `mount("/var/run/docker.sock", "/docker.sock")`.
    pub fn mount(mut self, source: &str, target: &str) -> Self {
        self.mounts.push(format!("{source}:{target}"));
        self
    }

    /// `always`, `unless-stopped`, `on-failure`.
    pub fn restart(mut self, policy: &str) -> Self {
        self.restart = Some(policy.to_owned());
        self
    }

    pub(super) fn body(&self, default_image: &str) -> Value {
        let mode = self.network_mode.as_deref().or(self.networks.first().map(String::as_str));
        let mut body = json!({
            "Image": self.image.as_deref().unwrap_or(default_image),
            "Labels": self.labels,
            "Env": self.environment,
            "ExposedPorts": self.exposed,
            // As a container's first process, busybox does not end by any other signal.
            "StopSignal": "SIGKILL",
            "HostConfig": {
                "PortBindings": self.published,
                "Binds": self.mounts,
                "NetworkMode": mode.unwrap_or("default"),
                "Privileged": self.privileged,
                "RestartPolicy": { "Name": self.restart.as_deref().unwrap_or("no") },
            },
        });
        if !self.command.is_empty() {
            body["Cmd"] = json!(self.command);
        }
        body
    }
}
