use std::time::Duration;

use events::{Change, IconClass};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use kit::{Actor, Error, Identity, Principal, Result, Secret, Timestamp};
use routing::OriginKind;
use web::Caller;

use super::Credentials;
use crate::model::User;
use crate::token::{Claims, LIFETIME_SECONDS};
use crate::verifier::{self, bearer};
use crate::{Access, USER_PREFIX, store};

/// A token may be refreshed again this long after the first time, in case the answer was lost.
const REPEAT: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub(crate) struct SignedIn {
    pub(crate) token: Secret,
    pub(crate) apps_cookie: Secret,
    pub(crate) user: User,
    /// The sign-in's id.
    pub(crate) sid: String,
}

#[derive(Debug)]
pub(crate) struct Refreshed {
    pub(crate) token: Secret,
    pub(crate) apps_cookie: Secret,
    pub(crate) is_user: bool,
    pub(crate) scopes: Vec<String>,
    pub(crate) subject: String,
}

impl Access {
    /// Unknown user and wrong password get the same answer after the same time.
    pub(crate) async fn sign_in(&self, given: Credentials, actor: Actor) -> Result<SignedIn> {
        let Credentials { username, password } = given;
        let mut conn = self.db().read().await?;
        let found = store::users::with_password_hash(&mut conn, &username).await?;
        drop(conn);
        let (user, hash) = found.filter(|(user, _)| user.is_active).unzip();
        let matches = self.passwords().matches(password.expose().to_owned(), hash).await?;
        let (Some(mut user), true) = (user, matches) else {
            let change = Change::by(actor, "user.sign_in").target(shortened(&username));
            self.events().note(&change.failed("Wrong user name or password")).await?;
            return Err(Error::unauthorized("The user name or the password is wrong"));
        };
        let now = self.clock().now();
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        if !store::users::set_last_login(&mut tx, &user, now).await? {
            return Err(Error::unauthorized("The password was changed just now; sign in again"));
        }
        user.last_login = Some(now);
        let actor = Actor { id: subject_of(&user), ..actor };
        let change = Change::by(actor, "user.sign_in").target(&*user.username);
        tx.record(&change).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| snapshot.put_user(user.clone()));
        self.user_token(None, user, now)
    }

    /// A token for a browser that stays signed in.
    pub(crate) fn token_of_session(
        &self,
        sid: &str,
        user: User,
        now: Timestamp,
    ) -> Result<SignedIn> {
        self.user_token(Some(sid.to_owned()), user, now)
    }

    pub(super) fn user_token(
        &self,
        sid: Option<String>,
        user: User,
        now: Timestamp,
    ) -> Result<SignedIn> {
        let scopes = kit::Scopes::administrator().to_strings();
        let mut claims = self.signer().claims(subject_of(&user), scopes, user.epoch, now);
        let sid = sid.unwrap_or_else(|| claims.jti.clone());
        claims.sid = Some(sid.clone());
        let (token, apps_cookie) = (self.signer().sign(&claims)?, self.apps_cookie(&claims)?);
        Ok(SignedIn { token, apps_cookie, user, sid })
    }

    pub(super) fn apps_cookie(&self, token: &Claims) -> Result<Secret> {
        self.signer().sign(&self.signer().claims_for_apps(token, None))
    }

    /// Takes back the token that the caller used. For a user the whole sign-in ends: older tokens
    /// of it, and the cookies at other hosts.
    pub(crate) async fn sign_out(&self, caller: &Caller, authorization: &str) -> Result<()> {
        let now = self.clock().now();
        let claims = self.signer().read(bearer(authorization)?, now, 0)?;
        // Tokens of the same sign-in may live longer than this one.
        let expires_at = Timestamp::from_unix(now.unix() + LIFETIME_SECONDS);
        let revoked = || claims.sid.iter().chain([&claims.jti]);
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        for id in revoked() {
            store::tokens::revoke(&mut tx, id, expires_at).await?;
            store::sessions::delete(&mut tx, id).await?;
        }
        let change = Change::by(caller.actor(), "token.revoked").target(claims.sub.as_str());
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| {
            for id in revoked() {
                snapshot.revoke_token(id.as_str().into(), expires_at, &claims.sub);
            }
        });
        Ok(())
    }

    /// A new token for one that is valid or expired not long ago.
    pub(crate) async fn refresh(&self, authorization: &str, actor: Actor) -> Result<Refreshed> {
        let now = self.clock().now();
        let claims = self.signer().read(bearer(authorization)?, now, self.grace_seconds())?;
        let known = verifier::subject(&self.memory().load(), &claims, now)?;
        let Principal { identity, scopes, .. } = known.authenticated.principal;
        let actor = Actor { id: identity.actor_id(), ..actor };
        let mut tx = self.events().begin().await?;
        let end = Timestamp::from_unix(claims.exp);
        let first = store::tokens::first_refresh(&mut tx, &claims.jti, now, end).await?;
        // A clock that jumped back must not give an old token a second life.
        if now.since(first) > REPEAT || first > now {
            drop(tx);
            return Err(self.refused_reuse(&claims, actor).await?);
        }
        let change = Change::by(actor, "token.refreshed").target(claims.sub.as_str());
        tx.record(&change).await?;
        tx.commit().await?;
        let scopes = scopes.to_strings();
        let Claims { sub, epoch, sid, jti, .. } = claims;
        let mut fresh = self.signer().claims(sub.clone(), scopes.clone(), epoch, now);
        let is_user = matches!(identity, Identity::User(_));
        if is_user {
            fresh.sid = sid.or(Some(jti));
        }
        let (token, apps_cookie) = (self.signer().sign(&fresh)?, self.apps_cookie(&fresh)?);
        Ok(Refreshed { token, apps_cookie, is_user, scopes, subject: sub })
    }

    /// A token that is refreshed a second time later on may be a stolen one: somebody should look.
    async fn refused_reuse(&self, claims: &Claims, actor: Actor) -> Result<Error> {
        let reason = "The token was refreshed before";
        let change =
            Change::by(actor, "token.reused").target(claims.sub.as_str()).failed(reason).notice(
                "AlertTriangle",
                IconClass::Danger,
                format!("An old token of {} was used again; it may be stolen", claims.sub),
            );
        self.events().note(&change).await?;
        Ok(Error::unauthorized(reason))
    }

    /// Keeps the browser signed in whose token this is, where a page of ours asks.
    pub(crate) async fn remember_caller(
        &self,
        caller: &Caller,
        headers: &HeaderMap,
        agent: &str,
    ) -> Result<Option<Secret>> {
        let Some(user) = self.user_of(caller) else { return Ok(None) };
        let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(token) = value.and_then(|value| bearer(value).ok()) else { return Ok(None) };
        let claims = self.signer().read(token, self.clock().now(), 0)?;
        let own_page = caller.client.browser && caller.client.origin == OriginKind::Same;
        if own_page && let Some(sid) = claims.sid {
            self.remember(&sid, &user, agent).await
        } else {
            Ok(None)
        }
    }

    fn grace_seconds(&self) -> i64 {
        i64::try_from(self.settings().auth.refresh_grace.0.as_secs()).unwrap_or(i64::MAX / 2)
    }

    pub(crate) fn expires_in(&self) -> i64 {
        LIFETIME_SECONDS
    }

    pub(crate) fn user_of(&self, caller: &Caller) -> Option<User> {
        match &caller.principal.identity {
            Identity::User(name) => self.user(name).map(|entry| entry.user),
            _ => None,
        }
    }
}

fn subject_of(user: &User) -> String {
    format!("{USER_PREFIX}{}", user.username)
}

/// What somebody typed as a name may be anything, a password in the wrong field included; the
/// log gets no more of it than a name can have.
fn shortened(text: &str) -> String {
    let valid = |c: &char| c.is_ascii_alphanumeric() || "_.-".contains(*c);
    text.chars().filter(valid).take(64).collect()
}
