use std::time::Duration;

/// How much a socket may take. The defaults are for production; tests shorten them.
#[derive(Debug, Clone)]
pub struct Limits {
    /// From the upgrade to a passed `auth` message.
    pub auth_time: Duration,
    /// A peer is asked this often whether it is still there…
    pub ping_every: Duration,
    /// …and dropped when nothing at all came from it for so long.
    pub silence: Duration,
    /// A frame that the peer does not take within this time ends the socket.
    pub write_time: Duration,
    /// How long a peer has to answer a close.
    pub close_time: Duration,
    /// How long a command of a client may take.
    pub command_time: Duration,
    /// The largest message a client may send.
    pub message_bytes: usize,
    /// What may wait for a peer before it counts as too slow.
    pub queue_messages: usize,
    pub queue_bytes: usize,
    /// Sockets open at a time, authenticated or not.
    pub sockets: usize,
    /// Sockets open at a time for one device.
    pub sockets_per_device: u32,
    /// Messages a client may send without a pause…
    pub burst: u32,
    /// …and the pause between those that follow. They are not refused but read later.
    pub message_period: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            auth_time: Duration::from_secs(10),
            ping_every: Duration::from_secs(25),
            silence: Duration::from_secs(60),
            write_time: Duration::from_secs(10),
            close_time: Duration::from_secs(2),
            command_time: Duration::from_secs(10),
            message_bytes: 1 << 20,
            queue_messages: 256,
            queue_bytes: 4 << 20,
            sockets: 20_000,
            sockets_per_device: 32,
            burst: 100,
            message_period: Duration::from_millis(20),
        }
    }
}
