use crate::{ContainerId, EngineError};

/// What the stream of changes says.
#[derive(Debug, Clone)]
pub enum Change {
    /// The engine is there. What happened before is not told: look at everything.
    Connected,
    /// A container was made, started, stopped, renamed, or changed its networks or its health.
    Changed(ContainerId),
    /// A container was removed.
    Gone(ContainerId),
    /// The engine cannot be reached; the stream goes on trying. Said once for each reason.
    Lost(EngineError),
}
