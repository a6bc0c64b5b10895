//! Content-Security-Policy, adapted to where the app is now and to the run-time script: what was
//! the app's own stays the app's own, and nothing else is allowed that was not before.

mod policy;
mod source;

use std::borrow::Cow;

use self::policy::Policy;
use crate::{Place, runtime};

/// Which inline texts a policy knows by their hashes. They must arrive as they were sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hashed {
    pub scripts: bool,
    pub styles: bool,
}

impl Hashed {
    /// What either of two policies of a page knows.
    #[must_use]
    pub fn or(self, other: Hashed) -> Hashed {
        Hashed { scripts: self.scripts || other.scripts, styles: self.styles || other.styles }
    }
}

/// The policy of a header or a `meta` element as the browser must see it; `None`: just as it is.
/// `injects`: the run-time script may stand in the page, so it is allowed by its hash.
pub fn adapted(policy: &str, place: &Place, injects: bool) -> Option<String> {
    let hash = injects.then(runtime::hash);
    let policies: Vec<Cow<'_, str>> =
        policy.split(',').map(|one| adapted_one(one, place, hash)).collect();
    policies.iter().any(|one| matches!(one, Cow::Owned(_))).then(|| policies.join(","))
}

fn adapted_one<'a>(text: &'a str, place: &Place, hash: Option<&str>) -> Cow<'a, str> {
    let mut policy = Policy::new(text);
    policy.move_sources(place);
    if let Some(hash) = hash {
        policy.allow_script(hash);
    }
    policy.into_text().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether no script at all can run under this policy, so that ours is of no use either.
pub fn forbids_scripts(policy: &str) -> bool {
    policy.split(',').any(|one| Policy::new(one).forbids_scripts())
}

/// Which inline texts the policy knows by their hashes.
pub fn hashed(policy: &str) -> Hashed {
    let policies = policy.split(',').map(Policy::new);
    policies.fold(Hashed::default(), |all, one| all.or(one.hashed(runtime::hash())))
}
