//! The configuration for people to read: what every key says, where that was written, and when a
//! change of it counts. It is changed where it was written, not here.

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{Forbidden, Limited, Unauthorized};
use web::{Admin, Declaration, Json, Require, Slice};

use crate::config::{Loaded, Setting, settings};

pub(crate) const SLICE: Declaration =
    Declaration { name: "settings", migrations: None, backup: &[], capabilities: &[] };

/// What is in effect. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    /// What was in effect at the start, which is what still counts of keys that need a restart.
    first: Arc<BTreeMap<String, String>>,
    shown: Arc<ArcSwap<Vec<SettingView>>>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SettingView {
    /// As in the file, with dots.
    key: String,
    /// Secrets are `***`, lists are JSON.
    value: String,
    #[schema(value_type = SettingSource)]
    source: &'static str,
    /// The file and the line, the variable or the flag; empty for a default.
    written: String,
    meaning: &'static str,
    /// The variable that can set it.
    variable: String,
    /// Whether a change counts only after a restart.
    needs_restart: bool,
    /// Whether it was changed since the start and waits for one.
    waits: bool,
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code, reason = "it only describes")]
enum SettingSource {
    Default,
    File,
    Environment,
    Flag,
}

impl Settings {
    pub(crate) fn new(loaded: &Loaded) -> Self {
        let first = settings(loaded).into_iter().map(|setting| (setting.key, setting.value));
        let this = Settings { first: Arc::new(first.collect()), shown: Arc::default() };
        this.show(loaded);
        this
    }

    /// Takes over what was read again.
    pub(crate) fn show(&self, loaded: &Loaded) {
        let views = settings(loaded).into_iter().map(|setting| self.view(setting));
        self.shown.store(Arc::new(views.collect()));
    }

    fn view(&self, setting: Setting) -> SettingView {
        let Setting { key, value, source, written, meaning, variable, needs_restart } = setting;
        let waits = needs_restart && self.first.get(&key) != Some(&value);
        SettingView { key, value, source, written, meaning, variable, needs_restart, waits }
    }

    pub(crate) fn slice(&self) -> Slice {
        let routes = OpenApiRouter::new().routes(routes!(list)).with_state(self.clone());
        Slice { routes, ..Slice::of(&SLICE) }
    }
}

/// Show the configuration
///
/// All keys but the lists of apps and routes, which have endpoints of their own.
#[utoipa::path(
    get, path = "/api/v1/config", tag = "Administration",
    security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 200, description = "In the order of their names.", body = Vec<SettingView>),
        Unauthorized, Forbidden, Limited),
)]
async fn list(_: Require<Admin>, State(settings): State<Settings>) -> Json<Vec<SettingView>> {
    Json(settings.shown.load().to_vec())
}
