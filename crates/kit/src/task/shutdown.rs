use tokio_util::sync::CancellationToken;

/// Two signals: `draining` asks everybody to finish, `cut` says that time is up.
#[derive(Debug, Clone, Default)]
pub struct Shutdown {
    draining: CancellationToken,
    cut: CancellationToken,
}

impl Shutdown {
    pub fn drain(&self) {
        self.draining.cancel();
    }

    pub fn cut(&self) {
        self.draining.cancel();
        self.cut.cancel();
    }

    pub fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }

    pub async fn draining(&self) {
        self.draining.cancelled().await;
    }

    pub async fn was_cut(&self) {
        self.cut.cancelled().await;
    }

    /// A token that ends with the drain, for tasks that take one.
    pub fn token(&self) -> CancellationToken {
        self.draining.child_token()
    }
}
