//! Gateways in one process, with a network between them that can be cut.

mod attacks;
mod convergence;
mod gateway;
mod managing;
mod network;
mod sharing;
mod storing;
mod visits;
