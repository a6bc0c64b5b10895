use std::sync::atomic::{AtomicU16, Ordering};

use serde_json::{Value, json};

use super::DockerEngine;

/// Each network with IPv6 needs a subnet of its own.
static SUBNETS: AtomicU16 = AtomicU16::new(1);

/// A bridge network, removed with this value. Containers on it must be gone by then.
#[derive(Debug)]
pub struct Network<'a> {
    engine: &'a DockerEngine,
    name: String,
}

impl<'a> Network<'a> {
    pub(super) fn create(engine: &'a DockerEngine, name: &str, ipv6: bool) -> Network<'a> {
        let mut body = json!({ "Name": name, "CheckDuplicate": true, "EnableIPv6": ipv6 });
        if ipv6 {
            let number = SUBNETS.fetch_add(1, Ordering::Relaxed);
            let subnet = format!("fd67:6174:6501:{number:x}::/64");
            body["IPAM"] = json!({ "Config": [{ "Subnet": subnet }] });
        }
        engine.must("POST", "/networks/create", &body);
        Network { engine, name: name.to_owned() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn inspect(&self) -> Value {
        self.engine.must("GET", &format!("/networks/{}", self.name), &Value::Null)
    }
}

impl Drop for Network<'_> {
    fn drop(&mut self) {
        let _ = self.engine.try_api("DELETE", &format!("/networks/{}", self.name), &Value::Null);
    }
}
