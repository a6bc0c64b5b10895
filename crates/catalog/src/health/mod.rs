//! Whether apps answer. One worker asks all of them, each at its own pace; nothing here ever keeps
//! a request from being tried.
//!
//! ```text
//! let health = HealthMonitor::new(fetcher, clock, config);
//! workers.push(health.worker(Arc::new(catalog)));   // the catalogue is the `Checked`
//!
//! health.targets_changed();              // after apps or routes changed
//! health.configure(config);              // after a reload
//! health.state("jellyfin");              // what is known now
//! health.check_now("jellyfin").await;    // asks now, and says what came of it
//! health.mark_unhealthy("jellyfin", …);  // somebody else knows that it is gone
//! ```
//!
//! The pace: an app is asked every `interval`, give or take a tenth. New apps are asked at once
//! where they are few, spread over an interval where they are many. An app that has become
//! unhealthy is asked after one, two, four, six intervals, but never more than 30 seconds apart
//! (or one interval, where that is longer), so that its return is seen soon. At most
//! [`AT_ONCE`](scheduler) checks are under way at a time; between checks an app costs a row in a
//! queue and no task.

mod config;
mod monitor;
mod pace;
mod plan;
mod probe;
mod queue;
mod scheduler;
mod state;
#[cfg(test)]
mod tests;

pub use config::HealthConfig;
pub(crate) use monitor::{Checked, HealthChange, HealthMonitor};
pub(crate) use plan::{Target, is_check_path};
pub(crate) use state::{Outcome, Transition};
