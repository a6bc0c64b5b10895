//! A browser that is signed in at the main address gets a cookie at another origin of apps as
//! well: a code that works once goes there in a redirect and is exchanged for it.

mod codes;
mod origin;

use kit::{Error, ErrorKind, Result, Secret, Timestamp, sha256_hex};

pub(crate) use self::codes::Codes;
use self::codes::Errand;
pub use self::origin::AppOrigins;
use self::origin::{LONGEST_ADDRESS, parse_address};
pub(crate) use self::origin::{Origin, local_path};
use crate::{Access, verifier};

const SHA256_DIGITS: usize = 64;

/// The cookie that a code was exchanged for.
#[derive(Debug)]
pub(crate) struct Entrance {
    pub(crate) cookie: Secret,
    pub(crate) path: &'static str,
    pub(crate) expires_in: i64,
}

impl Access {
    /// Where a browser goes that wants to go `to` and shows these cookies; `browser` is the hash of
    /// the secret that it got there. `None`: it has to sign in first.
    pub(crate) fn hand_off<'a>(
        &self,
        cookies: impl IntoIterator<Item = &'a str>,
        to: &str,
        browser: &str,
        here: Option<&Origin>,
    ) -> Result<Option<String>> {
        let refused = || invalid("This address does not lead to an app of this gateway");
        let to = Some(to).filter(|to| to.len() <= LONGEST_ADDRESS).and_then(parse_address);
        let (origin, path) = to.ok_or_else(refused)?;
        self.cookie_path(&origin).ok_or_else(refused)?;
        // A cookie of another origin's is good for that one alone.
        let mut known = cookies.into_iter().filter_map(|cookie| self.known_cookie(cookie).ok());
        let Some((_, claims)) = known.find(|(known, _)| known.host.is_none()) else {
            return Ok(None);
        };
        // Browsers do not tell ports apart: the cookie that came here goes there, too.
        if here.is_some_and(|here| here.shares_cookies_with(&origin)) {
            return Ok(Some(format!("{origin}{path}")));
        }
        // At the browser's own machine listens who knows what.
        if origin.is_loopback() || browser.len() != SHA256_DIGITS {
            return Err(refused());
        }
        let claims = self.signer().claims_for_apps(&claims, Some(origin.host().into()));
        let errand = Errand { origin: origin.to_string(), claims, browser: browser.to_owned() };
        let code = self.codes().mint(errand, self.clock().now());
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("code", code.expose())
            .append_pair("next", &path)
            .finish();
        Ok(Some(format!("{origin}/_gh/enter?{query}")))
    }

    /// Exchanges a code, at the origin and in the browser that it was made for.
    pub(crate) fn enter<'a>(
        &self,
        code: &str,
        mut secrets: impl Iterator<Item = &'a str>,
        here: Option<&Origin>,
    ) -> Result<Entrance> {
        let refused = || invalid("This link works once and for a minute; open the app again");
        let now = self.clock().now();
        let errand = self.codes().redeem(code, now).ok_or_else(refused)?;
        let Errand { origin, claims, browser } = errand;
        if !secrets.any(|secret| sha256_hex(secret) == browser) {
            return Err(refused());
        }
        let here = here.filter(|here| here.to_string() == origin).ok_or_else(refused)?;
        let path = self.cookie_path(here).ok_or_else(refused)?;
        verifier::subject(&self.memory().load(), &claims, now).map_err(|_| refused())?;
        let expires_in = Timestamp::from_unix(claims.exp).since(now).as_secs().cast_signed();
        Ok(Entrance { cookie: self.signer().sign(&claims)?, path, expires_in })
    }

    fn cookie_path(&self, origin: &Origin) -> Option<&'static str> {
        self.app_origins()?.cookie_path(&origin.to_string())
    }
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorKind::InvalidRequest, message)
}
