//! The listeners, spoken to over real sockets.

mod connections;
mod lab;
mod ports;
mod requests;
mod shutdown;
mod tls;
