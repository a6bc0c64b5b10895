use std::sync::Arc;

use kit::Identity;

/// What an answer is filed under, before `Vary` has its say: the resource, and the caller, so that
/// no two callers ever share an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(super) resource: Arc<Resource>,
    pub(super) caller: Arc<str>,
}

/// What a URI names, on one route.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Resource {
    pub(super) route: Arc<str>,
    pub(super) secure: bool,
    /// In lower case, without the scheme's own port.
    pub(super) host: Box<str>,
    /// Path and query, byte for byte.
    pub(super) target: Box<str>,
}

impl Key {
    /// `secure`, `host` (with its port) and `target` (path and query) are what the client asked
    /// for; `caller` is `None` for strangers.
    pub(crate) fn new(
        route: Arc<str>,
        secure: bool,
        host: &str,
        target: &str,
        caller: Option<&Identity>,
    ) -> Self {
        let host = canonical_host(secure, host);
        let resource = Resource { route, secure, host, target: target.into() };
        Key { resource: Arc::new(resource), caller: caller_name(caller) }
    }

    /// How many bytes the names take.
    pub(super) fn size(&self) -> usize {
        self.resource.host.len() + self.resource.target.len() + self.caller.len()
    }
}

impl Resource {
    /// Another resource of the same origin, by a reference in an answer of this one; `None` where
    /// it leads elsewhere.
    pub(super) fn sibling(&self, reference: &str) -> Option<Resource> {
        let target = reference.split('#').next().unwrap_or(reference);
        let target = if target.starts_with('/') && !target.starts_with("//") {
            target
        } else {
            self.below_own_origin(target)?
        };
        Some(Resource {
            route: Arc::clone(&self.route),
            secure: self.secure,
            host: self.host.clone(),
            target: target.into(),
        })
    }

    /// `https://this.host/path` → `/path`.
    fn below_own_origin<'a>(&self, uri: &'a str) -> Option<&'a str> {
        let scheme = if self.secure { "https:" } else { "http:" };
        let at_scheme_end = uri.find("//")?;
        let (named, rest) = uri.split_at(at_scheme_end);
        let rest = &rest[2..];
        let (host, path) = rest.find('/').map_or((rest, "/"), |slash| rest.split_at(slash));
        let same_scheme = named.is_empty() || named.eq_ignore_ascii_case(scheme);
        (same_scheme && canonical_host(self.secure, host) == self.host).then_some(path)
    }
}

fn canonical_host(secure: bool, host: &str) -> Box<str> {
    let default_port = if secure { ":443" } else { ":80" };
    host.strip_suffix(default_port).unwrap_or(host).to_ascii_lowercase().into()
}

/// One name for each identity, whatever its kind calls it; no name for strangers.
fn caller_name(caller: Option<&Identity>) -> Arc<str> {
    match caller {
        None => "".into(),
        Some(Identity::Local) => "local".into(),
        Some(Identity::User(name)) => format!("user:{name}").into(),
        Some(Identity::Device(id)) => format!("device:{id}").into(),
        Some(Identity::ApiKey(id)) => format!("key:{id}").into(),
    }
}
