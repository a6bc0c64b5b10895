//! A container for tests of the rules: it runs, is in the first network, and says nothing of
//! itself.

use std::collections::BTreeMap;
use std::net::IpAddr;

use engines::{
    Attachment, Container, ContainerId, Details, Port, Protocol, Reach, Runtime, State,
    Surroundings,
};
use kit::Timestamp;

pub(super) fn details() -> Details {
    let container = Container {
        id: ContainerId::parse("4f5c2a9d01ab").unwrap(),
        name: "web".into(),
        runtime: Runtime::Docker,
        namespace: None,
        image: "example/web:1".to_owned(),
        labels: BTreeMap::new(),
        state: State::Running,
        status: "Up 3 minutes".to_owned(),
        created: Timestamp(0),
        ports: vec![exposed(9999)],
        networks: vec![attachment("bridge", &["172.17.0.5"], "172.17.0.1")],
        host_network: false,
        owner: None,
        former_names: Vec::new(),
    };
    Details {
        container,
        environment: Vec::new(),
        command: Vec::new(),
        working_dir: String::new(),
        user: String::new(),
        privileged: false,
        mounts: Vec::new(),
        started: Some(Timestamp(1_700_000_000_000)),
    }
}

pub(super) fn labelled(labels: &[(&str, &str)]) -> Details {
    let mut details = details();
    let owned = labels.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    details.container.labels = owned.collect();
    details
}

pub(super) fn exposed(private: u16) -> Port {
    Port { ip: None, private, public: None, protocol: Protocol::Tcp }
}

pub(super) fn published(private: u16, ip: &str, public: u16) -> Port {
    Port { ip: Some(address(ip)), public: Some(public), ..exposed(private) }
}

pub(super) fn attachment(network: &str, addresses: &[&str], gateway: &str) -> Attachment {
    Attachment {
        network: network.to_owned(),
        addresses: addresses.iter().map(|text| address(text)).collect(),
        gateway: Some(address(gateway)),
    }
}

pub(super) fn on_host() -> Surroundings {
    Surroundings { reach: Reach::Host, ..Surroundings::default() }
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}
