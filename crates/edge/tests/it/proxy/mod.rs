//! The way of requests to apps and back.

mod access_log;
mod answers;
mod body_limits;
mod broken_bodies;
mod cookies;
mod desync;
mod doors;
mod durations;
mod expectations;
mod failures;
mod floods;
mod forwarding;
mod framing;
mod gate;
mod headers;
mod identity;
mod origin;
mod paths;
mod reuse;
mod slow_clients;
mod streaming;
mod swaps;
mod upstream_protocols;
mod websocket;
