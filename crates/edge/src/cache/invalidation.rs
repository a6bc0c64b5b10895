use http::{HeaderMap, StatusCode, header};

use super::{Cache, Key};

/// A request that may change what was kept.
pub(crate) struct Invalidation {
    cache: Cache,
    key: Key,
}

impl Invalidation {
    pub(super) fn new(cache: Cache, key: Key) -> Self {
        Invalidation { cache, key }
    }

    /// The app has answered. Unless it refused, what was kept of the resource is forgotten for
    /// every caller, and that of the resources which the answer points to as well.
    pub(crate) fn on_response(self, status: StatusCode, headers: &HeaderMap) {
        if !status.is_success() && !status.is_redirection() {
            return;
        }
        let resource = &self.key.resource;
        let mut shelf = self.cache.shelf();
        shelf.forget(resource);
        for name in [header::LOCATION, header::CONTENT_LOCATION] {
            let reference = headers.get(name).and_then(|value| value.to_str().ok());
            if let Some(sibling) = reference.and_then(|reference| resource.sibling(reference)) {
                shelf.forget(&sibling);
            }
        }
    }
}
