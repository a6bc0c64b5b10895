use std::sync::Arc;

use futures::future::BoxFuture;
use kit::Worker;
use store::{Migrations, Part};
use utoipa_axum::router::OpenApiRouter;

use crate::{Command, Figures};

/// What is known of a feature before it runs.
#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    pub name: &'static str,
    /// How its tables are made.
    pub migrations: Option<Migrations>,
    /// What backups carry of it.
    pub backup: &'static [Part],
    /// What clients can expect of a version that has it, by the names of the API's parts.
    pub capabilities: &'static [&'static str],
}

/// What a feature brings into the program.
#[derive(Default)]
pub struct Slice {
    pub name: &'static str,
    pub routes: OpenApiRouter,
    pub commands: Vec<Arc<dyn Command>>,
    pub workers: Vec<Worker>,
    /// Takes over what the database says after all of it may have changed at once.
    pub reread: Option<Reread>,
    pub figures: Option<Arc<dyn Figures>>,
}

impl Slice {
    /// With nothing but its name: for `Slice { routes, ..Slice::of(&SLICE) }`.
    pub fn of(declaration: &Declaration) -> Self {
        Slice { name: declaration.name, ..Slice::default() }
    }
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

/// Takes over a changed configuration while the program runs; `C` is what it says to the slice.
pub trait Reload<C>: Send + Sync {
    /// Whether it can be taken over. Of all slices this is asked first, so that a configuration
    /// counts as a whole or not at all.
    fn check(&self, _config: &C) -> kit::Result<()> {
        Ok(())
    }

    fn reload(&self, config: C) -> impl Future<Output = kit::Result<()>> + Send;
}
