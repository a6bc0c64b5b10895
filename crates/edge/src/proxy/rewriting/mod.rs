//! Answers of apps that believe to be at `/`: which of them are moved below the prefix, and what
//! that means for their heads.

pub(crate) mod addresses;
pub(crate) mod asked;
mod body;
pub(crate) mod hint;
pub(crate) mod own;
pub(crate) mod place;
mod tags;
mod used_as;

use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use rewrite::Text;
use rewrite::codec::Encoding;
use rewrite::csp::{self, Hashed};
use rewrite::kind::{
    Certainty, Html, Kind, PassedOver, Said, is_never_rewritten, kind, passed_over,
};

use self::body::Rewritten;
use self::place::place;
use self::used_as::{destination, is_in_mode};
use super::outgoing::Outgoing;
use crate::body::ResponseBody;
use crate::budget::Budget;
use crate::failure::Failure;

/// A page and a script that ask for the same address get different things.
const BY_USE: HeaderValue = HeaderValue::from_static("Sec-Fetch-Dest, Sec-Fetch-Mode");
/// They speak of the bytes that the app sent.
const OF_THE_BYTES: [HeaderName; 6] = [
    header::CONTENT_LENGTH,
    header::ACCEPT_RANGES,
    HeaderName::from_static("content-md5"),
    HeaderName::from_static("digest"),
    HeaderName::from_static("content-digest"),
    HeaderName::from_static("repr-digest"),
];

/// An answer that goes through as it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Untouched {
    /// Asked for by another element of a page, it would not.
    by_this_use: bool,
    /// Why, where it is a page.
    pub(crate) page: Option<PassedOver>,
}

/// An answer whose body is to be moved below the prefix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rewriting {
    pub(crate) kind: Kind,
    encoding: Encoding,
}

impl Rewriting {
    /// `Err` for most answers, which go through byte for byte. Nothing is allocated to say so.
    pub(crate) fn of(
        outgoing: &Outgoing<'_>,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> Result<Self, Untouched> {
        if !outgoing.is_rewritten() {
            return Err(Untouched::default());
        }
        let theirs = &outgoing.request.headers;
        let media_type = media_type(headers);
        let path = outgoing.request.uri.path();
        let is_never = |media_type| is_never_rewritten(media_type, path, used_as::named(theirs));
        if media_type.is_some_and(is_never) {
            return Err(Untouched::default());
        }
        let destination = destination(theirs);
        let (asked, said) = (asked(outgoing, destination), said(status, media_type, headers));
        let Some(found) = kind(asked, said) else {
            let otherwise = rewrite::Asked { destination: None, ..asked };
            let by_this_use = asked.destination.is_some() && kind(otherwise, said).is_some();
            return Err(Untouched { by_this_use, page: passed_over(asked, said) });
        };
        let unread = Untouched {
            by_this_use: false,
            page: matches!(found, Kind::Html(_)).then_some(PassedOver::Coding),
        };
        let encoding = encoding(headers).ok_or(unread)?;
        let without_scripts = policies(headers).any(csp::forbids_scripts);
        let kind = if without_scripts { shown_only(found) } else { found };
        Ok(Rewriting { kind, encoding })
    }

    /// Whether the run-time script may be put in.
    pub(crate) fn injects(&self) -> bool {
        matches!(self.kind, Kind::Html(html) if html.document)
    }

    /// The body as it will be. What its first piece says is known when this is done: an error, or
    /// that nothing has to be done after all.
    pub(crate) async fn begin(
        self,
        outgoing: &Outgoing<'_>,
        headers: &HeaderMap,
        body: ResponseBody,
        budget: &Budget,
    ) -> Result<(ResponseBody, bool), Failure> {
        if outgoing.request.method == Method::HEAD {
            return Ok((body, true));
        }
        let app = &outgoing.route.app;
        let aware = app.learned.knows_prefix();
        let hashed = policies(headers).map(csp::hashed).fold(Hashed::default(), Hashed::or);
        let text = Text { kind: self.kind, place: place(outgoing), aware, hashed };
        let certain = self.encoding == Encoding::Identity && self.is_sure();
        let place = (app.clone(), budget);
        let mut body = Box::new(Rewritten::new(text, self.encoding, body, place).await?);
        if !certain {
            body.look().await?;
        }
        let changes = body.changes();
        Ok((ResponseBody::Streaming(body), changes))
    }

    fn is_sure(&self) -> bool {
        match self.kind {
            Kind::Html(html) => html.certainty == Certainty::Sure,
            _ => true,
        }
    }
}

/// `None` where there is one that cannot be read here, or several.
fn encoding(headers: &HeaderMap) -> Option<Encoding> {
    let mut codings = headers.get_all(header::CONTENT_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Some(Encoding::Identity),
        (Some(only), None) => Encoding::of_answer(only.to_str().ok()?),
        _ => None,
    }
}

/// The policies that bind; others only report.
fn policies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(header::CONTENT_SECURITY_POLICY).iter();
    lines.filter_map(|line| line.to_str().ok())
}

/// A page in which no script can run, ours neither.
fn shown_only(kind: Kind) -> Kind {
    match kind {
        Kind::Html(html) => Kind::Html(Html { document: false, ..html }),
        kind => kind,
    }
}

fn asked<'a>(outgoing: &Outgoing<'a>, destination: Option<&'a str>) -> rewrite::Asked<'a> {
    let headers = &outgoing.request.headers;
    rewrite::Asked {
        path: outgoing.request.uri.path(),
        destination,
        partial: headers.contains_key(header::RANGE),
        by_worker: destination == Some("empty") && is_by_worker(headers),
    }
}

/// Of several, browsers take the last.
fn media_type(headers: &HeaderMap) -> Option<&str> {
    let mut lines = headers.get_all(header::CONTENT_TYPE).iter();
    lines.next_back().and_then(|value| value.to_str().ok())
}

fn said<'a>(status: StatusCode, media_type: Option<&'a str>, headers: &'a HeaderMap) -> Said<'a> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let sniffing = headers.get(header::X_CONTENT_TYPE_OPTIONS);
    Said {
        status: status.as_u16(),
        media_type,
        disposition: text(header::CONTENT_DISPOSITION),
        nosniff: sniffing.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"nosniff")),
    }
}

/// Pages name themselves as their referrer, and workers their script. What a service worker hands
/// through for an element of a page is asked for as no script of a page would do it.
fn is_by_worker(headers: &HeaderMap) -> bool {
    if is_in_mode(headers, "no-cors") {
        return true;
    }
    let referer = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let path = referer.and_then(|referer| referer.split(['?', '#']).next());
    path.is_some_and(|path| path.ends_with(".js") || path.ends_with(".mjs"))
}

/// Takes out of a head what does not hold for the new body.
pub(crate) fn mark(headers: &mut HeaderMap) {
    for name in OF_THE_BYTES {
        headers.remove(name);
    }
    tags::mark(headers);
    headers.append(header::VARY, BY_USE);
}

/// For an answer that goes through as it is.
pub(crate) fn mark_untouched(
    why: Untouched,
    outgoing: &Outgoing<'_>,
    answer: &mut Response<ResponseBody>,
) {
    if why.by_this_use {
        answer.headers_mut().append(header::VARY, BY_USE);
    }
    // Of what the browser has already, the tag must stay the one that it knows.
    let unchanged = answer.status() == StatusCode::NOT_MODIFIED && outgoing.is_rewritten();
    if unchanged && asked::has_ours(outgoing) {
        tags::mark(answer.headers_mut());
    }
}
