use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fetch::Fetcher;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared, WeakShared};
use kit::Clock;
use routing::Upstream;
use tokio::sync::Semaphore;

use super::cache::{Cache, Source};
use super::search::{Found, search};
use super::{Icon, letter};

const FRESH: Duration = Duration::from_secs(24 * 3600);
/// An app without an icon may get one with its next version.
const FRESH_NOTHING: Duration = Duration::from_secs(600);
/// An app that does not answer may be starting.
const FRESH_UNREACHABLE: Duration = Duration::from_secs(60);
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// A page and a picture are held in memory during a search, so few run at once.
const SEARCHES_AT_ONCE: usize = 16;

/// Finds and keeps the icons of apps. Cheap to clone.
#[derive(Clone)]
pub struct Favicons {
    inner: Arc<Inner>,
}

struct Inner {
    fetcher: Fetcher,
    clock: Clock,
    slots: Semaphore,
    shelf: Mutex<Shelf>,
}

struct Shelf {
    cache: Cache,
    searches: HashMap<Arc<str>, Search>,
    count: u64,
}

/// A search that is under way. Those who wait for it keep it alive; it ends with the last.
struct Search {
    number: u64,
    source: Source,
    result: WeakShared<BoxFuture<'static, Option<Icon>>>,
}

impl Favicons {
    pub fn new(fetcher: Fetcher, clock: Clock) -> Self {
        let cache = Cache::new(MOST_BYTES);
        let shelf = Mutex::new(Shelf { cache, searches: HashMap::new(), count: 0 });
        let slots = Semaphore::new(SEARCHES_AT_ONCE);
        Favicons { inner: Arc::new(Inner { fetcher, clock, slots, shelf }) }
    }

    /// The app's icon, or its letter where it has none that can be used.
    pub async fn get(&self, app_id: &str, upstream: &Upstream, name: &str) -> Icon {
        let source = Source::of(upstream);
        let known = self.inner.shelf().cache.get(app_id, &source, self.inner.clock.now());
        let icon = match known {
            Some(icon) => icon,
            None => self.search(app_id, upstream, source).await,
        };
        icon.unwrap_or_else(|| letter::draw(app_id, name))
    }

    /// The next one who asks gets what is found then.
    pub fn forget(&self, app_id: &str) {
        let mut shelf = self.inner.shelf();
        shelf.cache.remove(app_id);
        shelf.searches.remove(app_id);
    }

    /// Joins the search for the app, or begins one.
    fn search(
        &self,
        app_id: &str,
        upstream: &Upstream,
        source: Source,
    ) -> Shared<BoxFuture<'static, Option<Icon>>> {
        let mut shelf = self.inner.shelf();
        let under_way = shelf.searches.get(app_id).filter(|search| search.source == source);
        if let Some(result) = under_way.and_then(|search| search.result.upgrade()) {
            return result;
        }
        shelf.count += 1;
        let (number, app_id) = (shelf.count, Arc::<str>::from(app_id));
        let ticket = Ticket { inner: self.inner.clone(), app_id: app_id.clone(), number };
        let result = ticket.run(upstream.clone(), source.clone()).boxed().shared();
        if let Some(weak) = result.downgrade() {
            shelf.searches.insert(app_id, Search { number, source, result: weak });
        }
        result
    }
}

impl Inner {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a search off the list when it ends, however it ends.
struct Ticket {
    inner: Arc<Inner>,
    app_id: Arc<str>,
    number: u64,
}

impl Ticket {
    async fn run(self, upstream: Upstream, source: Source) -> Option<Icon> {
        let found = {
            let _slot = self.inner.slots.acquire().await;
            search(&self.inner.fetcher, &upstream).await
        };
        let (icon, fresh) = match found {
            Found::Icon(icon) => (Some(icon), FRESH),
            Found::Nothing => (None, FRESH_NOTHING),
            Found::Unreachable => (None, FRESH_UNREACHABLE),
        };
        let expires_at = self.inner.clock.now().after(fresh);
        let mut shelf = self.inner.shelf();
        // What was asked to be forgotten meanwhile is not kept.
        if self.is_listed(&shelf) {
            shelf.cache.put(self.app_id.clone(), source, icon.clone(), expires_at);
        }
        drop(shelf);
        icon
    }

    fn is_listed(&self, shelf: &Shelf) -> bool {
        shelf.searches.get(&self.app_id).is_some_and(|search| search.number == self.number)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut shelf = self.inner.shelf();
        if self.is_listed(&shelf) {
            shelf.searches.remove(&self.app_id);
        }
    }
}
