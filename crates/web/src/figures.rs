use std::iter::Sum;
use std::sync::Arc;

/// How many of each there are right now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub routes: u64,
    pub services: u64,
    pub services_online: u64,
    pub discoveries: u64,
    pub devices: u64,
    pub devices_online: u64,
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(all: I) -> Self {
        all.fold(Counts::default(), |sum, counts| Counts {
            routes: sum.routes + counts.routes,
            services: sum.services + counts.services,
            services_online: sum.services_online + counts.services_online,
            discoveries: sum.discoveries + counts.discoveries,
            devices: sum.devices + counts.devices,
            devices_online: sum.devices_online + counts.devices_online,
        })
    }
}

/// Knows how many there are of what a slice has, and how they are, from memory.
pub trait Figures: Send + Sync {
    /// What others have counts as none.
    fn counts(&self) -> Counts {
        Counts::default()
    }

    /// The apps of which it is known whether they answer, and whether they do.
    fn verdicts(&self) -> Vec<(Arc<str>, bool)> {
        Vec::new()
    }
}
