//! What the page may load and do.

use http::header::HOST;
use http::{HeaderMap, HeaderValue};

/// For scripts that run as workers: they speak with the gateway and do nothing else.
pub(crate) const WORKERS: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
);

/// Apps share this origin, so that `'self'` would let the page run what an app serves. Scripts and
/// styles are therefore only taken from the folder of the dashboard's own files, by the name under
/// which the client reached us.
pub(crate) fn of_the_page(headers: &HeaderMap, apps_port: Option<u16>) -> HeaderValue {
    let own = headers.get(HOST).and_then(|host| host.to_str().ok()).filter(|host| is_plain(host));
    let place = |folder: &str| own.map_or("'self'".to_owned(), |host| format!("{host}{folder}"));
    let (assets, root) = (place("/_gh/assets/"), place("/_gh/"));
    let name = own.map(|host| host.split(':').next().unwrap_or(host));
    let apps = name.zip(apps_port).map(|(name, port)| format!(" {name}:{port}"));
    let apps = apps.unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src {assets}; style-src {assets}; worker-src {root}; \
         manifest-src {root}; connect-src 'self'{apps}; img-src 'self' blob: data:; font-src {assets}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).expect("plain text")
}

/// A name or an IPv4 address, perhaps with a port: what a policy can name. It has no word for IPv6
/// addresses.
fn is_plain(host: &str) -> bool {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b".-:".contains(&letter);
    !host.is_empty() && host.matches(':').count() <= 1 && host.bytes().all(plain)
}
