//! The way of a browser to the sign-in page and back.

use std::fmt::Write;

use http::request::Parts;
use http::uri::PathAndQuery;
use http::{Response, StatusCode};
use routing::{ClientInfo, Host};

use super::pages::redirect;
use crate::body::Answer;

/// At the main address the page lies beside the apps; other origins cannot see its cookie and go
/// through the main address, which sends them back with a code.
pub(crate) fn redirect_to_sign_in(
    request: &Parts,
    client: &ClientInfo,
    main: Option<&str>,
) -> Response<Answer> {
    let asked = request.uri.path_and_query().map_or("/", PathAndQuery::as_str);
    let location = match main {
        None => format!("/?next={}", encoded(asked)),
        Some(main) => {
            let here = client.host.as_ref().map(|host| origin(host, client.secure));
            let here = here.unwrap_or_default();
            format!("{main}/apps/_gh/handoff?to={}", encoded(&format!("{here}{asked}")))
        }
    };
    redirect(StatusCode::SEE_OTHER, &location)
}

/// `https://host:port`, the port only where it is not the usual one.
pub(crate) fn origin(host: &Host, secure: bool) -> String {
    let scheme = if secure { "https" } else { "http" };
    let usual = if secure { 443 } else { 80 };
    let port = host.port.filter(|port| *port != usual);
    format!("{scheme}://{}", Host { name: host.name.clone(), port })
}

/// A value for a query: everything but letters, digits and a few marks is encoded.
fn encoded(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            safe.push(char::from(byte));
        } else {
            let _ = write!(safe, "%{byte:02X}");
        }
    }
    safe
}
