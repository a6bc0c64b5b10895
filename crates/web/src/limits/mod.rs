//! Rate limits, by class of endpoint and client address.

mod bucket;
mod class;
mod config;
mod layer;

pub use class::LimitClass;
pub use config::{Config, Rule};
pub use layer::Limiter;
pub(crate) use layer::enforce;
