use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kit::{Entropy, Secret, Timestamp, sha256_hex};

use crate::token::Claims;

const LIFETIME: Duration = Duration::from_secs(60);
const MOST: usize = 1_000;

/// The codes that are under way, oldest first. Only their hashes are kept, and only in memory: a
/// code that a restart loses costs a second redirect.
#[derive(Debug, Default)]
pub(crate) struct Codes(Mutex<VecDeque<Code>>);

#[derive(Debug)]
struct Code {
    hash: String,
    errand: Errand,
    minted_at: Timestamp,
}

/// What a code is good for: a cookie with these claims, at this origin, in this browser.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) origin: String,
    pub(crate) claims: Claims,
    /// The hash of what the browser got when it set out.
    pub(crate) browser: String,
}

impl Codes {
    pub(crate) fn mint(&self, errand: Errand, now: Timestamp) -> Secret {
        let code = Entropy.hex::<32>();
        let mut codes = self.live(now);
        if codes.len() >= MOST {
            codes.pop_front();
        }
        codes.push_back(Code { hash: sha256_hex(&code), errand, minted_at: now });
        Secret::new(code)
    }

    /// What the code was made for. It is used up, whatever becomes of it.
    pub(crate) fn redeem(&self, code: &str, now: Timestamp) -> Option<Errand> {
        let hash = sha256_hex(code);
        let mut codes = self.live(now);
        let place = codes.iter().position(|code| code.hash == hash)?;
        codes.remove(place).map(|code| code.errand)
    }

    fn live(&self, now: Timestamp) -> MutexGuard<'_, VecDeque<Code>> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What lies in the future was made before the clock was set back.
        codes.retain(|code| (code.minted_at..code.minted_at.after(LIFETIME)).contains(&now));
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Signer;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn errand() -> Errand {
        let signer = Signer::new(&Secret::new("0123456789abcdef0123456789abcdef"), "g", "d");
        let claims = signer.claims("user-ada".to_owned(), Vec::new(), 1, NOW);
        let origin = "https://tv.home.lan".to_owned();
        Errand { origin, claims, browser: sha256_hex("secret") }
    }

    #[test]
    fn a_code_works_once_and_for_a_minute() {
        let codes = Codes::default();
        let mint = || codes.mint(errand(), NOW);
        let code = mint();
        let redeemed = codes.redeem(code.expose(), NOW.after(Duration::from_millis(59_999)));
        assert_eq!(redeemed.expect("a code").origin, "https://tv.home.lan");
        assert!(codes.redeem(code.expose(), NOW).is_none(), "used");
        assert!(codes.redeem(mint().expose(), NOW.after(LIFETIME)).is_none(), "expired");
        assert!(codes.redeem(mint().expose(), NOW.before(LIFETIME)).is_none(), "set back");
        assert!(codes.redeem("", NOW).is_none());
    }

    #[test]
    fn the_oldest_code_makes_room() {
        let codes = Codes::default();
        let mint = || codes.mint(errand(), NOW);
        let (first, second) = (mint(), mint());
        for _ in 2..=MOST {
            mint();
        }
        assert_eq!(codes.live(NOW).len(), MOST);
        assert!(codes.redeem(first.expose(), NOW).is_none());
        assert!(codes.redeem(second.expose(), NOW).is_some());
    }
}
