use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, SanType,
};
use serde_json::json;

/// The first address of the network of services, which is the API server's.
const API_SERVICE: Ipv4Addr = Ipv4Addr::new(10, 96, 0, 1);

/// Nobody but the tests can reach the cluster, so its tokens need not be secret.
const ADMIN_TOKEN: &str = "administrator-of-the-test-cluster";

/// Who may talk to the cluster, as files in its folder.
#[derive(Debug)]
pub(super) struct Credentials {
    folder: PathBuf,
    server: String,
}

impl Credentials {
    /// Makes an authority, and everything that it vouches for.
    pub(super) fn make(folder: &Path, node: Ipv4Addr, port: u16) -> Credentials {
        let made =
            Credentials { folder: folder.to_owned(), server: format!("https://{node}:{port}") };
        let authority = Authority::make();
        made.write("ca.crt", &authority.certificate);
        let accounts = KeyPair::generate().expect("a key");
        made.write("accounts.key", &accounts.serialize_pem());
        made.write("accounts.pub", &accounts.public_key_pem());
        made.write_pair("api", authority.server(node));
        made.write_pair("front", authority.client("front", None));
        made.write_pair("admin", authority.client("admin", Some("system:masters")));
        made.write("tokens", &format!("{ADMIN_TOKEN},admin,admin,system:masters\n"));
        made.write("admin.header", &format!("Authorization: Bearer {ADMIN_TOKEN}\n"));
        made.write_kubeconfig("admin", json!({ "token": ADMIN_TOKEN }));
        let [certificate, key] = ["crt", "key"].map(|end| folder.join(format!("admin.{end}")));
        let by_certificate = json!({ "client-certificate": certificate, "client-key": key });
        made.write_kubeconfig("admin-by-certificate", by_certificate);
        made
    }

    pub(super) fn server(&self) -> &str {
        &self.server
    }

    pub(super) fn token(&self) -> &'static str {
        ADMIN_TOKEN
    }

    pub(super) fn authority(&self) -> Vec<u8> {
        fs::read(self.folder.join("ca.crt")).expect("the authority's certificate is there")
    }

    pub(super) fn kubeconfig(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.kubeconfig"))
    }

    pub(super) fn write_kubeconfig(&self, name: &str, user: serde_json::Value) -> PathBuf {
        let server = json!({
            "server": self.server,
            "certificate-authority": self.folder.join("ca.crt"),
        });
        let config = json!({
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{ "name": "test", "cluster": server }],
            "users": [{ "name": name, "user": user }],
            "contexts": [{ "name": "test", "context": { "cluster": "test", "user": name } }],
            "current-context": "test",
        });
        // JSON is YAML, too.
        self.write(&format!("{name}.kubeconfig"), &format!("{config:#}\n"));
        self.kubeconfig(name)
    }

    fn write_pair(&self, name: &str, (certificate, key): (String, String)) {
        self.write(&format!("{name}.crt"), &certificate);
        self.write(&format!("{name}.key"), &key);
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("the cluster's folder can be written");
    }
}

struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: String,
}

impl Authority {
    fn make() -> Authority {
        let key = KeyPair::generate().expect("a key");
        let mut params = named("test-cluster", None);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
        let certificate = params.self_signed(&key).expect("a certificate").pem();
        Authority { issuer: Issuer::new(params, key), certificate }
    }

    fn server(&self, node: Ipv4Addr) -> (String, String) {
        let mut params = named("kube-apiserver", None);
        let addresses = [node, API_SERVICE, Ipv4Addr::LOCALHOST];
        params.subject_alt_names = addresses.map(|a| SanType::IpAddress(IpAddr::V4(a))).to_vec();
        for name in ["localhost", "kubernetes.default.svc", "kubernetes.default"] {
            params.subject_alt_names.push(SanType::DnsName(name.try_into().expect("a name")));
        }
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        self.sign(params)
    }

    fn client(&self, name: &str, group: Option<&str>) -> (String, String) {
        let mut params = named(name, group);
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        self.sign(params)
    }

    fn sign(&self, params: CertificateParams) -> (String, String) {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        (certificate.pem(), key.serialize_pem())
    }
}

fn named(name: &str, group: Option<&str>) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    if let Some(group) = group {
        params.distinguished_name.push(DnType::OrganizationName, group);
    }
    params
}
