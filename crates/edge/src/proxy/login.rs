//! The way of a browser to the sign-in page and back.

use std::fmt::Write;

use http::request::Parts;
use http::uri::PathAndQuery;
use http::{HeaderValue, Response, StatusCode, header};
use kit::{Entropy, sha256_hex};
use routing::{ClientInfo, HANDOFF_COOKIE, Host};

use super::cookies;
use super::pages::redirect;
use crate::body::ResponseBody;

const SECRET_BYTES: usize = 16;
/// Enough to sign in on the way.
const HANDOFF_SECONDS: u32 = 1_800;

/// At the main address the page lies beside the apps; other origins cannot see its cookie and go
/// through the main address, which sends them back with a code.
pub(crate) fn redirect_to_sign_in(
    request: &Parts,
    client: &ClientInfo,
    main: Option<&str>,
) -> Response<ResponseBody> {
    let asked = request.uri.path_and_query().map_or("/", PathAndQuery::as_str);
    let Some(main) = main else {
        return redirect(StatusCode::SEE_OTHER, &format!("/?next={}", encoded(asked)));
    };
    let here = client.host.as_ref().map(|host| origin(host, client.secure)).unwrap_or_default();
    let to = encoded(&format!("{here}{asked}"));
    let secret = browser_secret(request);
    let browser = sha256_hex(&secret);
    let location = format!("{main}/apps/_gh/handoff?to={to}&browser={browser}");
    let mut response = redirect(StatusCode::SEE_OTHER, &location);
    let cookie = handoff_cookie(&secret, client.secure);
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}

/// Several tabs of one browser can be on their way at once, so they share it.
fn browser_secret(request: &Parts) -> String {
    let is_ours = |value: &&str| {
        value.len() == 2 * SECRET_BYTES && value.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let known = cookies::find(&request.headers, HANDOFF_COOKIE).find(is_ours);
    known.map_or_else(|| Entropy.hex::<SECRET_BYTES>(), str::to_owned)
}

fn handoff_cookie(secret: &str, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!(
        "{HANDOFF_COOKIE}={secret}; Path=/; Max-Age={HANDOFF_SECONDS}; HttpOnly; SameSite=Lax{secure}"
    );
    HeaderValue::try_from(cookie).expect("hexadecimal digits")
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
