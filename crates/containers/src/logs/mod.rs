//! What containers say, live: socket commands, and one stream from the engine for all who follow
//! the same container.

mod channel;
mod commands;
mod entry;
mod feed;
mod subscription;
mod subscriptions;
mod wire;

pub(crate) use commands::commands;

pub(crate) use channel::Reader;
pub(crate) use feed::{Feeds, Source};
pub(crate) use subscriptions::Subscriptions;
