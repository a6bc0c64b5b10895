use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kube::config::{Config, KubeConfigOptions, Kubeconfig, KubeconfigError};
use kube::{Client, client::ClientBuilder};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;

use super::{KubernetesSettings, fault};
use crate::EngineError;

/// Every call ends within this time.
pub(super) const LONGEST_CALL: Duration = Duration::from_secs(10);
/// A connection on which nothing comes for this long is dead.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_secs(40);
const LONGEST_CONNECT: Duration = Duration::from_secs(5);

/// A program that gives no token cannot be ended. Each that hangs keeps a thread, so there are few.
const MOST_ATTEMPTS: usize = 4;

/// Where Kubernetes mounts the account of a pod.
const ACCOUNT: &str = "/var/run/secrets/kubernetes.io/serviceaccount";

/// Knows how to speak to one cluster, and reads that anew when the cluster does not know us.
#[derive(Debug)]
pub(super) struct Connection {
    settings: KubernetesSettings,
    inside: bool,
    link: Mutex<Option<ClusterConn>>,
    attempts: Arc<Semaphore>,
}

#[derive(Clone)]
pub(super) struct ClusterConn {
    pub(super) client: Client,
    pub(super) server: Arc<str>,
}

impl std::fmt::Debug for ClusterConn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ClusterConn({})", self.server)
    }
}

impl Connection {
    pub(super) fn new(settings: KubernetesSettings) -> Self {
        let mounted = Path::new(ACCOUNT).join("token").exists();
        let inside = settings.kubeconfig.is_empty() && settings.context.is_none() && mounted;
        Connection {
            settings,
            inside,
            link: Mutex::new(None),
            attempts: Arc::new(Semaphore::new(MOST_ATTEMPTS)),
        }
    }

    pub(super) fn settings(&self) -> &KubernetesSettings {
        &self.settings
    }

    pub(super) fn is_inside(&self) -> bool {
        self.inside
    }

    /// The namespace of our own pod.
    pub(super) async fn own_namespace(&self) -> Option<String> {
        let text = tokio::fs::read_to_string(Path::new(ACCOUNT).join("namespace")).await.ok()?;
        Some(text.trim().to_owned())
    }

    pub(super) async fn link(&self) -> Result<ClusterConn, EngineError> {
        let mut link = self.link.lock().await;
        if let Some(link) = &*link {
            return Ok(link.clone());
        }
        let made = self.connect().await?;
        *link = Some(made.clone());
        Ok(made)
    }

    /// Has the settings read again before the next call: the files may be others by now.
    pub(super) async fn forget(&self) {
        *self.link.lock().await = None;
    }

    async fn connect(&self) -> Result<ClusterConn, EngineError> {
        let (settings, inside) = (self.settings.clone(), self.inside);
        let attempts = self.attempts.clone();
        // A kubeconfig can name a program that gives a token, and that may take its time.
        let made = async {
            let attempt = attempts.acquire_owned().await;
            let made = tokio::task::spawn_blocking(move || {
                let _attempt = attempt;
                let config = Handle::current().block_on(read(&settings, inside))?;
                open(config)
            });
            made.await
        };
        match timeout(LONGEST_CALL, made).await {
            Ok(Ok(made)) => made,
            Ok(Err(_)) => Err(fault::no_credential("the kubeconfig")),
            Err(_) => Err(fault::timeout("the kubeconfig")),
        }
    }
}

async fn read(settings: &KubernetesSettings, inside: bool) -> Result<Config, EngineError> {
    if inside {
        return Config::incluster().map_err(|_| fault::unusable_account());
    }
    from_file(settings)
        .await
        .map_err(|error| fault::unusable_kubeconfig(&settings.kubeconfig, &error))
}

async fn from_file(settings: &KubernetesSettings) -> Result<Config, KubeconfigError> {
    let options = KubeConfigOptions { context: settings.context.clone(), ..Default::default() };
    if settings.kubeconfig.is_empty() {
        return Config::from_kubeconfig(&options).await;
    }
    let file = Kubeconfig::read_from(&settings.kubeconfig)?;
    Config::from_custom_kubeconfig(file, &options).await
}

fn open(mut config: Config) -> Result<ClusterConn, EngineError> {
    config.connect_timeout = Some(LONGEST_CONNECT);
    config.read_timeout = Some(LONGEST_SILENCE);
    config.reset_reader_on_write = true;
    // Whoever asks tries again with pauses of its own.
    config.default_retry = false;
    let server: Arc<str> = config.cluster_url.to_string().trim_end_matches('/').into();
    let client =
        ClientBuilder::try_from(config).map_err(|error| fault::unusable_client(&server, &error))?;
    Ok(ClusterConn { client: client.build(), server })
}
