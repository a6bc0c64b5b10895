//! The listeners and the way to apps, spoken to over real sockets.

mod application;
mod bodies;
mod client;
mod connections;
mod frames;
mod lab;
mod message;
mod ports;
mod proxy;
mod raw_app;
mod real_app;
mod requests;
mod routes;
mod shutdown;
mod tls;
