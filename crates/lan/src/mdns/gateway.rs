use super::{Announcement, ServiceType};
use crate::host_name;

/// By which gateways find each other.
pub const GATEWAY_TYPE: &str = "_gatehouse._tcp";

/// A label of DNS has 63 bytes.
const LONGEST_LABEL: usize = 63;
const HOST_SUFFIX: &str = "-gatehouse";

/// What a gateway says of itself to everybody in the network.
#[derive(Debug, Clone, Copy)]
pub struct Gateway<'a> {
    pub instance_id: &'a str,
    pub version: &'a str,
    pub port: u16,
    pub tls: bool,
}

impl Gateway<'_> {
    pub fn announcement(&self) -> Announcement {
        let service_type = |text: &str| text.parse::<ServiceType>().expect("a type");
        let web = if self.tls { "_https._tcp" } else { "_http._tcp" };
        let txt =
            [("id", self.instance_id), ("version", self.version), ("path", "/"), ("api", "v1")];
        Announcement {
            instance: instance_name(short_name().as_deref()),
            types: vec![service_type(GATEWAY_TYPE), service_type(web)],
            host: gateway_host(),
            port: self.port,
            txt: txt.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
        }
    }
}

/// The name under which a gateway on this machine is found. It is not the machine's own name:
/// another program on it may answer for that one already, and each would take the other's answers
/// for those of a stranger, and its goodbye for the end of the machine.
pub fn gateway_host() -> String {
    host(short_name().as_deref())
}

fn short_name() -> Option<String> {
    host_name().and_then(|name| name.split('.').next().map(str::to_owned))
}

fn host(name: Option<&str>) -> String {
    let Some(name) = name else { return "gatehouse.local".to_owned() };
    let end = name.floor_char_boundary(LONGEST_LABEL - HOST_SUFFIX.len());
    format!("{}{HOST_SUFFIX}.local", &name[..end])
}

fn instance_name(host: Option<&str>) -> String {
    let Some(host) = host else { return "Gatehouse".to_owned() };
    let mut name = format!("Gatehouse on {host}");
    // Four bytes remain for a number, should another have the name.
    name.truncate(name.floor_char_boundary(LONGEST_LABEL - 4));
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gateway_says_who_it_is_and_how_to_reach_it_and_nothing_else() {
        let gateway = Gateway { instance_id: "i-1", version: "1.2.3", port: 8443, tls: true };
        let said = gateway.announcement();
        assert_eq!(
            said.types.iter().map(ServiceType::as_str).collect::<Vec<_>>(),
            ["_gatehouse._tcp", "_https._tcp"]
        );
        let txt: Vec<_> = said.txt.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(txt, [("api", "v1"), ("id", "i-1"), ("path", "/"), ("version", "1.2.3")]);
        assert_eq!(said.port, 8443);
        assert_eq!(said.records().expect("records").len(), 2);
        let plain = Gateway { tls: false, ..gateway }.announcement();
        assert_eq!(plain.types[1].as_str(), "_http._tcp");
    }

    #[test]
    fn names_fit_into_a_label() {
        let long = "n".repeat(63);
        for (name, expected) in [(Some("nas"), "nas-gatehouse.local"), (None, "gatehouse.local")] {
            assert_eq!(host(name), expected);
        }
        assert_eq!(host(Some(&long)).len(), 63 + ".local".len());
        assert_eq!(instance_name(Some("nas")), "Gatehouse on nas");
        assert_eq!(instance_name(Some(&long)).len(), 59);
    }
}
