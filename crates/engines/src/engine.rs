use futures::future::BoxFuture;
use futures::stream::BoxStream;

use crate::{Change, Container, ContainerId, Details, EngineError};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Runtime {
    Docker,
    Kubernetes,
}

impl Runtime {
    pub fn as_str(self) -> &'static str {
        match self {
            Runtime::Docker => "docker",
            Runtime::Kubernetes => "kubernetes",
        }
    }
}

/// Something that runs containers. A handle is there whether or not the engine is: it connects when
/// it is asked, and every call ends in a bounded time.
pub trait Engine: Send + Sync {
    fn runtime(&self) -> Runtime;

    /// All containers, whatever their state.
    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>>;

    fn container<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>>;

    /// What happens to containers, from now on. The stream never ends: when the connection is lost
    /// it says so, tries again with growing pauses, and says when it is back, so that whoever
    /// listens looks at everything anew.
    fn changes(&self) -> BoxStream<'static, Change>;
}
