use futures::future::BoxFuture;
use futures::stream::BoxStream;
use strum::IntoStaticStr;

use crate::witness::Witness;
use crate::{
    Action, Change, Container, ContainerId, Details, Done, EngineError, Inspected, Surroundings,
    Usage,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Runtime {
    Docker,
    Kubernetes,
}

/// Something that runs containers. A handle is there whether or not the engine is: it connects when
/// it is asked, and every call ends in a bounded time.
pub trait Engine: Witness {
    fn runtime(&self) -> Runtime;

    /// All containers, whatever their state.
    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>>;

    fn container<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>>;

    fn inspect<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Inspected, EngineError>>;

    /// Does it and waits until it is done, within the time that it is given and a minute.
    fn act<'a>(
        &'a self,
        id: &'a ContainerId,
        action: Action,
    ) -> BoxFuture<'a, Result<Done, EngineError>>;

    /// What a container uses, again and again for as long as somebody listens. Ends when the
    /// container does not run.
    fn usage(&self, id: &ContainerId) -> BoxStream<'static, Result<Usage, EngineError>>;

    fn surroundings(&self) -> BoxFuture<'_, Result<Surroundings, EngineError>>;

    /// What happens to containers, from now on. The stream never ends: when the connection is lost
    /// it says so, tries again with growing pauses, and says when it is back, so that whoever
    /// listens looks at everything anew.
    fn changes(&self) -> BoxStream<'static, Change>;
}
