//! The test kit itself: its databases are real, apart from each other, and leave nothing behind.

mod databases;
mod docker;
mod multicast;
