use kit::{Scope, Scopes};
use serde::{Deserialize, Serialize};

use super::signed::{self, Kind};
use super::text::is_plain;
use super::{Identity, PeerId, PublicKey};

const LONGEST_PASS: usize = 4_096;
const LONGEST_USER: usize = 128;
/// How far apart our clocks may be, and how long a request may be on its way.
const LIFE_SECONDS: i64 = 60;

/// With this a gateway says to another one who opens an app there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pass {
    /// Who says it.
    pub(crate) from: String,
    /// To whom alone.
    pub(crate) to: String,
    /// The app, as it is called there.
    pub(crate) app: String,
    pub(crate) user: String,
    /// What the user may open.
    pub(crate) scopes: Vec<String>,
    /// In seconds since 1970.
    pub(crate) issued: i64,
}

/// Where and when a pass is shown.
pub(crate) struct Shown<'a> {
    pub(crate) to: &'a PeerId,
    pub(crate) app: &'a str,
    pub(crate) now: i64,
}

/// Why a pass opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPass {
    /// Nobody whom we know has said so, to us and of this app.
    NotValid,
    /// It is too old, or from the future.
    OutOfTime,
}

impl Pass {
    pub(crate) fn write(&self, identity: &Identity) -> String {
        signed::write(identity, Kind::Pass, self)
    }

    /// `key` finds the key of a gateway that is one of our peers.
    pub(crate) fn read(
        text: &str,
        shown: &Shown<'_>,
        key: impl FnOnce(&PeerId) -> Option<PublicKey>,
    ) -> Result<(PeerId, Pass), NoPass> {
        if text.len() > LONGEST_PASS {
            return Err(NoPass::NotValid);
        }
        let signer = |pass: &Pass| key(&PeerId::parse(&pass.from)?);
        let pass = signed::read(Kind::Pass, text, signer).ok_or(NoPass::NotValid)?;
        let from = PeerId::parse(&pass.from).ok_or(NoPass::NotValid)?;
        let meant = pass.to == shown.to.as_str() && pass.app == shown.app;
        if !meant || !is_plain(&pass.user, 1, LONGEST_USER) {
            return Err(NoPass::NotValid);
        }
        if pass.issued.abs_diff(shown.now) > LIFE_SECONDS.unsigned_abs() {
            return Err(NoPass::OutOfTime);
        }
        Ok((from, pass))
    }

    /// What it lets its user open here: apps, and never what administrators have for themselves.
    pub(crate) fn scopes(&self) -> Scopes {
        let counts = |scope: &&String| is_for_apps(scope) && Scope::parse(scope).is_some();
        Scopes::parse(self.scopes.iter().filter(counts)).unwrap_or_default()
    }
}

/// What of a caller's scopes another gateway is told. Who may do everything may open everything.
pub(crate) fn told_scopes(app: &str, scopes: &Scopes) -> Vec<String> {
    if scopes.allow(Scope::ADMIN) {
        return vec!["access:*".to_owned()];
    }
    let mut told: Vec<_> = scopes.to_strings().into_iter().filter(|it| is_for_apps(it)).collect();
    // That it may open this one was decided here, by the name that the app has here.
    told.push(format!("access:{app}"));
    told
}

fn is_for_apps(scope: &str) -> bool {
    scope.starts_with("access:") && scope != Scope::ADMIN
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn identity() -> Identity {
        Identity::read(&Identity::generate().expect("a key")).expect("an identity")
    }

    fn pass(from: &Identity, to: &Identity) -> Pass {
        Pass {
            from: from.id().to_string(),
            to: to.id().to_string(),
            app: "media".to_owned(),
            user: "ada".to_owned(),
            scopes: vec!["access:media".to_owned()],
            issued: NOW,
        }
    }

    #[test]
    fn a_pass_counts_for_one_gateway_one_app_and_a_minute() {
        let (attic, cellar, yard) = (identity(), identity(), identity());
        let key = |id: &PeerId| (id == attic.id()).then(|| attic.key());
        let good = pass(&attic, &cellar).write(&attic);
        let read = |text: &str, to: &Identity, app: &str, now: i64| {
            let shown = Shown { to: to.id(), app, now };
            Pass::read(text, &shown, key).map(|(from, pass)| (from, pass.user))
        };
        let ada = Ok((attic.id().clone(), "ada".to_owned()));
        for now in [NOW - 60, NOW, NOW + 60] {
            assert_eq!(read(&good, &cellar, "media", now), ada);
        }
        for now in [NOW - 61, NOW + 61, i64::MIN, i64::MAX] {
            assert_eq!(read(&good, &cellar, "media", now), Err(NoPass::OutOfTime));
        }
        let refused = Err(NoPass::NotValid);
        assert_eq!(read(&good, &yard, "media", NOW), refused, "another gateway");
        assert_eq!(read(&good, &cellar, "mail", NOW), refused, "another app");
        assert_eq!(read(&good[1..], &cellar, "media", NOW), refused, "another text");
        assert_eq!(read("", &cellar, "media", NOW), refused);
        let by_stranger = pass(&yard, &cellar).write(&yard);
        assert_eq!(read(&by_stranger, &cellar, "media", NOW), refused, "nobody's peer");
        let in_attics_name = pass(&attic, &cellar).write(&yard);
        assert_eq!(read(&in_attics_name, &cellar, "media", NOW), refused, "another's name");
    }

    #[test]
    fn nobody_is_an_administrator_elsewhere() {
        let told = |scopes: &[&str]| {
            let scopes = Scopes::parse(scopes).expect("scopes");
            told_scopes("media", &scopes)
        };
        assert_eq!(told(&["access:admin", "write:*"]), ["access:*"]);
        assert_eq!(told(&["read:*", "access:family"]), ["access:family", "access:media"]);
        let (attic, cellar) = (identity(), identity());
        let wanted = ["access:admin", "write:*", "read:*", "access:media", "nonsense", "access:*"];
        let scopes = wanted.map(str::to_owned).to_vec();
        let pass = Pass { scopes, ..pass(&attic, &cellar) };
        assert_eq!(pass.scopes().to_strings(), ["access:*", "access:media"]);
        assert!(!pass.scopes().allow(Scope::ADMIN));
    }
}
