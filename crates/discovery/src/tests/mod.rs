//! The slice as a whole: sources that say what they are told to, real servers to probe, both
//! databases.

mod approving;
mod crowd;
mod deciding;
mod fixture;
mod following;
mod moving;
mod probing;
mod server;
mod sources;
