use kit::{Secret, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::DeviceView;
use crate::model;
use crate::service::{AppsPlace, Credentials, NewPassword, Refreshed, SignedIn};
use crate::store::sessions::BrowserSession;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupInput {
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_.-]+$")]
    username: String,
    #[schema(value_type = String, min_length = 8, max_length = 128, format = Password)]
    password: Secret,
    /// What the program printed at its start; needed from other machines.
    pub(crate) setup_code: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LoginInput {
    username: String,
    #[schema(value_type = String, format = Password)]
    password: Secret,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasswordInput {
    #[schema(value_type = String, format = Password)]
    current_password: Secret,
    #[schema(value_type = String, min_length = 8, max_length = 128, format = Password)]
    new_password: Secret,
}

impl From<PasswordInput> for NewPassword {
    fn from(input: PasswordInput) -> Self {
        NewPassword { current: input.current_password, new: input.new_password }
    }
}

impl From<SetupInput> for Credentials {
    fn from(input: SetupInput) -> Self {
        Credentials { username: input.username, password: input.password }
    }
}

impl From<LoginInput> for Credentials {
    fn from(input: LoginInput) -> Self {
        Credentials { username: input.username, password: input.password }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupDone {
    message: &'static str,
    username: String,
}

impl SetupDone {
    pub(crate) fn new(username: String) -> Self {
        SetupDone { message: "The first administrator was created", username }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupStatus {
    setup_required: bool,
    has_users: bool,
    /// Whether a browser may still be signed in: `POST /api/v1/auth/session` tells.
    stays_signed_in: bool,
}

impl SetupStatus {
    pub(crate) fn new(has_users: bool, stays_signed_in: bool) -> Self {
        SetupStatus { setup_required: !has_users, has_users, stays_signed_in }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AppsOriginInput {
    /// `own` or `shared`.
    pub(crate) mode: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AppsOriginView {
    /// `own`: people are sent to the port below. `shared`: apps are beside the dashboard.
    mode: &'static str,
    /// Where apps alone are served.
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u16>,
    /// Nobody has decided yet: a browser that reaches the port should say so.
    undecided: bool,
}

impl From<AppsPlace> for AppsOriginView {
    fn from(place: AppsPlace) -> Self {
        let AppsPlace { origin, port, undecided } = place;
        AppsOriginView { mode: origin.into_str(), port, undecided }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrowserSessionList {
    pub(crate) sessions: Vec<BrowserSessionView>,
}

/// A browser in which somebody stays signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowserSessionView {
    id: String,
    /// What the browser calls itself.
    user_agent: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_used: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

impl From<BrowserSession> for BrowserSessionView {
    fn from(session: BrowserSession) -> Self {
        BrowserSessionView {
            id: session.id.to_string(),
            user_agent: session.agent,
            created_at: session.created_at,
            last_used: session.changed_at,
            expires_at: session.expires_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserView {
    id: i64,
    username: String,
    scopes: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_login: Option<Timestamp>,
    is_active: bool,
    /// What the user chose for the dashboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    preferences: Option<Value>,
}

impl From<model::User> for UserView {
    fn from(user: model::User) -> Self {
        UserView {
            id: user.id,
            username: user.username.to_string(),
            scopes: kit::Scopes::administrator().to_strings(),
            created_at: user.created_at,
            last_login: user.last_login,
            is_active: user.is_active,
            preferences: user.preferences.and_then(|text| serde_json::from_str(&text).ok()),
        }
    }
}

/// The same token under both of the names that clients look for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenPair {
    token: String,
    access_token: String,
    /// Seconds.
    expires_in: i64,
}

impl TokenPair {
    pub(crate) fn new(token: &Secret, expires_in: i64) -> Self {
        let token = token.expose().to_owned();
        TokenPair { access_token: token.clone(), token, expires_in }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginDone {
    #[serde(flatten)]
    tokens: TokenPair,
    user: UserView,
}

impl LoginDone {
    pub(crate) fn new(signed_in: SignedIn, expires_in: i64) -> Self {
        let tokens = TokenPair::new(&signed_in.token, expires_in);
        LoginDone { tokens, user: signed_in.user.into() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Me {
    User(UserView),
    Device(DeviceView),
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Message {
    message: &'static str,
}

impl Message {
    pub(crate) fn new(message: &'static str) -> Self {
        Message { message }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefreshDone {
    #[serde(flatten)]
    tokens: TokenPair,
    scopes: Vec<String>,
    device_id: String,
}

impl RefreshDone {
    pub(crate) fn new(refreshed: Refreshed, expires_in: i64) -> Self {
        let tokens = TokenPair::new(&refreshed.token, expires_in);
        RefreshDone { tokens, scopes: refreshed.scopes, device_id: refreshed.subject }
    }
}
