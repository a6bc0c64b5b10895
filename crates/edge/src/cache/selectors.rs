use http::{HeaderMap, HeaderName, HeaderValue, header};

/// The fields of a request that chose one of several answers of a resource, with their values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selectors(Vec<(HeaderName, Vec<HeaderValue>)>);

impl Selectors {
    /// `None` where the answer depends on more than can be known (`Vary: *`).
    pub(super) fn of(request: &HeaderMap, answer: &HeaderMap) -> Option<Self> {
        let mut names = named_by_vary(answer)?;
        names.extend(forgotten_by_apps(answer));
        names.sort_by(|one, other| one.as_str().cmp(other.as_str()));
        names.dedup();
        let values = |name: &HeaderName| request.get_all(name).iter().map(copy).collect();
        Some(Selectors(names.into_iter().map(|name| (name.clone(), values(&name))).collect()))
    }

    pub(super) fn match_request(&self, request: &HeaderMap) -> bool {
        self.0.iter().all(|(name, values)| request.get_all(name).iter().eq(values))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&HeaderName, &HeaderValue)> {
        self.0.iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value)))
    }
}

/// A value of its own: one that was cut out of a connection's buffer would keep all of it alive.
pub(super) fn copy(value: &HeaderValue) -> HeaderValue {
    let mut copy = HeaderValue::from_bytes(value.as_bytes()).expect("it was a header value before");
    copy.set_sensitive(value.is_sensitive());
    copy
}

fn named_by_vary(answer: &HeaderMap) -> Option<Vec<HeaderName>> {
    let mut names = Vec::new();
    for line in answer.get_all(header::VARY) {
        let parts = line.to_str().ok()?.split(',').map(str::trim).filter(|part| !part.is_empty());
        for part in parts {
            if part == "*" {
                return None;
            }
            let name = part.parse().ok()?;
            names.push(name);
        }
    }
    Some(names)
}

/// Many apps answer to these without saying so.
fn forgotten_by_apps(answer: &HeaderMap) -> impl Iterator<Item = HeaderName> {
    let encoded = answer.contains_key(header::CONTENT_ENCODING);
    [Some(header::ORIGIN), encoded.then_some(header::ACCEPT_ENCODING)].into_iter().flatten()
}
