//! Headers of a request that mean something else to an app than to the client that sends them.

use http::{HeaderName, HeaderValue, header};
use rewrite::codec::Encoding;
use rewrite::kind::is_rewritten_for;
use rewrite::{starts_at_boundary, without_base};
use routing::Peering;

use super::super::login::origin;
use super::super::outgoing::Outgoing;
use super::super::pages::is_navigation;
use super::place::path_start;
use super::tags::{self, Tag};
use super::used_as::destination;

/// What becomes of a header.
pub(crate) enum Becomes {
    Itself,
    Nothing,
    Text(String),
}

pub(crate) fn header(outgoing: &Outgoing<'_>, name: &HeaderName, value: &HeaderValue) -> Becomes {
    match name.as_str() {
        "origin" | "referer" => page_as_the_app_sees_it(outgoing, value),
        _ if !outgoing.is_stripped() => Becomes::Itself,
        "destination" => moved_destination(outgoing, value),
        _ if !outgoing.is_rewritten() => Becomes::Itself,
        "accept-encoding" => readable(value),
        "available-dictionary" => Becomes::Nothing,
        "if-none-match" => named(value, |tag| match tag {
            Tag::Rewritten(own) => own,
            Tag::Outdated(_) => None,
            Tag::Plain(tag) => (!must_be_ours(outgoing)).then(|| tag.to_owned()),
        }),
        // Without its condition a request would do more than it was meant to.
        "if-match" => named(value, |tag| match tag {
            Tag::Rewritten(own) | Tag::Outdated(own) => own,
            Tag::Plain(tag) => Some(tag.to_owned()),
        }),
        "if-modified-since" if must_be_ours(outgoing) && !has_ours(outgoing) => Becomes::Nothing,
        _ => Becomes::Itself,
    }
}

/// An app that is told its own host compares it with the page that a request comes from. A page of
/// another host stays what it is, so that the app can refuse it.
fn page_as_the_app_sees_it(outgoing: &Outgoing<'_>, value: &HeaderValue) -> Becomes {
    let Outgoing { route, client, .. } = outgoing;
    // Another gateway translates it for its app, and is told where the client is.
    let passed_on = matches!(route.peering, Peering::To { .. });
    let told = outgoing.tells_own_host() && !passed_on;
    let told = client.host.as_ref().filter(|_| told);
    let own = told.map(|host| origin(host, client.secure));
    let address = value.to_str().ok();
    let path = own.and_then(|own| address?.strip_prefix(own.as_str()));
    let Some(path) = path.filter(|path| path.is_empty() || path.starts_with('/')) else {
        return Becomes::Itself;
    };
    let Ok(authority) = route.upstream.authority.to_str() else { return Becomes::Itself };
    let prefix = if outgoing.is_stripped() { route.prefix.as_str() } else { "" };
    let path = without_base(path, prefix);
    let scheme = if route.upstream.endpoint.scheme.is_secure() { "https" } else { "http" };
    let base = if path.is_empty() { "" } else { &*route.upstream.base_path };
    Becomes::Text(format!("{scheme}://{authority}{base}{path}"))
}

/// What browsers send, and nothing in it that cannot be read here.
const USUAL_CODINGS: [&str; 4] =
    ["gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "gzip"];

/// Only codings that can be read here, because the body is to be moved.
fn readable(value: &HeaderValue) -> Becomes {
    if USUAL_CODINGS.iter().any(|usual| value == usual) {
        return Becomes::Itself;
    }
    let readable = |coding: &&str| {
        let named = coding.split(';').next().unwrap_or_default().trim();
        !named.is_empty() && Encoding::parse(named).is_some()
    };
    let codings = value.to_str().unwrap_or_default();
    if codings.split(',').all(|coding| readable(&coding)) {
        return Becomes::Itself;
    }
    let kept: Vec<_> = codings.split(',').filter(readable).map(str::trim).collect();
    Becomes::Text(kept.join(", "))
}

/// The conditions that the app understands.
fn named<'a>(value: &'a HeaderValue, own: impl Fn(Tag<'a>) -> Option<String>) -> Becomes {
    let Ok(list) = value.to_str() else { return Becomes::Itself };
    let tags: Vec<_> = tags::named(list).filter_map(own).collect();
    if tags.is_empty() { Becomes::Nothing } else { Becomes::Text(tags.join(", ")) }
}

/// Whether the browser's copy is of use only if it was rewritten.
fn must_be_ours(outgoing: &Outgoing<'_>) -> bool {
    let destination = destination(&outgoing.request.headers);
    is_rewritten_for(destination) || destination.is_none() && is_navigation(outgoing.request)
}

/// Whether the browser has a copy that this version rewrote.
pub(crate) fn has_ours(outgoing: &Outgoing<'_>) -> bool {
    let lists = outgoing.request.headers.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = lists.filter_map(|list| list.to_str().ok()).flat_map(tags::named);
    tags.any(|tag| matches!(tag, Tag::Rewritten(_)))
}

/// Where `MOVE` and `COPY` lead, as the app sees it.
fn moved_destination(outgoing: &Outgoing<'_>, value: &HeaderValue) -> Becomes {
    let route = outgoing.route;
    let Ok(address) = value.to_str() else { return Becomes::Itself };
    let (before, path) = address.split_at(path_start(address));
    if starts_at_boundary(path, route.prefix.as_str()) {
        let own = &path[route.prefix.as_str().len()..];
        Becomes::Text(format!("{before}{}{own}", route.upstream.base_path))
    } else {
        Becomes::Itself
    }
}
