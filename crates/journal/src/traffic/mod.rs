//! What goes through the apps: read off the counters that requests move on.

mod alarm;
mod callers;
mod collector;
mod day;
mod latency;
mod meter;
mod recent;
mod ring;

pub(crate) use self::alarm::News;
pub(crate) use self::callers::{MOST_CALLERS, REMEMBERED, Uses};
pub(crate) use self::collector::{AppMetrics, CLASSES};
pub(crate) use self::day::{Day, Quarter, first_quarter};
pub(crate) use self::latency::{mean_millis, quantile_millis};
pub(crate) use self::meter::{Meter, Passed};
pub(crate) use self::recent::{Minute, tick_of};
