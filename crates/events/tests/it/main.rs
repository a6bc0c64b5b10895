//! Facts on real databases: recorded with the change that caused them, carried in order, each
//! once, and kept for as long as promised.

mod carrying;
mod following;
mod lab;
mod logs;
mod recording;
