//! The local CA and its leaf, on disk and in handshakes.

mod damage;
mod given;
mod lab;
mod life;
mod trust;
