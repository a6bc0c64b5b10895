use std::net::{Ipv4Addr, Ipv6Addr};

use serde_json::{Value, json};

use super::{Container, DockerEngine};

/// A container, removed with this value, whether it runs or not.
#[derive(Debug)]
pub struct Running<'a> {
    engine: &'a DockerEngine,
    container: Container,
    id: String,
}

impl<'a> Running<'a> {
    pub(super) fn create(engine: &'a DockerEngine, container: Container) -> Running<'a> {
        let id = create(engine, &container);
        Running { engine, container, id }
    }

    pub fn name(&self) -> &str {
        &self.container.name
    }

    /// 64 hexadecimal digits.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn start(&self) {
        self.act("start");
    }

    pub fn stop(&self) {
        self.act("stop");
    }

    pub fn restart(&self) {
        self.act("restart");
    }

    /// Freezes its processes.
    pub fn pause(&self) {
        self.act("pause");
    }

    pub fn unpause(&self) {
        self.act("unpause");
    }

    pub fn rename(&mut self, name: impl Into<String>) {
        let name = name.into();
        self.act(&format!("rename?name={name}"));
        self.container.name = name;
    }

    pub fn remove(self) {
        drop(self);
    }

    /// Removes it and starts another of the same name, which `change` may make different.
    pub fn recreate(&mut self, change: impl FnOnce(Container) -> Container) {
        self.engine.must("DELETE", &self.path("?force=1&v=1"), &Value::Null);
        self.container = change(self.container.clone());
        self.id = create(self.engine, &self.container);
        self.start();
    }

    pub fn connect(&self, network: &str) {
        let path = format!("/networks/{network}/connect");
        self.engine.must("POST", &path, &json!({ "Container": self.id }));
    }

    pub fn disconnect(&self, network: &str) {
        let path = format!("/networks/{network}/disconnect");
        self.engine.must("POST", &path, &json!({ "Container": self.id, "Force": true }));
    }

    /// What the engine tells about it.
    pub fn inspect(&self) -> Value {
        self.engine.must("GET", &self.path("/json"), &Value::Null)
    }

    /// Its address on the first network that it was given.
    pub fn address(&self) -> Ipv4Addr {
        self.address_on(self.first_network())
    }

    pub fn address_on(&self, network: &str) -> Ipv4Addr {
        self.endpoint(network, "IPAddress").parse().expect("it runs on that network")
    }

    pub fn address_v6(&self) -> Ipv6Addr {
        let address = self.endpoint(self.first_network(), "GlobalIPv6Address");
        address.parse().expect("it runs on a network with IPv6")
    }

    fn first_network(&self) -> &str {
        self.container.networks.first().map_or("bridge", String::as_str)
    }

    fn endpoint(&self, network: &str, field: &str) -> String {
        let field = &self.inspect()["NetworkSettings"]["Networks"][network][field];
        field.as_str().unwrap_or_default().to_owned()
    }

    /// Where on the machine's IPv4 addresses a port of the container is published. At those of IPv6
    /// the engine may have taken another number.
    pub fn published(&self, port: u16) -> u16 {
        let bindings = self.inspect()["NetworkSettings"]["Ports"][format!("{port}/tcp")].take();
        let bindings = bindings.as_array().expect("the port is published and the container runs");
        let address = |binding: &Value| binding["HostIp"].as_str()?.parse::<Ipv4Addr>().ok();
        let binding = bindings.iter().find(|binding| address(binding).is_some());
        let binding = binding.expect("the port is published on IPv4");
        binding["HostPort"].as_str().and_then(|port| port.parse().ok()).expect("a port")
    }

    fn act(&self, action: &str) {
        self.engine.must("POST", &self.path(&format!("/{action}")), &Value::Null);
    }

    fn path(&self, rest: &str) -> String {
        format!("/containers/{}{rest}", self.id)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        remove(self.engine, &self.id);
    }
}

pub(super) fn create(engine: &DockerEngine, container: &Container) -> String {
    let path = format!("/containers/create?name={}", container.name);
    let created = engine.must("POST", &path, &container.body(engine.image()));
    let id = created["Id"].as_str().expect("it has an id").to_owned();
    for network in container.networks.iter().skip(1) {
        let path = format!("/networks/{network}/connect");
        engine.must("POST", &path, &json!({ "Container": id }));
    }
    id
}

/// The engine may be stopped; it takes its containers with it in the end.
pub(super) fn remove(engine: &DockerEngine, id: &str) {
    let _ = engine.try_api("DELETE", &format!("/containers/{id}?force=1&v=1"), &Value::Null);
}
