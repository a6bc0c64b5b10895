//! The one file of our own below an app's prefix: the run-time script, for workers that import it.

use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode, header};
use http_body_util::Full;

use super::super::outgoing::Outgoing;
use super::place::place;
use crate::body::ResponseBody;

/// The answer to a request for it; `None` for every other path.
pub(crate) fn own_script(outgoing: &Outgoing<'_>) -> Option<Response<ResponseBody>> {
    let Outgoing { request, route, .. } = outgoing;
    let below = request.uri.path().strip_prefix(route.prefix.as_str())?;
    let wanted = below == rewrite::OWN_SCRIPT
        && outgoing.is_rewritten()
        && matches!(request.method, Method::GET | Method::HEAD);
    wanted.then(|| answer(outgoing))
}

fn answer(outgoing: &Outgoing<'_>) -> Response<ResponseBody> {
    let script =
        rewrite::worker_script(&place(outgoing), outgoing.route.app.learned.knows_prefix());
    let tag = tag(&script);
    let known = is_known(outgoing.request, &tag);
    let body =
        if known { ResponseBody::empty() } else { ResponseBody::Whole(Full::new(script.into())) };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::ETAG, tag);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        let script = HeaderValue::from_static("text/javascript; charset=utf-8");
        headers.insert(header::CONTENT_TYPE, script);
        let nosniff = HeaderValue::from_static("nosniff");
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    }
    response
}

/// It changes with the program, and with what it says of the app.
fn tag(script: &str) -> HeaderValue {
    use std::hash::BuildHasher;
    let hash = foldhash::fast::FixedState::default().hash_one(script);
    HeaderValue::try_from(format!("\"{hash:016x}\"")).expect("hex is a header value")
}

fn is_known(request: &Parts, tag: &HeaderValue) -> bool {
    let lines = request.headers.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    tags.any(|named| {
        let named = named.trim_ascii();
        named.strip_prefix(b"W/").unwrap_or(named) == tag.as_bytes()
    })
}
