use kit::{Supervisor, Worker};

/// Background work, for as long as this is kept. Dropped, it ends without any farewell, as in a
/// crash.
pub struct Running {
    supervisor: Supervisor,
}

impl Running {
    pub fn start(supervisor: Supervisor, workers: impl IntoIterator<Item = Worker>) -> Running {
        workers.into_iter().for_each(|worker| supervisor.supervise(worker));
        Running { supervisor }
    }

    /// Ends it as the program does, so that what must be written down is, and waits until nothing
    /// runs any more.
    pub async fn stop(&self) {
        self.supervisor.shutdown().drain();
        self.supervisor.drained().await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
    }
}
