//! Whether the ports can be had, or are those of a gateway that is running.

use std::io;
use std::net::{Ipv4Addr, UdpSocket};

use edge::Listener;

use super::Context;
use super::finding::Finding;
use crate::config::{Listen, Server};
use crate::probe;

/// A port that the gateway listens at.
struct Port {
    name: &'static str,
    /// What moves it elsewhere.
    key: &'static str,
    address: Listen,
    secure: bool,
    /// Whether the gateway does without it where it is taken.
    optional: bool,
}

pub(super) async fn check(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for port in wanted(&context.config.server, context.secure) {
        findings.push(look(&port, context.running).await);
    }
    findings.extend(gossip(context));
    findings
}

fn wanted(server: &Server, secure: bool) -> Vec<Port> {
    let main = Port {
        name: "port",
        key: "server.addr",
        address: server.addr.clone(),
        secure,
        optional: false,
    };
    let mut ports = vec![main];
    if let Some(address) = &server.apps_addr {
        ports.push(Port { address: address.clone(), ..apps(secure, false) });
    } else if secure && server.addr == Server::default().addr {
        let address = Listen { port: server.addr.port + 1, ..server.addr.clone() };
        ports.push(Port { address, ..apps(secure, true) });
    }
    if let (true, Some(address)) = (secure, &server.http_redirect_addr) {
        ports.push(Port {
            name: "port of the redirect",
            key: "server.http_redirect_addr",
            address: address.clone(),
            secure: false,
            optional: false,
        });
    }
    ports
}

fn apps(secure: bool, optional: bool) -> Port {
    let address = Server::default().addr;
    Port { name: "port of apps", key: "server.apps_addr", address, secure, optional }
}

async fn look(port: &Port, running: bool) -> Finding {
    let Port { name, key, ref address, secure, optional } = *port;
    let Err(error) = Listener::bind(&address.to_string()) else {
        return Finding::ok(name, format!("{address} is free"));
    };
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let ours = probe::get(address, secure, "/livez").await;
            if running || ours.is_ok_and(|answer| answer.from_gateway) {
                return Finding::ok(name, format!("a gateway is running at {address}"));
            }
            let found = format!("another program listens at {address}");
            let mend = format!("end it, or set {key}");
            if optional {
                Finding::warn(name, found, format!("{mend}; apps share the dashboard's"))
            } else {
                Finding::fail(name, found, mend)
            }
        }
        io::ErrorKind::PermissionDenied => {
            let mend = format!(
                "set {key} to a port from 1024 on, or allow the program \
                 CAP_NET_BIND_SERVICE (AmbientCapabilities= in its unit)"
            );
            Finding::fail(name, format!("{address} is not for this user"), mend)
        }
        _ => Finding::fail(
            name,
            error.to_string(),
            format!("set {key} to an address of this machine"),
        ),
    }
}

/// `None` where gateways do not share apps.
fn gossip(context: &Context<'_>) -> Option<Finding> {
    const NAME: &str = "port of federation";
    let federation = &context.config.federation;
    if !federation.enabled {
        return None;
    }
    let port = federation.gossip_port;
    let taken = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, port)).is_err()
        || Listener::bind(&format!(":{port}")).is_err();
    Some(match (taken, context.running) {
        (false, _) => Finding::ok(NAME, format!(":{port} is free")),
        (true, true) => Finding::ok(NAME, format!("a gateway is running at :{port}")),
        (true, false) => Finding::fail(
            NAME,
            format!("another program uses :{port}"),
            "end it, or set federation.gossip_port",
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(server: &Server, secure: bool) -> Vec<(String, bool)> {
        let ports = wanted(server, secure).into_iter();
        ports.map(|port| (format!("{} {}", port.key, port.address), port.optional)).collect()
    }

    #[test]
    fn every_listener_of_the_configuration_is_looked_at() {
        let usual = names(&Server::default(), true);
        let apps_beside = ("server.apps_addr :8444".to_owned(), true);
        assert_eq!(usual, [("server.addr :8443".to_owned(), false), apps_beside]);

        let server = Server {
            addr: ":443".parse().expect("an address"),
            apps_addr: ":444".parse().ok(),
            http_redirect_addr: ":80".parse().ok(),
            ..Server::default()
        };
        let all = [
            ("server.addr :443".to_owned(), false),
            ("server.apps_addr :444".to_owned(), false),
            ("server.http_redirect_addr :80".to_owned(), false),
        ];
        assert_eq!(names(&server, true), all);
        assert_eq!(names(&server, false), all[..2], "nobody is led to HTTPS that is not there");
    }
}
