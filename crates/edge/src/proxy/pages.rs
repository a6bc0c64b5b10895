//! Answers of the gateway itself below `/apps/`: the envelope for programs, a page for people.

use std::fmt::Write;

use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use http_body_util::Full;
use kit::ErrorKind;
use routing::{Host, problem};

use crate::body::ResponseBody;

const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'",
);
const STYLE: &str = "\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}\
main{max-width:28rem;padding:2rem}h1{font-size:1.4rem;margin:0 0 .5rem}\
p{margin:.5rem 0}small{opacity:.65}a{color:inherit}";

/// What is said, to whom.
pub(crate) struct Notice<'a> {
    pub(crate) status: StatusCode,
    pub(crate) code: &'a str,
    pub(crate) message: &'a str,
    pub(crate) app: Option<&'a str>,
    /// Seconds after which another try makes sense; a page then comes back by itself.
    pub(crate) retry_after: Option<u32>,
}

impl Notice<'_> {
    /// A page where the request is a person's, else the envelope.
    pub(crate) fn answer(&self, request: &Parts) -> Response<ResponseBody> {
        // Who is asked for a credential is a program: people were sent to the sign-in page.
        let page = self.status != StatusCode::UNAUTHORIZED && wants_page(&request.headers);
        let mut response = if page {
            self.page()
        } else {
            problem(self.status, self.code, self.message).map(ResponseBody::Local)
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    fn page(&self) -> Response<ResponseBody> {
        let title = match self.status {
            StatusCode::BAD_GATEWAY => "This app is not answering",
            StatusCode::GATEWAY_TIMEOUT => "This app is taking too long",
            StatusCode::SERVICE_UNAVAILABLE => "This app is not running yet",
            StatusCode::FORBIDDEN => "You may not use this app",
            StatusCode::NOT_FOUND => "There is no app here",
            _ => "This did not work",
        };
        let mut page = String::from("<!doctype html><html lang=en><meta charset=utf-8>");
        page.push_str("<meta name=viewport content='width=device-width,initial-scale=1'>");
        if let Some(seconds) = self.retry_after {
            let _ = write!(page, "<meta http-equiv=refresh content={seconds}>");
        }
        let _ = write!(page, "<title>{title}</title><style>{STYLE}</style><main><h1>{title}</h1>");
        if let Some(app) = self.app {
            let _ = write!(page, "<p><strong>{}</strong></p>", escaped(app));
        }
        let _ = write!(page, "<p>{}.</p>", escaped(self.message));
        if self.retry_after.is_some() {
            page.push_str("<p>This page tries again by itself.</p>");
        }
        let status = self.status.as_u16();
        let _ =
            write!(page, "<p><a href='/'>All apps</a></p><small>{status} {}</small>", self.code);
        page.push_str("</main></html>");
        let mut response = Response::new(ResponseBody::Whole(Full::new(page.into())));
        *response.status_mut() = self.status;
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, html);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
        let nosniff = HeaderValue::from_static("nosniff");
        response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
        response
    }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// Whether `Accept` prefers HTML to everything else that it names.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT).iter().filter_map(|list| list.to_str().ok());
    let (mut html, mut anything, mut best_other) = (0.0, 0.0, 0.0_f32);
    for range in lists.flat_map(|list| list.split(',')) {
        let mut parameters = range.split(';').map(str::trim);
        let kind = parameters.next().unwrap_or_default();
        let quality = parameters.find_map(|p| p.strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
        match kind {
            "text/html" => html = quality,
            "text/*" | "application/xhtml+xml" => {}
            "*/*" => anything = quality,
            _ => best_other = best_other.max(quality),
        }
    }
    html > 0.0 && html >= best_other && html >= anything
}

pub(super) fn unavailable(message: &'static str, seconds: u32) -> Notice<'static> {
    Notice {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: ErrorKind::ServiceUnavailable.code(),
        message,
        app: None,
        retry_after: Some(seconds),
    }
}

/// For a path below `/apps/` that belongs to no app, or must not be forwarded.
pub(crate) fn refuse(status: StatusCode, message: &str, request: &Parts) -> Response<ResponseBody> {
    let kind = match status {
        StatusCode::NOT_FOUND => ErrorKind::NotFound,
        _ => ErrorKind::InvalidRequest,
    };
    let code = kind.code();
    Notice { status, code, message, app: None, retry_after: None }.answer(request)
}

/// For a name that is not ours.
pub(crate) fn misdirected(host: &Host, request: &Parts) -> Response<ResponseBody> {
    let message = format!(
        "The gateway does not answer to the name {}; server.allowed_hosts can add it",
        host.name
    );
    let status = StatusCode::MISDIRECTED_REQUEST;
    let code = "MISDIRECTED_REQUEST";
    Notice { status, code, message: &message, app: None, retry_after: None }.answer(request)
}

/// Whether a person is on the way to a page, so that a redirect leads somewhere.
pub(crate) fn is_navigation(request: &Parts) -> bool {
    let reads = matches!(request.method, Method::GET | Method::HEAD);
    let mode = request.headers.get(FETCH_MODE);
    reads && mode.is_none_or(|mode| mode == "navigate") && wants_page(&request.headers)
}

/// A redirect that nobody keeps.
pub(crate) fn redirect(status: StatusCode, location: &str) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::empty());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    if let Ok(location) = HeaderValue::from_str(location) {
        headers.insert(header::LOCATION, location);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_want_pages_and_programs_do_not() {
        for (accept, page) in [
            ("text/html,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", true),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("text/html", true),
            ("application/json, text/html;q=0.5", false),
            ("*/*", false),
            ("application/json", false),
            ("text/html;q=0", false),
            ("text/html;q=0.1, */*", false),
        ] {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT, accept.parse().expect("a value"))]);
            assert_eq!(wants_page(&headers), page, "{accept}");
        }
    }

    #[test]
    fn an_apps_name_is_text() {
        assert_eq!(escaped("<b a='1'>&\"x"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;x");
    }
}
