//! What an engine's failure is to whoever asked.

use engines::{EngineError, Fault};
use kit::{Error, ErrorKind};

/// `failed` is the code of the operation, for an engine that is there and did not do it.
pub(crate) fn refused(error: EngineError, failed: ErrorKind) -> Error {
    let kind = match error.fault {
        Fault::NotFound => return not_found(),
        Fault::Unreachable | Fault::Timeout => ErrorKind::RuntimeUnavailable,
        Fault::Forbidden | Fault::Conflict | Fault::Failed => failed,
    };
    Error::new(kind, sentence(&error))
}

pub(crate) fn not_found() -> Error {
    Error::new(ErrorKind::ContainerNotFound, "This container does not exist")
}

/// Engines' messages begin small, as they are parts of other sentences.
pub(crate) fn sentence(error: &EngineError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}
