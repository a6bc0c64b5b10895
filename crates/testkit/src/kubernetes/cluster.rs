use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::json;

use super::credentials::Credentials;
use super::{kubelet, process_guard, programs};
use crate::cache_folder;
use crate::docker::{Container, DockerEngine};
use crate::free_port;
use crate::process_guard::ProcessGuard;

const PAUSE: &str = "gatehouse-lab-pause:1";

/// A whole Kubernetes (1.20) with one node, RBAC, service accounts and services of all kinds. It
/// ends with the test process, however that ends, and leaves nothing behind.
#[derive(Debug)]
pub struct KubernetesCluster {
    node: Ipv4Addr,
    image: &'static str,
    kubeconfig: PathBuf,
    pub(super) credentials: Credentials,
    guard: Mutex<ProcessGuard>,
}

impl KubernetesCluster {
    /// On an engine that lasts as long as the process, because it is what ends the containers.
    pub(super) fn start(docker: &'static DockerEngine) -> KubernetesCluster {
        let programs = programs::folder();
        let node = bridge_address();
        make_pause_image(docker);
        let folder = tempfile::Builder::new().prefix("gatehouse-kubernetes.").tempdir_in("/tmp");
        // The keeper removes it, after everything that uses it.
        let folder = folder.expect("a temporary folder").keep();
        let port = free_port();
        let credentials = Credentials::make(&folder, node, port);
        kubelet::write_config(&folder, node, free_port());
        let guard = process_guard::start([
            ("DIR", folder.display().to_string()),
            ("BIN", programs.display().to_string()),
            ("LOCK", cache_folder().join("kubernetes-cluster.lock").display().to_string()),
            ("DOCKER", docker.socket().display().to_string()),
            ("NODE", node.to_string()),
            ("PAUSE", PAUSE.to_owned()),
            ("API_PORT", port.to_string()),
            ("ETCD_PORT", free_port().to_string()),
            ("PEER_PORT", free_port().to_string()),
            ("PROXY_PORT", free_port().to_string()),
        ]);
        KubernetesCluster {
            node,
            image: docker.image(),
            kubeconfig: credentials.kubeconfig("admin"),
            credentials,
            guard: Mutex::new(guard),
        }
    }

    /// Of an administrator, who has a token.
    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// Of an administrator, who has a certificate.
    pub fn kubeconfig_by_certificate(&self) -> PathBuf {
        self.credentials.kubeconfig("admin-by-certificate")
    }

    /// The API server's address, as the kubeconfig files say it.
    pub fn server(&self) -> &str {
        self.credentials.server()
    }

    /// Where services of the kind `NodePort` answer.
    pub fn node_address(&self) -> Ipv4Addr {
        self.node
    }

    /// An image with busybox in it, which is there without being pulled.
    pub fn image(&self) -> &str {
        self.image
    }

    pub(super) fn order(&self, order: &str) {
        self.guard.lock().unwrap_or_else(PoisonError::into_inner).order(order);
    }
}

/// The machine's own address on the network of the pods.
fn bridge_address() -> Ipv4Addr {
    let interfaces = if_addrs::get_if_addrs().expect("the system lists its addresses");
    let on_bridge = interfaces.iter().filter(|interface| interface.name == "docker0");
    let address = on_bridge.map(if_addrs::Interface::ip).find_map(|address| match address {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    });
    address.expect("the engine's bridge has an address")
}

/// Every pod has a container that only holds its network, and Kubernetes knows no way to tell it
/// what to run: its image has to.
fn make_pause_image(docker: &DockerEngine) {
    let asleep =
        docker.create(Container::new(docker.unique("pause")).command(&["sleep", "2147483647"]));
    let (name, tag) = PAUSE.split_once(':').expect("it has a tag");
    let path = format!("/commit?container={}&repo={name}&tag={tag}", asleep.id());
    let answer = docker.api("POST", &path, &json!({}));
    assert!(answer.is_success(), "the pause image is not taken: {answer:?}");
}
