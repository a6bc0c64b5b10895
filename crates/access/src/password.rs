//! Password hashing, bounded: each hash takes 19 MiB for a while, so a flood of sign-ins must not
//! become a flood of memory.

use std::sync::Arc;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use kit::{Entropy, Error, ErrorKind, Result};
use tokio::sync::Semaphore;

const AT_ONCE: usize = 4;
const MAY_WAIT: usize = 64;

/// Checked when the user is unknown, so that the answer takes as long as for a known one. Random
/// bytes in the place of a hash: no password has it, and hashing one would hold up every start.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$C2raXPgERsiU8PkgEqWA5A$dtcHBHX2N44TfxTwkDud23Rut27x1tW+8ygM2PFIQLI";

#[derive(Debug)]
pub(crate) struct Passwords {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        let places = |count| Arc::new(Semaphore::new(count));
        Passwords { running: places(AT_ONCE), waiting: places(AT_ONCE + MAY_WAIT) }
    }

    pub(crate) async fn hash(&self, password: String) -> Result<String> {
        self.run(move || hash_now(&password)).await?
    }

    /// Whether the password belongs to the hash; without a hash it never does.
    pub(crate) async fn matches(&self, password: String, hash: Option<String>) -> Result<bool> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| DECOY.to_owned());
        let matches = self.run(move || verify_now(&password, &hash)).await?;
        Ok(matches && known)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let busy = || {
            let error = Error::new(ErrorKind::ServiceUnavailable, "Too many sign-ins at once");
            error.retry_after(Duration::from_secs(1))
        };
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.running.clone().acquire_owned().await.map_err(Error::internal)?;
        let work = move || {
            // A client that goes away does not end the hash, so the hash keeps the turn.
            let _until_done = (place, turn);
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }
}

fn hash_now(password: &str) -> Result<String> {
    let salt = SaltString::encode_b64(&Entropy.bytes::<16>()).map_err(Error::internal_text)?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    Ok(hash.map_err(Error::internal_text)?.to_string())
}

fn verify_now(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_hash_alone() {
        let passwords = Passwords::new();
        let hash = passwords.hash("correct horse".to_owned()).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"));
        let matches = async |text: &str, hash| {
            passwords.matches(text.to_owned(), hash).await.expect("a verdict")
        };
        assert!(matches("correct horse", Some(hash.clone())).await);
        assert!(!matches("correct horse ", Some(hash)).await);
        assert!(!matches("correct horse", None).await);
    }

    #[test]
    fn the_decoy_costs_what_a_hash_of_a_user_costs() {
        let real = hash_now("correct horse").expect("a hash");
        let cost = |hash: &str| {
            let hash = PasswordHash::new(hash).expect("it can be read");
            let salt = hash.salt.expect("a salt").len();
            let output = hash.hash.expect("a hash").len();
            (hash.algorithm.to_string(), hash.version, hash.params.to_string(), salt, output)
        };
        assert_eq!(cost(DECOY), cost(&real));
    }

    #[tokio::test]
    async fn callers_that_go_away_do_not_free_a_turn_early() {
        let passwords = Passwords::new();
        for _ in 0..AT_ONCE {
            let started = passwords.matches("guess".to_owned(), None);
            assert!(started.now_or_never().is_none());
        }
        assert_eq!(passwords.running.available_permits(), 0);
    }

    #[tokio::test]
    async fn a_flood_is_refused_rather_than_queued_without_end() {
        let passwords = Passwords::new();
        let flood = (0..200).map(|_| passwords.matches("guess".to_owned(), None));
        let answers = futures::future::join_all(flood).await;
        let refused = answers.iter().filter(|answer| answer.is_err()).count();
        assert_eq!(refused, 200 - AT_ONCE - MAY_WAIT);
    }
}
