//! What one thread of the data plane has for itself. Nothing on a request's way crosses to another
//! thread, so nothing there needs a lock.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use dial::Protocol;
use kit::Entropy;
use routing::Endpoint;
use tokio::time::timeout;

use crate::auth_cache::AuthCache;
use crate::config::ProxyConfig;
use crate::date::Date;
use crate::deadline::Deadlines;
use crate::edge::Edge;
use crate::failure::{Failure, FailureKind};
use crate::http1::HeadCache;
use crate::scratch::Scratch;
use crate::upstream::{Counted, Opened, Pool};

pub(crate) struct Lane {
    pub(crate) edge: Arc<Edge>,
    pub(crate) pool: Pool,
    pub(crate) auth_cache: AuthCache,
    pub(crate) head_cache: HeadCache,
    pub(crate) scratch: Scratch,
    pub(crate) date: Date,
    pub(crate) deadlines: Deadlines,
    next_id: Cell<u64>,
}

impl Lane {
    pub(crate) fn new(edge: Arc<Edge>) -> Rc<Self> {
        let date = Date::new(edge.clock.clone());
        Rc::new(Lane {
            edge,
            pool: Pool::default(),
            auth_cache: AuthCache::default(),
            head_cache: HeadCache::default(),
            scratch: Scratch::default(),
            date,
            deadlines: Deadlines::default(),
            next_id: Cell::new(u64::from_ne_bytes(Entropy.bytes())),
        })
    }

    /// A name for a request, to find it again in logs; nothing is protected by it.
    pub(crate) fn request_id(&self) -> Arc<str> {
        let count = self.next_id.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.next_id.set(count);
        let mut mixed = count;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let mut text = [0; 16];
        for (place, digit) in text.iter_mut().enumerate() {
            *digit = b"0123456789abcdef"[(mixed >> (60 - 4 * place)) as usize & 15];
        }
        std::str::from_utf8(&text).expect("hex is text").into()
    }

    /// A new connection to an app.
    pub(crate) async fn open(
        &self,
        endpoint: &Endpoint,
        protocol: Protocol,
        config: &ProxyConfig,
    ) -> Result<Opened, Failure> {
        let Edge { dialer, metrics, limits, .. } = &*self.edge;
        let gauge = metrics.upstream_connections();
        if gauge.get() >= i64::try_from(limits.upstream_connections).unwrap_or(i64::MAX) {
            return Err(FailureKind::Busy.into());
        }
        let counted = Counted::new(gauge);
        let connecting = dialer.connect(endpoint, protocol);
        let connected = timeout(config.connect_timeout.0, connecting).await;
        let connection = connected.map_err(|_| FailureKind::ConnectTimeout)??;
        Ok(Opened { transport: connection.transport, http2: connection.http2, counted })
    }
}
