//! Paired devices, made the way real ones are.

use anyhow::{Context, Result};
use http::Method;
use serde_json::{Value, json};

use crate::http::{Extras, Http};

/// A token for a new device.
pub(crate) async fn pair(http: &mut Http, id: &str) -> Result<String> {
    let bootstrap = bootstrap_token(http).await?;
    redeem_bootstrap(http, id, &bootstrap).await
}

/// Minted by a program on the gateway's own machine, so that no approval is needed.
pub(crate) async fn bootstrap_token(http: &mut Http) -> Result<String> {
    let qr = http.json(Method::GET, "/api/v1/auth/qr", Extras::default()).await?;
    let code = json!({ "code": text(&qr, "code")? });
    let extras = Extras { json: Some(code), pairing: true, ..Extras::default() };
    let configuration = http.json(Method::POST, "/api/v1/pair", extras).await?;
    text(&configuration, "bootstrapToken")
}

/// The last step, which makes the device and the event that tells of it.
pub(crate) async fn redeem_bootstrap(http: &mut Http, id: &str, bootstrap: &str) -> Result<String> {
    let device = json!({ "device": { "id": id, "model": "bench", "platform": "ios" } });
    let extras = Extras { token: Some(bootstrap), json: Some(device), ..Extras::default() };
    let paired = http.json(Method::POST, "/api/v1/auth/pair", extras).await?;
    text(&paired, "accessToken")
}

fn text(answer: &Value, name: &str) -> Result<String> {
    let text = answer[name].as_str().with_context(|| format!("no `{name}` in {answer}"))?;
    Ok(text.to_owned())
}
