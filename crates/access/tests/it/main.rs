//! The endpoints of this slice over the assembled router, on both databases.

mod apps_cookie;
mod bootstrap;
mod browser;
mod devices;
mod fixture;
mod gate;
mod handoff;
mod keys;
mod pairing;
mod session;
mod session_cookies;
mod setup;
