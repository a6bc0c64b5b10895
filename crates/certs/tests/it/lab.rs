//! A certificate directory of its own, and a client that shakes hands in memory.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use certs::{Certs, Error, LeafNames};
use kit::Clock;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection};
use tempfile::TempDir;

pub(crate) struct Lab {
    directory: TempDir,
    pub(crate) clock: Clock,
    names: Arc<Mutex<LeafNames>>,
}

impl Lab {
    pub(crate) fn new() -> Self {
        Lab::at(Clock::System)
    }

    pub(crate) fn at(clock: Clock) -> Self {
        let lab =
            Lab { directory: TempDir::new().expect("a directory"), clock, names: Arc::default() };
        lab.rename(&["localhost", "nas", "nas.local"], &["127.0.0.1", "::1", "192.168.1.20"]);
        lab
    }

    /// What this machine is called from now on.
    pub(crate) fn rename(&self, hosts: &[&str], addresses: &[&str]) {
        *self.names.lock().expect("no panic") = LeafNames {
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            addresses: addresses.iter().map(|ip| ip.parse().expect("an address")).collect(),
        };
    }

    pub(crate) fn directory(&self) -> PathBuf {
        self.directory.path().join("certs")
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.directory().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect(name)
    }

    pub(crate) fn start(&self) -> Certs {
        self.try_start().expect("certificates")
    }

    pub(crate) fn try_start(&self) -> Result<Certs, Error> {
        let names = self.names.clone();
        let source = Arc::new(move || names.lock().expect("no panic").clone());
        certs::build(&self.directory(), source, self.clock.clone())
    }

    pub(crate) fn ca(&self) -> CertificateDer<'static> {
        CertificateDer::from_pem_file(self.file("ca.pem")).expect("a CA")
    }

    /// Connects to the served leaf as a client that trusts nothing but the CA.
    pub(crate) fn connect(&self, certs: &Certs, name: &str) -> Result<(), rustls::Error> {
        let leaf = certs.shared().load().find(Some(name)).expect("a leaf");
        handshake(leaf, self.ca(), name)
    }
}

pub(crate) fn handshake(
    leaf: Arc<CertifiedKey>,
    root: CertificateDer<'static>,
    name: &str,
) -> Result<(), rustls::Error> {
    let mut roots = RootCertStore::empty();
    roots.add(root)?;
    let provider = Arc::new(default_provider());
    let client = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(leaf)));
    let name = ServerName::try_from(name.to_owned()).expect("a name");
    let mut client = ClientConnection::new(Arc::new(client), name)?;
    let mut server = ServerConnection::new(Arc::new(server))?;
    while client.is_handshaking() || server.is_handshaking() {
        let mut wire = Vec::new();
        client.write_tls(&mut wire).expect("memory");
        server.read_tls(&mut wire.as_slice()).expect("memory");
        server.process_new_packets()?;
        wire.clear();
        server.write_tls(&mut wire).expect("memory");
        client.read_tls(&mut wire.as_slice()).expect("memory");
        client.process_new_packets()?;
    }
    Ok(())
}

pub(crate) fn leaf(certs: &Certs) -> CertificateDer<'static> {
    certs.shared().load().find(None).expect("a leaf").cert[0].clone()
}
