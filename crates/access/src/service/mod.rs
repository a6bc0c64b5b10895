//! The use cases: each checks, changes the database and the memory, and records what happened.

mod apps_origin;
mod browser;
mod cookies;
mod devices;
mod keys;
mod load;
mod new_password;
mod pair;
mod preferences;
mod redeem;
mod session;
mod setup;

pub use apps_origin::AppsListener;
pub(crate) use apps_origin::AppsPlace;
pub(crate) use browser::LIFETIME as BROWSER_LIFETIME;
pub(crate) use cookies::{CookieSession, load_jars};
pub(crate) use devices::DevicePatch;
pub(crate) use keys::{KEY_PREFIX, NewKey};
pub(crate) use load::{Records, load};
pub(crate) use new_password::NewPassword;
pub(crate) use pair::{NewDevice, PairedDevice};
pub(crate) use redeem::{Minted, Redeemed};
pub(crate) use session::{Refreshed, SignedIn};
pub(crate) use setup::Credentials;
pub use setup::reset_password;

use kit::{Error, Result};

/// A name that people gave something, without the space around it.
fn display_name(field: &str, text: &str) -> Result<String> {
    let name = text.trim();
    if !(1..=128).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(Error::invalid(field, "must be 1 to 128 printable characters"));
    }
    Ok(name.to_owned())
}
