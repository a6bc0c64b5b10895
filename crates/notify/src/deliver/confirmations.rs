use std::sync::Arc;

use tokio::sync::{Mutex, mpsc};
use web::Receipt;

use crate::model::Confirmation;

/// Confirmations that may wait to be written down. What finds no room is confirmed anew, when it is
/// sent again.
const ROOM: usize = 1 << 16;

/// From the sockets to the one who writes it down.
pub(crate) struct Confirmations {
    sender: mpsc::Sender<Confirmation>,
    /// Locked by the worker, whose restart must find the same queue.
    pub(super) receiver: Arc<Mutex<mpsc::Receiver<Confirmation>>>,
}

impl Default for Confirmations {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(ROOM);
        Confirmations { sender, receiver: Arc::new(Mutex::new(receiver)) }
    }
}

impl Confirmations {
    /// To be called when a socket has taken a notification.
    pub(super) fn receipt(&self, device: Arc<str>, id: i64) -> Receipt {
        let sender = self.sender.clone();
        Box::new(move || {
            let _ = sender.try_send(Confirmation { device, id, acknowledged: false });
        })
    }

    /// What a device says itself. It waits while there is no room.
    pub(super) async fn acknowledged(&self, device: &Arc<str>, ids: &[i64]) {
        for id in ids {
            let said = Confirmation { device: device.clone(), id: *id, acknowledged: true };
            if self.sender.send(said).await.is_err() {
                return;
            }
        }
    }
}
