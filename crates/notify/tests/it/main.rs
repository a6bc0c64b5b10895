//! The endpoints, the queue and its delivery on both databases, as callers and devices see them.

mod attacks;
mod channels;
mod delivery;
mod mail;
mod push;
mod queue;
mod receiver;
mod rules;
mod server;
mod sockets;
mod webhooks;
