//! The use cases: what comes in is decided at once and shown; what people decide is written down
//! before it is answered.

mod approve;
mod decide;
mod hear;
mod moved;
mod record;
mod tell;

pub(crate) use approve::Wishes;
