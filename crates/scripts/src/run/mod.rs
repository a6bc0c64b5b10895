//! One run of a script: its turn, its process, what it writes.

mod capture;
mod child;
mod job;
mod live;
mod mask;
mod queue;

pub(crate) use self::capture::Capture;
pub(crate) use self::child::{Child, Exit};
pub(crate) use self::job::{Job, Ticket, Why};
pub(crate) use self::live::{Live, Piece};
pub(crate) use self::queue::FairQueue;
