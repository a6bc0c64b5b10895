use std::sync::Arc;

use arc_swap::ArcSwap;
use fetch::Fetcher;
use kit::{Clock, Timestamp};
use routing::{Targets, Upstream};

use crate::favicon::{Favicons, Icon};

pub(super) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";
pub(super) const GIF: &[u8] = b"GIF89a and so on";
pub(super) const SVG: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>";
pub(super) const OK: &str = "200 OK";

pub(super) struct Lab {
    pub(super) favicons: Favicons,
    pub(super) clock: Clock,
}

impl Lab {
    pub(super) fn new() -> Self {
        Lab::with_targets(Targets::default())
    }

    pub(super) fn with_targets(targets: Targets) -> Self {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        let fetcher = Fetcher::new(Arc::new(ArcSwap::from_pointee(targets)));
        Lab { favicons: Favicons::new(fetcher, clock.clone()), clock }
    }

    pub(super) async fn icon(&self, to: &str) -> Icon {
        let upstream = Upstream::parse(to, false).expect(to);
        self.favicons.get("photos", &upstream, "Photos").await
    }

    /// Whether only the letter was left.
    pub(super) async fn finds_nothing(&self, to: &str) -> bool {
        self.icon(to).await.is_stand_in
    }
}
