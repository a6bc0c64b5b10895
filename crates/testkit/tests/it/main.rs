//! The test kit itself: its databases, engines and networks are real, apart from each other, and
//! leave nothing behind.

mod databases;
mod docker;
mod killed;
mod multicast;
