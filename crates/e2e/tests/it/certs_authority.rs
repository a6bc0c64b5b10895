//! A real public authority (Debian's pebble) with a DNS server of its own, on loopback.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use reqwest::{Certificate, Client};
use serde_json::json;
use tempfile::TempDir;
use testkit::{PATIENCE, deadline, free_port};

pub(crate) struct Authority {
    folder: TempDir,
    directory_port: u16,
    management_port: u16,
    records_port: u16,
    programs: Vec<Child>,
    client: Client,
}

impl Authority {
    /// It looks for proofs at these ports instead of 80 and 443.
    pub(crate) async fn start(http_port: u16, tls_port: u16) -> Authority {
        let folder = tempfile::tempdir().expect("a folder");
        let [directory_port, management_port, records_port, dns_port] =
            [(); 4].map(|()| free_port());
        let mut authority = Authority {
            folder,
            directory_port,
            management_port,
            records_port,
            programs: Vec::new(),
            client: client(None),
        };
        authority.write_certificates();
        let file = |name: &str| authority.folder.path().join(name).display().to_string();
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{directory_port}"),
            "managementListenAddress": format!("127.0.0.1:{management_port}"),
            "certificate": file("cert.pem"),
            "privateKey": file("key.pem"),
            "httpPort": http_port,
            "tlsPort": tls_port,
        }});
        fs::write(file("config.json"), config.to_string()).expect("written");
        let (config, dns) = (file("config.json"), format!("127.0.0.1:{dns_port}"));
        let records = format!("127.0.0.1:{records_port}");
        authority.run(
            "pebble-challtestsrv",
            &[
                "-dns01",
                &dns,
                "-http01",
                "",
                "-https01",
                "",
                "-tlsalpn01",
                "",
                "-management",
                &records,
                "-defaultIPv4",
                "127.0.0.1",
                "-defaultIPv6",
                "",
            ],
        );
        authority.run("pebble", &["-config", &config, "-dnsserver", &dns]);
        let url = authority.directory();
        deadline("the authority is ready", PATIENCE, async || {
            authority.client.get(&url).send().await.is_ok_and(|answer| answer.status() == 200)
        })
        .await;
        authority
    }

    pub(crate) fn directory(&self) -> String {
        format!("https://127.0.0.1:{}/dir", self.directory_port)
    }

    /// Who has to be trusted to speak to it.
    pub(crate) fn trust(&self) -> String {
        self.folder.path().join("root.pem").display().to_string()
    }

    /// Who signs its certificates.
    pub(crate) async fn root(&self) -> Certificate {
        let url = format!("https://127.0.0.1:{}/roots/0", self.management_port);
        let answer = self.client.get(url).send().await.expect("a root");
        let pem = answer.bytes().await.expect("a root");
        Certificate::from_pem(&pem).expect("a certificate")
    }

    /// A program that sets and clears records, and writes down how it was called.
    pub(crate) fn hook(&self) -> PathBuf {
        let (hook, calls) = (self.folder.path().join("hook"), self.calls());
        let script = format!(
            "#!/bin/sh\nset -eu\necho \"$1 $2\" >>'{}'\n\
             case $1 in present) path=set-txt ;; cleanup) path=clear-txt ;; esac\n\
             curl -sSf -d \"{{\\\"host\\\":\\\"$2\\\",\\\"value\\\":\\\"$3\\\"}}\" \
             http://127.0.0.1:{}/$path\n",
            calls.display(),
            self.records_port,
        );
        fs::write(&hook, script).expect("written");
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("a mode");
        hook
    }

    pub(crate) fn calls(&self) -> PathBuf {
        self.folder.path().join("calls")
    }

    fn write_certificates(&self) {
        let (ca_key, key) =
            (KeyPair::generate().expect("a key"), KeyPair::generate().expect("a key"));
        let mut ca = CertificateParams::default();
        ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = ca.self_signed(&ca_key).expect("a root").pem();
        let leaf = CertificateParams::new(["127.0.0.1".to_owned()]).expect("a name");
        let leaf = leaf.signed_by(&key, &Issuer::new(ca, ca_key)).expect("a leaf").pem();
        for (name, text) in
            [("root.pem", root), ("cert.pem", leaf), ("key.pem", key.serialize_pem())]
        {
            fs::write(self.folder.path().join(name), text).expect("written");
        }
    }

    fn run(&mut self, program: &str, arguments: &[&str]) {
        let log = File::create(self.folder.path().join(program)).expect("a log");
        let errors = log.try_clone().expect("a file can be shared");
        let mut command = Command::new("/usr/bin/setpriv");
        command.args(["--pdeathsig", "KILL", "--", program]).args(arguments);
        command.env("PEBBLE_VA_NOSLEEP", "1").stdin(Stdio::null()).stdout(log).stderr(errors);
        self.programs.push(command.spawn().expect("pebble starts: it is a Debian package"));
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        for program in &mut self.programs {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// Trusts this root alone; without one, anybody.
pub(crate) fn client(root: Option<Certificate>) -> Client {
    let builder = Client::builder().no_proxy().timeout(Duration::from_secs(30));
    let builder = match root {
        Some(root) => builder.tls_certs_only([root]),
        None => builder.tls_danger_accept_invalid_certs(true),
    };
    builder.build().expect("a client")
}
