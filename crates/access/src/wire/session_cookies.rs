use kit::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::CookieSession;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CookieSessionList {
    pub(crate) sessions: Vec<CookieSessionView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CookieSessionView {
    app_id: String,
    cookie_count: usize,
    #[schema(value_type = String, format = DateTime)]
    last_updated: Timestamp,
    /// When the last of its cookies ends; left out where one ends with its use, after 30 days
    /// without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
}

impl CookieSessionView {
    pub(crate) fn new(session: CookieSession, now: Timestamp) -> Self {
        let CookieSession { app, jar } = session;
        CookieSessionView {
            app_id: app.to_string(),
            cookie_count: jar.count(now),
            last_updated: jar.updated_at(),
            expires_at: jar.expires_at(now),
        }
    }
}
