use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{Forbidden, Invalid, Limited, Missing, RuntimeUnavailable, Unauthorized};
use web::{Json, Path, Query, Read, Require, Result};

use crate::Toolbox;
use crate::wire::{TemplateList, TemplateView};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Only templates of this category.
    category: Option<String>,
}

/// List the templates
///
/// Those that the program brings, and over them those of `toolbox.catalog_dir`. One that is broken
/// is listed with what is wrong. Empty while the toolbox is switched off.
#[utoipa::path(
    get, path = "/api/v1/toolbox/services", tag = "Toolbox", operation_id = "listToolboxServices",
    params(Filter),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "By id.", body = TemplateList),
        Invalid, Unauthorized, Forbidden, Limited),
)]
pub(super) async fn list(
    _: Require<Read>,
    State(toolbox): State<Toolbox>,
    Query(filter): Query<Filter>,
) -> Json<TemplateList> {
    if !toolbox.is_enabled() {
        return Json(TemplateList { services: Vec::new(), count: 0, enabled: Some(false) });
    }
    let templates = toolbox.templates(filter.category.as_deref()).into_iter();
    let services: Vec<TemplateView> =
        templates.map(|(id, template)| TemplateView::of(id, template)).collect();
    Json(TemplateList { count: services.len(), services, enabled: None })
}

/// Get a template
///
/// 503 while the toolbox is switched off.
#[utoipa::path(
    get, path = "/api/v1/toolbox/services/{id}", tag = "Toolbox",
    operation_id = "getToolboxService",
    params(("id" = String, Path, description = "The template's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The template.", body = TemplateView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, RuntimeUnavailable),
)]
pub(super) async fn get(
    _: Require<Read>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
) -> Result<Json<TemplateView>> {
    toolbox.refuse_while_off()?;
    let template = toolbox.template(&id)?;
    Ok(Json(TemplateView::of(id, template)))
}
