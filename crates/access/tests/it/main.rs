//! The endpoints of this slice over the assembled router, on both databases.

mod bootstrap;
mod devices;
mod house;
mod keys;
mod pairing;
mod session;
mod setup;
