//! Certificates in the database, behind the management router, and in handshakes.

mod attacks;
mod damage;
mod endpoints;
mod fixture;
mod given;
mod handshake;
mod imports;
mod life;
mod page;
mod pins;
mod programs;
mod renewals;
mod trust;
