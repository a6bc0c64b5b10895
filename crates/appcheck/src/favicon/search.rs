//! The way to an app's icon.

use std::time::Duration;

use bytes::Bytes;
use fetch::{FetchError, FetchErrorKind, Fetched, Fetcher, Limits, Request, Take};
use http::header::{ACCEPT, LOCATION};
use http::uri::PathAndQuery;
use routing::Upstream;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use url::Url;

use super::candidate::best_first;
use super::source::{self, IconSource};
use super::{Icon, html};

/// For everything together.
const WHOLE_SEARCH: Duration = Duration::from_secs(10);
const ONE_REQUEST: Duration = Duration::from_secs(4);
const LARGEST_ICON: usize = 256 * 1024;
/// What a page has to say about its icons stands near its beginning.
const MOST_OF_A_PAGE: usize = 256 * 1024;
/// Whoever names more icons than that and means none of them has had a chance.
const MOST_TRIES: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Icon(Icon),
    /// The app was there and has no icon that can be used.
    Nothing,
    /// Nobody knows yet.
    Unreachable,
}

pub(super) async fn search(fetcher: &Fetcher, upstream: &Upstream) -> Found {
    let search = Search { fetcher, upstream };
    timeout(WHOLE_SEARCH, search.run()).await.unwrap_or(Found::Unreachable)
}

struct Search<'a> {
    fetcher: &'a Fetcher,
    upstream: &'a Upstream,
}

impl Search<'_> {
    async fn run(&self) -> Found {
        let Some(start) = source::start_page(self.upstream) else { return Found::Nothing };
        let places = match self.page(&start).await {
            // It can be a hostile page, and other requests wait for this thread.
            Ok(Some((page, bytes))) => {
                spawn_blocking(move || places(&page, &bytes)).await.unwrap_or_default()
            }
            Ok(None) => Vec::new(),
            Err(error) if is_out_of_reach(error.kind) => return Found::Unreachable,
            Err(_) => Vec::new(),
        };
        for place in places {
            if let Some(icon) = self.look_at(place).await {
                return Found::Icon(icon);
            }
        }
        let usual = start.join("favicon.ico").ok().and_then(|url| source::path(&url));
        match usual {
            Some(path) => {
                self.look_at(IconSource::Path(path)).await.map_or(Found::Nothing, Found::Icon)
            }
            None => Found::Nothing,
        }
    }

    /// The start page, or where it sends to, as long as that is the same server.
    async fn page(&self, start: &Url) -> Result<Option<(Url, Bytes)>, FetchError> {
        let Some(first) = self.read_page(start).await? else { return Ok(None) };
        if !first.status.is_redirection() {
            return Ok(Some((start.clone(), first.body)));
        }
        let location = first.headers.get(LOCATION).and_then(|value| value.to_str().ok());
        let Some(moved) = location.and_then(|href| source::own_url(href, start, start)) else {
            return Ok(None);
        };
        let second = self.read_page(&moved).await?;
        Ok(second.filter(|page| !page.status.is_redirection()).map(|page| (moved, page.body)))
    }

    /// Pages that ask for a login, or are not there, have icons like others.
    async fn read_page(&self, url: &Url) -> Result<Option<Fetched>, FetchError> {
        let Some(path) = source::path(url) else { return Ok(None) };
        let fetched = self.get(path, "text/html,*/*;q=0.5", Take::Start(MOST_OF_A_PAGE)).await?;
        Ok(Some(fetched).filter(|page| !page.status.is_server_error()))
    }

    async fn look_at(&self, place: IconSource) -> Option<Icon> {
        match place {
            IconSource::Inline(bytes) => Icon::judge(&bytes),
            IconSource::Path(path) => {
                let fetched = self.get(path, "image/*,*/*;q=0.5", Take::Whole(LARGEST_ICON)).await;
                fetched
                    .ok()
                    .filter(|it| it.status.is_success())
                    .and_then(|it| Icon::judge(&it.body))
            }
        }
    }

    async fn get(
        &self,
        path: PathAndQuery,
        accept: &'static str,
        take: Take,
    ) -> Result<Fetched, FetchError> {
        let limits = Limits { time: ONE_REQUEST, take };
        let request = Request::get(&self.upstream.endpoint, path, limits).header(ACCEPT, accept);
        self.fetcher.send(&request).await
    }
}

/// Where the page's icons are, the best first.
fn places(url: &Url, bytes: &[u8]) -> Vec<IconSource> {
    let page = html::read(bytes);
    let base = page.base.and_then(|href| url.join(&href).ok()).unwrap_or_else(|| url.clone());
    let mut places = Vec::new();
    for candidate in best_first(page.candidates) {
        match source::find(&candidate.href, &base, url) {
            Some(place) if places.len() < MOST_TRIES && !places.contains(&place) => {
                places.push(place);
            }
            _ => {}
        }
    }
    places
}

/// Asking such a server for anything else would only take as long again.
fn is_out_of_reach(kind: FetchErrorKind) -> bool {
    use FetchErrorKind::{Connect, NotAllowed, Refused, Resolve, Timeout, Tls};
    matches!(kind, Connect | NotAllowed | Refused | Resolve | Timeout | Tls)
}
