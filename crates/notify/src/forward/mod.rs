//! Channels: the ways to people who have no app open. Each keeps its own order, its own retries and
//! its own state, and none waits for another.

mod channel;
mod details;
mod gotify;
mod ntfy;
mod outgoing;
mod push;
mod run;
mod smtp;
mod target;
mod url;
mod vapid;
mod webhook;

pub(crate) use channel::{Channel, ChannelKind, ChannelState};
pub(crate) use details::{Details, Shown};
pub(crate) use outgoing::{Failure, Forward, Outgoing};
pub(crate) use run::run;
pub(crate) use target::Target;
pub(crate) use vapid::VapidKey;
