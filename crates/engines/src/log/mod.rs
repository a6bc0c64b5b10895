//! What containers say, line by line.

mod lines;
mod time;

pub(crate) use lines::{Lines, unstamped};
use strum::IntoStaticStr;
pub use time::LogTime;

use futures::stream::BoxStream;

use crate::EngineError;

/// A line that is longer is not kept; a note stands in its place.
pub const LONGEST_LOG_LINE: usize = 1 << 20;
pub const LEFT_OUT: &str = "[a line of more than 1 MB was left out]";

/// Which lines of a container are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogRequest {
    /// So many of the last lines; `None`: all.
    pub tail: Option<u32>,
    /// Only what was said then or later.
    pub since: Option<LogTime>,
    /// Go on with what is said from now on.
    pub follow: bool,
    /// Which container of a pod; `None`: the one that people mean.
    pub container: Option<String>,
    /// What the container before the last restart said, where the engine keeps it.
    pub previous: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum LogStream {
    Stdout,
    Stderr,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    pub stream: LogStream,
    /// When the engine heard it; `None` where it does not say.
    pub at: Option<LogTime>,
    /// Without what ends it. What is no UTF-8 is shown as a mark.
    pub text: String,
}

/// Lines as they come, several at a time. It ends when there are no more: all that was asked for is
/// there, or the container has stopped. After an error nothing comes.
pub type LogLines = BoxStream<'static, Result<Vec<LogLine>, EngineError>>;
