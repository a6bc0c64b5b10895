//! Where a channel leads, once everything that it needs is there and makes sense.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::{Error, Result, Secret};
use lettre::message::Mailbox;

use super::gotify::{self, Gotify};
use super::ntfy::{self, Ntfy};
use super::outgoing::{Failure, Outgoing};
use super::push::{self, Sender, Subscription};
use super::smtp::{self, Encryption, Smtp};
use super::url::Address;
use super::{ChannelKind, Details, webhook};
use crate::Notify;

const MOST_RECIPIENTS: usize = 20;
const PUBLIC_KEY: usize = 65;
const AUTH: usize = 16;
const LONGEST_TOPIC: usize = 64;

pub(crate) enum Target {
    Webhook(Address, Secret),
    Ntfy(Ntfy),
    Gotify(Gotify),
    Smtp(Smtp),
    WebPush(Subscription),
}

impl Target {
    pub(crate) fn check(kind: ChannelKind, details: &Details) -> Result<Self> {
        match kind {
            ChannelKind::Webhook => {
                let secret = need("secret", details.secret.as_ref())?;
                if !(16..=256).contains(&secret.expose().len()) {
                    return Err(Error::invalid("settings.secret", "must be 16 to 256 bytes long"));
                }
                Ok(Target::Webhook(address("url", details.url.as_deref())?, secret.clone()))
            }
            ChannelKind::Ntfy => Ok(Target::Ntfy(check_ntfy(details)?)),
            ChannelKind::Gotify => Ok(Target::Gotify(Gotify {
                server: address("url", details.url.as_deref())?,
                priority: priority(details, 0..=10, 5)?,
                token: need("token", details.token.as_ref())?.clone(),
            })),
            ChannelKind::Smtp => Ok(Target::Smtp(check_smtp(details)?)),
            ChannelKind::WebPush => Ok(Target::WebPush(check_push(details)?)),
        }
    }

    /// Whether nobody on the way can see whom it goes to.
    pub(crate) fn is_encrypted(&self) -> bool {
        match self {
            Target::Webhook(address, _) => address.is_encrypted(),
            Target::Ntfy(ntfy) => ntfy.server.is_encrypted(),
            Target::Gotify(gotify) => gotify.server.is_encrypted(),
            Target::Smtp(smtp) => smtp.encryption != Encryption::None,
            Target::WebPush(subscription) => subscription.address.is_encrypted(),
        }
    }

    pub(crate) async fn send(&self, notify: &Notify, outgoing: &Outgoing) -> Result<(), Failure> {
        let (fetcher, now) = (&notify.inner.parts.fetcher, notify.clock().now());
        match self {
            Target::Webhook(address, secret) => {
                webhook::send(fetcher, address, secret, outgoing, now).await
            }
            Target::Ntfy(target) => ntfy::send(fetcher, target, outgoing).await,
            Target::Gotify(target) => gotify::send(fetcher, target, outgoing).await,
            Target::Smtp(target) => smtp::send(&notify.inner.parts.targets, target, outgoing).await,
            Target::WebPush(subscription) => {
                let contact = contact(&notify.inner.parts.instance.base_url.get());
                let key = notify.inner.vapid.load_full();
                let sender = Sender { key: &key, contact: &contact, now };
                push::send(fetcher, subscription, &sender, outgoing).await
            }
        }
    }
}

/// Whom a push service could write to; it wants an address of either kind.
fn contact(base_url: &str) -> String {
    if base_url.starts_with("https://") {
        base_url.to_owned()
    } else {
        "mailto:gatehouse@localhost".to_owned()
    }
}

fn need<'a, T: ?Sized>(name: &str, value: Option<&'a T>) -> Result<&'a T> {
    value.ok_or_else(|| Error::invalid(format!("settings.{name}"), "is missing"))
}

fn address(name: &str, text: Option<&str>) -> Result<Address> {
    Address::parse(&format!("settings.{name}"), need(name, text)?)
}

fn priority(
    details: &Details,
    allowed: std::ops::RangeInclusive<i64>,
    default: i64,
) -> Result<i64> {
    let given = details.priority.unwrap_or(default);
    if allowed.contains(&given) {
        return Ok(given);
    }
    let reason = format!("must be {} to {}", allowed.start(), allowed.end());
    Err(Error::invalid("settings.priority", reason))
}

fn check_ntfy(details: &Details) -> Result<Ntfy> {
    let topic = need("topic", details.topic.as_deref())?;
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if !(1..=LONGEST_TOPIC).contains(&topic.len()) || !topic.bytes().all(allowed) {
        let reason = "must be 1 to 64 letters, digits, or characters of _-";
        return Err(Error::invalid("settings.topic", reason));
    }
    let server = details.url.as_deref().unwrap_or("https://ntfy.sh");
    Ok(Ntfy {
        server: address("url", Some(server))?,
        topic: topic.to_owned(),
        priority: priority(details, 1..=5, 3)?,
        token: details.token.clone(),
    })
}

fn check_smtp(details: &Details) -> Result<Smtp> {
    let host = need("host", details.host.as_deref())?;
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:".contains(&byte);
    if !(1..=253).contains(&host.len()) || !host.bytes().all(allowed) {
        return Err(Error::invalid("settings.host", "must be a name or an address"));
    }
    let (encryption, port) = match details.encryption.as_deref() {
        None | Some("starttls") => (Encryption::StartTls, 587),
        Some("tls") => (Encryption::Tls, 465),
        Some("none") => (Encryption::None, 25),
        Some(_) => {
            return Err(Error::invalid("settings.encryption", "must be tls, starttls or none"));
        }
    };
    let login = match (&details.username, &details.password) {
        (Some(user), Some(password)) => Some((user.clone(), password.clone())),
        (None, None) => None,
        _ => return Err(Error::invalid("settings.username", "goes with a password, or neither")),
    };
    if login.is_some() && encryption == Encryption::None {
        return Err(Error::invalid("settings.encryption", "a password is sent encrypted only"));
    }
    let to = need("to", details.to.as_deref())?;
    if !(1..=MOST_RECIPIENTS).contains(&to.len()) {
        return Err(Error::invalid("settings.to", "must be 1 to 20 addresses"));
    }
    Ok(Smtp {
        host: host.to_owned(),
        port: details.port.unwrap_or(port),
        encryption,
        login,
        from: mailbox("from", need("from", details.from.as_deref())?)?,
        to: to.iter().map(|address| mailbox("to", address)).collect::<Result<_>>()?,
    })
}

fn mailbox(name: &str, text: &str) -> Result<Mailbox> {
    let wrong = || Error::invalid(format!("settings.{name}"), "must be a mail address");
    text.parse().map_err(|_| wrong())
}

fn check_push(details: &Details) -> Result<Subscription> {
    let endpoint = need("endpoint", details.endpoint.as_ref())?;
    let key = |name: &str, value: &Option<Secret>, length: usize| {
        let text = need(name, value.as_ref())?.expose().trim_end_matches('=');
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == length);
        let wrong = || Error::invalid(format!("settings.{name}"), "is not what browsers give");
        bytes.ok_or_else(wrong)
    };
    Ok(Subscription {
        address: address("endpoint", Some(endpoint.expose()))?,
        public: key("p256dh", &details.p256dh, PUBLIC_KEY)?,
        auth: key("auth", &details.auth, AUTH)?,
    })
}
