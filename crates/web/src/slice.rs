use std::sync::Arc;

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
}
