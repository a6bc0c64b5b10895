use std::net::SocketAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use kit::Secret;
use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use routing::Targets;
use tokio::time::timeout;

use super::outgoing::{Failure, Outgoing, PATIENCE};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encryption {
    Tls,
    StartTls,
    None,
}

/// A mail server, and whose mail it is.
#[derive(Debug, Clone)]
pub(crate) struct Smtp {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) login: Option<(String, Secret)>,
    pub(super) from: Mailbox,
    pub(super) to: Vec<Mailbox>,
}

pub(super) async fn send(
    targets: &Arc<ArcSwap<Targets>>,
    smtp: &Smtp,
    outgoing: &Outgoing,
) -> Result<(), Failure> {
    let sent = timeout(PATIENCE, deliver(targets, smtp, outgoing)).await;
    sent.unwrap_or_else(|_| Err(Failure::again("the mail server did not answer in time")))
}

async fn deliver(
    targets: &Arc<ArcSwap<Targets>>,
    smtp: &Smtp,
    outgoing: &Outgoing,
) -> Result<(), Failure> {
    let address = allowed(targets, smtp).await?;
    let tls = || {
        let parameters = TlsParameters::new(smtp.host.clone());
        parameters.map_err(|_| Failure::never("the host cannot be in a certificate"))
    };
    // To the very address that was allowed, with a certificate for the name.
    let mut transport =
        AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(address.ip().to_string())
            .port(address.port())
            .timeout(Some(PATIENCE))
            .tls(match smtp.encryption {
                Encryption::Tls => Tls::Wrapper(tls()?),
                Encryption::StartTls => Tls::Required(tls()?),
                Encryption::None => Tls::None,
            });
    if let Some((user, password)) = &smtp.login {
        let login = Credentials::new(user.clone(), password.expose().to_owned());
        transport = transport.credentials(login);
    }
    let mail = mail(smtp, outgoing)?;
    match transport.build().send(mail).await {
        Ok(_) => Ok(()),
        Err(error) => Err(explain(&error)),
    }
}

/// The first address of the server that this program may call.
async fn allowed(targets: &Arc<ArcSwap<Targets>>, smtp: &Smtp) -> Result<SocketAddr, Failure> {
    let found = tokio::net::lookup_host((smtp.host.as_str(), smtp.port)).await;
    let found = found.map_err(|_| Failure::again("the name of the host is not known"))?;
    let targets = targets.load();
    let mut allowed = found.filter(|address| targets.allow(*address));
    allowed.next().ok_or_else(|| Failure::never("requests to this address are not allowed"))
}

fn mail(smtp: &Smtp, outgoing: &Outgoing) -> Result<Message, Failure> {
    // A title is one line, and lettre refuses what would become a header of its own.
    let subject: String = outgoing.title.split(char::is_control).collect::<Vec<_>>().join(" ");
    let mut mail = Message::builder().from(smtp.from.clone()).subject(subject);
    for to in &smtp.to {
        mail = mail.to(to.clone());
    }
    let text = if outgoing.text.is_empty() { &outgoing.title } else { &outgoing.text };
    mail.message_id(Some(format!("<{}@gatehouse>", outgoing.id)))
        .header(ContentType::TEXT_PLAIN)
        .body(text.clone())
        .map_err(|_| Failure::never("it cannot be put into a mail"))
}

/// The server's words are left out: some repeat what they were sent.
fn explain(error: &lettre::transport::smtp::Error) -> Failure {
    match error.status() {
        Some(status) if error.is_permanent() => {
            Failure::never(format!("the mail server refused it ({status})"))
        }
        Some(status) => Failure::again(format!("the mail server put it off ({status})")),
        None if error.is_tls() => Failure::again("the TLS handshake with the mail server failed"),
        None if error.is_timeout() => Failure::again("the mail server did not answer in time"),
        None => Failure::again("no connection with the mail server could be made or kept"),
    }
}
