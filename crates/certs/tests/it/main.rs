//! Certificates in the database, behind the management router, and in handshakes.

mod attacks;
mod damage;
mod endpoints;
mod given;
mod handshake;
mod house;
mod imports;
mod life;
mod page;
mod pins;
mod programs;
mod renewals;
mod trust;
