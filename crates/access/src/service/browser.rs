//! Browsers that stay signed in at the dashboard, while no app shares its origin.

use std::sync::Arc;
use std::time::Duration;

use ::store::Tx;
use events::{Change, IconClass, Transaction};
use kit::{Actor, Entropy, Error, Result, Secret, Timestamp, sha256_hex};
use web::Caller;

use super::SignedIn;
use crate::model::User;
use crate::store::sessions::{self, BrowserSession};
use crate::token::LIFETIME_SECONDS;
use crate::{Access, USER_PREFIX, store};

/// From its last use.
pub(crate) const LIFETIME: Duration = Duration::from_secs(30 * 86_400);
/// Two tabs may show the same secret one after the other.
const GRACE: Duration = Duration::from_secs(60);
const MOST_PER_USER: i64 = 50;
const LONGEST_AGENT: usize = 200;

/// A browser that came back.
#[derive(Debug)]
pub(crate) struct Resumed {
    pub(crate) signed_in: SignedIn,
    /// What it has to show the next time; `None` where another tab got it just now.
    pub(crate) cookie: Option<Secret>,
}

impl Access {
    /// Keeps the browser of a user's token signed in; `None` where apps share our origin, because
    /// their pages could use the cookie as well as ours.
    pub(crate) async fn remember(
        &self,
        sid: &str,
        user: &User,
        agent: &str,
    ) -> Result<Option<Secret>> {
        if !self.are_apps_apart() {
            return Ok(None);
        }
        let (now, secret) = (self.clock().now(), Entropy.hex::<32>());
        let session = BrowserSession {
            id: sid.into(),
            username: user.username.clone(),
            epoch: user.epoch,
            hash: sha256_hex(&secret).into(),
            previous: None,
            changed_at: now,
            created_at: now,
            expires_at: now.after(LIFETIME),
            agent: agent.chars().filter(|c| !c.is_control()).take(LONGEST_AGENT).collect(),
        };
        let mut tx = self.db().begin().await?;
        sessions::insert(&mut tx, &session).await?;
        sessions::keep_newest(&mut tx, &user.username, MOST_PER_USER).await?;
        tx.commit().await?;
        Ok(Some(Secret::new(format!("{sid}.{secret}"))))
    }

    /// A new token for a browser that shows its cookie, and another cookie for the next time.
    pub(crate) async fn resume(&self, cookie: &str, actor: Actor) -> Result<Resumed> {
        let (id, secret) = cookie.split_once('.').ok_or_else(signed_out)?;
        let now = self.clock().now();
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        let known = sessions::find(&mut tx, id).await?.ok_or_else(signed_out)?;
        let user = self.user_of_session(&known, now).ok_or_else(signed_out)?;
        let actor = Actor { id: format!("{USER_PREFIX}{}", user.username), ..actor };
        let shown = sha256_hex(secret);
        let cookie = if *shown == *known.hash {
            self.exchange(&mut tx, &known, now).await?
        } else if known.previous.as_deref() == Some(&*shown) && now.since(known.changed_at) <= GRACE
        {
            None
        } else {
            self.end_session(&mut tx, &known, reuse(actor, &known)).await?;
            tx.commit().await?;
            self.forget_sign_in(&known, now);
            return Err(signed_out());
        };
        let change = Change::by(actor, "user.session_resumed").target(&*user.username);
        tx.record(&change).await?;
        tx.commit().await?;
        let signed_in = self.token_of_session(&known.id, user, now)?;
        Ok(Resumed { signed_in, cookie })
    }

    async fn exchange(
        &self,
        tx: &mut Tx,
        known: &BrowserSession,
        now: Timestamp,
    ) -> Result<Option<Secret>> {
        let secret = Entropy.hex::<32>();
        let next =
            BrowserSession { changed_at: now, expires_at: now.after(LIFETIME), ..known.clone() };
        let changed = sessions::change(tx, &next, &sha256_hex(&secret)).await?;
        Ok(changed.then(|| Secret::new(format!("{}.{secret}", known.id))))
    }

    fn user_of_session(&self, session: &BrowserSession, now: Timestamp) -> Option<User> {
        let user = self.user(&session.username)?.user;
        let counts = user.is_active && user.epoch == session.epoch && now < session.expires_at;
        counts.then_some(user)
    }

    /// The sessions of the calling user, the newest first.
    pub(crate) async fn browser_sessions(&self, caller: &Caller) -> Result<Vec<BrowserSession>> {
        let Some(user) = self.user_of(caller) else { return Ok(Vec::new()) };
        let now = self.clock().now();
        let mut conn = self.db().read().await?;
        let mut found = sessions::of_user(&mut conn, &user.username).await?;
        found.retain(|session| now < session.expires_at && session.epoch == user.epoch);
        Ok(found)
    }

    /// Signs a browser of the calling user out, with every token that it got.
    pub(crate) async fn end_browser_session(&self, caller: &Caller, id: &str) -> Result<()> {
        let sessions = self.browser_sessions(caller).await?;
        let gone = || Error::not_found("This session");
        let session = sessions.into_iter().find(|session| &*session.id == id).ok_or_else(gone)?;
        let change = Change::by(caller.actor(), "user.session_ended").target(&*session.username);
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        self.end_session(&mut tx, &session, change).await?;
        tx.commit().await?;
        self.forget_sign_in(&session, self.clock().now());
        Ok(())
    }

    /// Ends the session of a browser that shows its cookie.
    pub(crate) async fn leave(&self, cookie: &str, actor: Actor) -> Result<()> {
        let Some((id, secret)) = cookie.split_once('.') else { return Ok(()) };
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        let Some(known) = sessions::find(&mut tx, id).await? else { return Ok(()) };
        if *sha256_hex(secret) != *known.hash {
            return Ok(());
        }
        let change = Change::by(actor, "user.session_ended").target(&*known.username);
        self.end_session(&mut tx, &known, change).await?;
        tx.commit().await?;
        self.forget_sign_in(&known, self.clock().now());
        Ok(())
    }

    async fn end_session(
        &self,
        tx: &mut Transaction,
        session: &BrowserSession,
        change: Change,
    ) -> Result<()> {
        sessions::delete(tx, &session.id).await?;
        store::tokens::revoke(tx, &session.id, tokens_end(self.clock().now())).await?;
        self.record(tx, change).await
    }

    fn forget_sign_in(&self, session: &BrowserSession, now: Timestamp) {
        let owner = format!("{USER_PREFIX}{}", session.username);
        self.memory().change(|snapshot| {
            snapshot.revoke_token(session.id.clone(), tokens_end(now), &owner);
        });
    }
}

/// Tokens of a sign-in live so long at most.
fn tokens_end(now: Timestamp) -> Timestamp {
    Timestamp::from_unix(now.unix() + LIFETIME_SECONDS)
}

fn signed_out() -> Error {
    Error::unauthorized("Nobody is signed in here")
}

/// Somebody has a secret that was changed since: of the two who have it, one stole it.
fn reuse(actor: Actor, session: &BrowserSession) -> Change {
    let username: &Arc<str> = &session.username;
    Change::by(actor, "user.session_reused")
        .target(&**username)
        .failed("The cookie was used before")
        .notice(
            "AlertTriangle",
            IconClass::Danger,
            format!("An old cookie of {username} was used again; that browser was signed out"),
        )
}
