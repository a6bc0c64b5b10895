//! Who can reach the gateway, and whom it believes.

use std::io;
use std::net::IpAddr;
use std::path::Path;

use edge::Listener;
use kit::{Clock, Network};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::finding::Finding::{self, Bad, Doubtful, Good};
use crate::config::Config;
use crate::probe;

/// A network with more addresses than this is not one of proxies, or of one household.
const WIDE_V4: u8 = 8;
const WIDE_V6: u8 = 32;

pub(super) async fn port(config: &Config, secure: bool) -> Finding {
    let address = &config.server.addr;
    match Listener::bind(&address.to_string()) {
        Ok(_) => Good(format!("address {address}: is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            match probe::get(address, secure, "/livez").await {
                Ok(answer) if answer.from_gateway => {
                    Good(format!("address {address}: a gateway is running there"))
                }
                _ => Bad(format!(
                    "address {address}: another program listens there; end it, or set server.addr"
                )),
            }
        }
        Err(error) => Bad(format!("{error}; set server.addr to an address of this machine")),
    }
}

pub(super) fn base_address(config: &Config) -> Finding {
    match (&config.server.base_url, lan::address()) {
        (Some(url), _) if is_own_to_each_machine(url.host()) => Doubtful(format!(
            "base address: {url} means something else on every other device; set server.base_url \
             to a name or address of this machine in the network"
        )),
        (Some(url), _) => Good(format!("base address: {url}, as configured")),
        (None, Some(address)) => Good(format!("base address: {address} was found")),
        (None, None) => Doubtful(
            "base address: no network address was found; other devices need server.base_url"
                .to_owned(),
        ),
    }
}

fn is_own_to_each_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A proxy in front of us makes everybody look like itself. What it reports is believed only
/// where it is named, and must not be believed of everybody.
pub(super) fn proxies(config: &Config) -> Vec<Finding> {
    let trusted = &config.server.trusted_proxies;
    let local = &config.auth.local_networks;
    let mut findings: Vec<Finding> = Vec::new();
    findings.extend(trusted.iter().filter(|network| is_wide(network)).map(|network| {
        Bad(format!(
            "server.trusted_proxies: {network} lets anybody say which address they come from; \
             name the proxy's own address"
        ))
    }));
    findings.extend(local.iter().filter(|network| is_wide(network)).map(|network| {
        Bad(format!(
            "auth.local_networks: {network} gives everybody in it every right without a password; \
             name single machines"
        ))
    }));
    if findings.is_empty() {
        findings.push(Good(match trusted.is_empty() {
            true => "proxies: none is trusted; behind one, name it in server.trusted_proxies, or \
                     all who come through it share one address"
                .to_owned(),
            false => format!("proxies: {} trusted", trusted.len()),
        }));
    }
    findings
}

fn is_wide(Network(network): &Network) -> bool {
    network.prefix_len() < if network.addr().is_ipv4() { WIDE_V4 } else { WIDE_V6 }
}

pub(super) fn certificate(config: &Config, folder: &Path) -> Finding {
    if let (Some(certificate), Some(key)) = (&config.server.tls_cert, &config.server.tls_key) {
        return match certs::from_files(certificate, key) {
            Ok(_) => {
                let name = certificate.display();
                Good(format!("certificate: {name} and its key belong together"))
            }
            Err(error) => Bad(format!("certificate: {error}")),
        };
    }
    let own = folder.join("certs/server.pem");
    match certs::expiry(&own) {
        Ok(None) => Good("certificate: is made at the first start".to_owned()),
        Ok(Some(end)) if end < Clock::System.now() => {
            Doubtful(format!("certificate: it ended at {end}; the next start makes a new one"))
        }
        Ok(Some(end)) => Good(format!("certificate: good until {end}, and renewed before that")),
        Err(error) => Doubtful(format!("certificate: {error}; the next start makes a new one")),
    }
}

/// Whether programs on this machine believe the gateway's own authority. `None` where there is
/// none: before the first start, or with a certificate of one's own.
pub(super) fn trust(config: &Config, folder: &Path) -> Option<Finding> {
    let authority = folder.join("certs/ca.pem");
    if config.server.tls_cert.is_some() {
        return None;
    }
    let own = CertificateDer::from_pem_file(&authority).ok()?;
    let known = rustls_native_certs::load_native_certs().certs.contains(&own);
    let path = authority.display();
    Some(Good(match known {
        true => format!("trust: this machine knows {path}"),
        false => format!("trust: this machine does not know {path}; browsers warn until it does"),
    }))
}
