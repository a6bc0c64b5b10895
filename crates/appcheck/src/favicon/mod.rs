//! The picture of an app, as the app itself has it.
//!
//! ```text
//! let favicons = Favicons::new(fetcher, clock);
//! let icon = favicons.get(app_id, &route.upstream, &app.name).await;   // there always is one
//! icon.headers()      // what the answer carries: type, tag, caching, and what keeps it harmless
//! icon.matches(…)     // for `If-None-Match`
//! favicons.forget(app_id);
//! ```
//!
//! The start page is asked for its `<link rel="icon">`, then there is `/favicon.ico`, and where
//! neither is of use, the first letter of the app's name is drawn. What an app names is hostile
//! input: only its own origin is asked, what comes back is judged by its bytes, and drawings that
//! could do anything but be looked at are not used. An icon that the owner gave as an address is
//! the browser's business and is never fetched here.

mod cache;
mod candidate;
mod css;
mod favicons;
mod html;
mod icon;
mod kind;
mod letter;
mod search;
mod source;
mod svg;
#[cfg(test)]
mod tests;
mod xml;

pub use favicons::Favicons;
pub use icon::Icon;
pub use letter::draw as letter;
