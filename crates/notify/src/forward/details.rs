use kit::Secret;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::ChannelKind;

/// What a channel must know, as people give it; each kind uses some of it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Details {
    /// `webhook`: where to post (never shown again). `ntfy`, `gotify`: the server.
    #[schema(max_length = 2048)]
    pub(crate) url: Option<String>,
    /// `webhook`: what posts are signed with, 16 to 256 characters.
    #[schema(value_type = Option<String>, write_only)]
    #[serde(deserialize_with = "secret")]
    pub(crate) secret: Option<Secret>,
    /// `ntfy`: the topic.
    pub(crate) topic: Option<String>,
    /// `ntfy`: an access token; `gotify`: the application's token.
    #[schema(value_type = Option<String>, write_only)]
    #[serde(deserialize_with = "secret")]
    pub(crate) token: Option<Secret>,
    /// `ntfy`: 1 to 5; `gotify`: 0 to 10.
    pub(crate) priority: Option<i64>,
    /// `smtp`: the mail server.
    pub(crate) host: Option<String>,
    /// `smtp`: 465 for `tls`, 587 for `starttls`, 25 for `none` where it is left out.
    pub(crate) port: Option<u16>,
    /// `smtp`: `tls`, `starttls` (the default) or `none`.
    pub(crate) encryption: Option<String>,
    pub(crate) username: Option<String>,
    #[schema(value_type = Option<String>, write_only)]
    #[serde(deserialize_with = "secret")]
    pub(crate) password: Option<Secret>,
    /// `smtp`: the sender's address.
    pub(crate) from: Option<String>,
    /// `smtp`: up to 20 addresses.
    pub(crate) to: Option<Vec<String>>,
    /// `webpush`: of the browser's subscription, as are `p256dh` and `auth`.
    #[schema(value_type = Option<String>, write_only)]
    #[serde(deserialize_with = "secret")]
    pub(crate) endpoint: Option<Secret>,
    #[schema(value_type = Option<String>, write_only)]
    #[serde(deserialize_with = "secret")]
    pub(crate) p256dh: Option<Secret>,
    #[schema(value_type = Option<String>, write_only)]
    #[serde(deserialize_with = "secret")]
    pub(crate) auth: Option<Secret>,
}

/// What is shown of it, and what is kept in the clear.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    /// The server; of a webhook without its path, which is often a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encryption: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Vec<String>>,
}

/// Only ever the content of a seal.
#[derive(Default, Serialize, Deserialize)]
struct Hidden {
    texts: Map<String, Value>,
}

impl Details {
    /// What was left out stays as it was.
    pub(crate) fn over(self, before: Details) -> Details {
        Details {
            url: self.url.or(before.url),
            secret: self.secret.or(before.secret),
            topic: self.topic.or(before.topic),
            token: self.token.or(before.token),
            priority: self.priority.or(before.priority),
            host: self.host.or(before.host),
            port: self.port.or(before.port),
            encryption: self.encryption.or(before.encryption),
            username: self.username.or(before.username),
            password: self.password.or(before.password),
            from: self.from.or(before.from),
            to: self.to.or(before.to),
            endpoint: self.endpoint.or(before.endpoint),
            p256dh: self.p256dh.or(before.p256dh),
            auth: self.auth.or(before.auth),
        }
    }

    pub(crate) fn shown(&self, kind: ChannelKind) -> Shown {
        let address = match kind {
            ChannelKind::Webhook => self.url.as_deref().map(super::url::origin),
            ChannelKind::WebPush => {
                self.endpoint.as_ref().map(|url| super::url::origin(url.expose()))
            }
            _ => self.url.clone(),
        };
        Shown {
            url: address,
            topic: self.topic.clone(),
            priority: self.priority,
            host: self.host.clone(),
            port: self.port,
            encryption: self.encryption.clone(),
            username: self.username.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
        }
    }

    /// What must be sealed, as JSON.
    pub(crate) fn hidden(&self) -> String {
        let mut texts = Map::new();
        for (name, value) in [
            ("secret", &self.secret),
            ("token", &self.token),
            ("password", &self.password),
            ("endpoint", &self.endpoint),
            ("p256dh", &self.p256dh),
            ("auth", &self.auth),
        ] {
            if let Some(value) = value {
                texts.insert(name.to_owned(), value.expose().into());
            }
        }
        if let Some(url) = &self.url {
            texts.insert("url".to_owned(), url.as_str().into());
        }
        serde_json::to_string(&Hidden { texts }).expect("texts are plain data")
    }

    pub(crate) fn joined(shown: Shown, hidden: &[u8]) -> Option<Details> {
        let Hidden { mut texts } = serde_json::from_slice(hidden).ok()?;
        let mut text = |name: &str| match texts.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        Some(Details {
            url: text("url"),
            secret: text("secret").map(Secret::new),
            topic: shown.topic,
            token: text("token").map(Secret::new),
            priority: shown.priority,
            host: shown.host,
            port: shown.port,
            encryption: shown.encryption,
            username: shown.username,
            password: text("password").map(Secret::new),
            from: shown.from,
            to: shown.to,
            endpoint: text("endpoint").map(Secret::new),
            p256dh: text("p256dh").map(Secret::new),
            auth: text("auth").map(Secret::new),
        })
    }

    /// Which secrets there are, by name.
    pub(crate) fn secrets(&self) -> Vec<&'static str> {
        let all = [
            ("secret", &self.secret),
            ("token", &self.token),
            ("password", &self.password),
            ("endpoint", &self.endpoint),
            ("p256dh", &self.p256dh),
            ("auth", &self.auth),
        ];
        all.into_iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name).collect()
    }
}

/// An empty one is none.
fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
    let secret = Option::<Secret>::deserialize(deserializer)?;
    Ok(secret.filter(|secret| !secret.is_empty()))
}
