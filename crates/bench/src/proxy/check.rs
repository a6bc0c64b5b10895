//! Whether a proxy does the whole job, before it is measured.

use anyhow::{Context, Result, bail, ensure};

use super::http1;
use super::request::PREFIX;
use super::rival::Rival;
use super::scenario::Transport;
use super::upstream::value;

/// Sends a request on to the app, which tells what arrived.
pub(crate) async fn check(rival: &Rival, token: Option<&str>) -> Result<()> {
    let name = rival.kind.name();
    let checked = async {
        let transport =
            if rival.transport.is_encrypted() { Transport::Tls } else { Transport::Plain };
        let mut stream = rival.dialer(transport)?.dial().await?;
        let request = rival.request("/headers", token);
        let head = http1::fetch(&mut stream, &request.text()).await?;
        ensure!(head.starts_with(b"GET /headers HTTP/1.1\r\n"), "the prefix is not taken away");
        for (header, expected) in expected(rival, &request.authority()) {
            let found = value(&head, header);
            ensure!(found == Some(&expected), "{header} is {found:?}, not {expected:?}");
        }
        for (header, sent) in request.headers() {
            match (header, value(&head, header)) {
                ("authorization", None) => {}
                ("authorization", Some(_)) => bail!("the credential is sent on to the app"),
                (_, found) => ensure!(found == Some(&sent), "{header} arrives as {found:?}"),
            }
        }
        ensure!(value(&head, "remote-user").is_some(), "the app is not told the user");
        Ok(())
    };
    checked.await.with_context(|| format!("{name} does not do its job"))
}

fn expected(rival: &Rival, authority: &str) -> Vec<(&'static str, String)> {
    let port = authority.rsplit(':').next().unwrap_or_default();
    vec![
        ("host", authority.to_owned()),
        ("x-forwarded-for", "127.0.0.1".to_owned()),
        ("x-forwarded-host", authority.to_owned()),
        ("x-forwarded-port", port.to_owned()),
        ("x-forwarded-prefix", PREFIX.to_owned()),
        ("x-forwarded-proto", rival.transport.scheme().to_owned()),
        ("x-ingress-path", PREFIX.to_owned()),
        ("x-real-ip", "127.0.0.1".to_owned()),
        ("x-script-name", PREFIX.to_owned()),
    ]
}
