use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A permission, such as `read:catalog` or `access:jellyfin`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scope(String);

impl Scope {
    pub const ADMIN: &'static str = "access:admin";
    pub const READ_ALL: &'static str = "read:*";
    pub const WRITE_ALL: &'static str = "write:*";
    pub const READ_EVENTS: &'static str = "read:events";

    /// A scope that this program knows: one of the fixed names, or `access:` with the id of an app
    /// of ours or, as `<app>@<gateway>`, of another gateway.
    pub fn parse(text: &str) -> Option<Self> {
        let (verb, object) = text.split_once(':')?;
        let known = match verb {
            "read" => matches!(object, "*" | "catalog" | "events"),
            "write" => object == "*",
            "access" => object == "*" || is_any_app(object),
            _ => false,
        };
        known.then(|| Scope(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether holding `self` is as good as holding `wanted`.
    fn covers(&self, wanted: &str) -> bool {
        if self.0 == wanted || self.0 == Self::ADMIN {
            return true;
        }
        match self.0.strip_suffix('*') {
            Some(prefix) => wanted.starts_with(prefix) && wanted != Self::ADMIN,
            None => false,
        }
    }
}

fn is_any_app(text: &str) -> bool {
    let (app, gateway) = text.split_once('@').unwrap_or((text, "here"));
    is_app_id(app) && is_app_id(gateway)
}

fn is_app_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_-".contains(&b))
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A set of scopes, always in the same order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scopes(BTreeSet<Scope>);

impl Scopes {
    /// Every scope of `names`; the first one we do not know is the error.
    pub fn parse<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, String> {
        names
            .into_iter()
            .map(|name| Scope::parse(name.as_ref()).ok_or_else(|| name.as_ref().to_owned()))
            .collect::<Result<_, _>>()
            .map(Scopes)
    }

    /// What an administrator holds.
    pub fn administrator() -> Self {
        let all = ["read:*", "write:*", "access:*", Scope::ADMIN];
        Scopes(all.into_iter().map(|name| Scope(name.to_owned())).collect())
    }

    pub fn allow(&self, wanted: &str) -> bool {
        self.0.iter().any(|scope| scope.covers(wanted))
    }

    pub fn cover(&self, others: &Scopes) -> bool {
        others.0.iter().all(|other| self.allow(&other.0))
    }

    /// Those of these scopes that `most` covers.
    pub fn within(&self, most: &Scopes) -> Scopes {
        Scopes(self.0.iter().filter(|scope| most.allow(&scope.0)).cloned().collect())
    }

    /// Whether the scope is listed itself, not merely covered by a wider one.
    pub fn list(&self, scope: &str) -> bool {
        self.0.iter().any(|held| held.0 == scope)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Scope> {
        self.0.iter()
    }

    pub fn to_strings(&self) -> Vec<String> {
        self.0.iter().map(|scope| scope.0.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(names: &[&str]) -> Scopes {
        Scopes::parse(names).expect("known scopes")
    }

    #[test]
    fn a_wildcard_covers_its_verb_but_never_the_administrator() {
        let apps = scopes(&["access:*"]);
        assert!(apps.allow("access:jellyfin"));
        assert!(apps.allow("access:mobile"));
        assert!(!apps.allow("access:admin"));
        assert!(!apps.allow("read:catalog"));
        assert!(scopes(&["read:*"]).allow("read:events"));
        assert!(!scopes(&["read:*"]).allow("write:*"));
    }

    #[test]
    fn the_administrator_covers_everything() {
        let admin = scopes(&["access:admin"]);
        for wanted in ["read:*", "write:*", "access:*", "access:jellyfin", "access:admin"] {
            assert!(admin.allow(wanted), "{wanted}");
        }
    }

    #[test]
    fn a_narrow_scope_does_not_cover_the_wide_one() {
        assert!(!scopes(&["access:jellyfin"]).allow("access:*"));
        assert!(!scopes(&["read:catalog"]).allow("read:*"));
        assert!(scopes(&["access:*", "read:*"]).cover(&scopes(&["access:x", "read:events"])));
        assert!(!scopes(&["access:*"]).cover(&scopes(&["access:admin"])));
    }

    #[test]
    fn what_is_handed_on_is_never_more_than_what_is_held() {
        let wanted = scopes(&["read:catalog", "read:*", "access:*", "access:mobile"]);
        assert_eq!(wanted.within(&scopes(&["write:*"])), Scopes::default());
        let held = scopes(&["write:*", "read:catalog", "access:*"]);
        let handed_on = scopes(&["read:catalog", "access:*", "access:mobile"]);
        assert_eq!(wanted.within(&held), handed_on);
        assert_eq!(wanted.within(&Scopes::administrator()), wanted);
    }

    #[test]
    fn unknown_scopes_are_named() {
        assert_eq!(Scopes::parse(["read:*", "root:*"]), Err("root:*".to_owned()));
        for bad in ["", "read", "read:", "write:catalog", "access:", "access:UPPER", "access:a b"] {
            assert!(Scope::parse(bad).is_none(), "{bad:?}");
        }
    }
}
