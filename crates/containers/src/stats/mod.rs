//! What containers use. The engine is asked by one stream for each container, which is kept for as
//! long as somebody asks now and then, so that a request finds its answer waiting.

mod keep;

pub(crate) use keep::{Measured, StatsStreams};
