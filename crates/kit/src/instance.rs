use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::Timestamp;

/// What this running program says of itself.
#[derive(Debug, Clone)]
pub struct Instance {
    /// `gh_` and 16 characters, made once and kept in the database.
    pub id: String,
    /// What people call it: the machine's host name.
    pub name: String,
    pub version: &'static str,
    pub build_date: &'static str,
    pub base_url: BaseUrl,
    pub started_at: Timestamp,
    pub capabilities: Vec<&'static str>,
}

/// Where others reach this program, without a slash at the end. It changes when the machine gets
/// another address; clones share it.
#[derive(Debug, Clone)]
pub struct BaseUrl(Arc<ArcSwap<Arc<str>>>);

impl BaseUrl {
    pub fn new(url: impl Into<Arc<str>>) -> Self {
        BaseUrl(Arc::new(ArcSwap::from_pointee(url.into())))
    }

    pub fn get(&self) -> Arc<str> {
        Arc::clone(&self.0.load())
    }

    pub fn set(&self, url: impl Into<Arc<str>>) {
        self.0.store(Arc::new(url.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_one_address() {
        let url = BaseUrl::new("https://10.0.0.2:8443");
        let clone = url.clone();
        url.set("https://10.0.0.3:8443");
        assert_eq!(&*clone.get(), "https://10.0.0.3:8443");
    }
}
