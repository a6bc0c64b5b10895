use super::KubernetesCluster;

/// A time without the API server, which ends when this is dropped, so that a test that fails does
/// not take the others with it.
#[derive(Debug)]
pub struct Outage {
    cluster: &'static KubernetesCluster,
    mend: &'static str,
}

impl KubernetesCluster {
    /// Stops the API server: its port refuses connections, and open watches break.
    pub fn cut(&'static self) -> Outage {
        self.order("stop");
        Outage { cluster: self, mend: "start" }
    }

    /// Stops the API server in its tracks: connections are taken and stay open, but nothing
    /// answers.
    pub fn pause(&'static self) -> Outage {
        self.order("pause");
        Outage { cluster: self, mend: "resume" }
    }
}

impl Outage {
    /// Returns when the API server is ready again. Other tasks of the test go on meanwhile.
    pub async fn mend(self) {
        let mended = tokio::task::spawn_blocking(move || drop(self)).await;
        mended.expect("the API server comes back");
    }
}

impl Drop for Outage {
    fn drop(&mut self) {
        self.cluster.order(self.mend);
    }
}
