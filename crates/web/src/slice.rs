use std::sync::Arc;

use futures::future::BoxFuture;
use kit::Worker;
use utoipa_axum::router::OpenApiRouter;

use crate::Command;

/// What a feature brings into the program.
#[derive(Default)]
pub struct Slice {
    pub name: &'static str,
    pub routes: OpenApiRouter,
    pub commands: Vec<Arc<dyn Command>>,
    pub workers: Vec<Worker>,
    /// Takes over what the database says after all of it may have changed at once.
    pub reread: Option<Reread>,
}

pub type Reread = Arc<dyn Fn() -> BoxFuture<'static, kit::Result<()>> + Send + Sync>;

/// For a slice that keeps in memory what its tables hold.
pub fn reread<F, Fut>(read: F) -> Option<Reread>
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = kit::Result<()>> + Send + 'static,
{
    Some(Arc::new(move || Box::pin(read())))
}
