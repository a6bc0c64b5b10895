//! The dashboard: the files that `web/` is built into, as part of the program. The page stands at
//! `/` and below `/_gh/`, where its files are, too. A program that was built without them serves a
//! plain page for setup, sign-in and pairing instead.
//!
//! Owns no table and emits no facts.

mod answer;
mod coding;
mod files;
mod plain;
mod policy;

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use web::Slice;

use self::files::Files;

include!(concat!(env!("OUT_DIR"), "/built.rs"));

pub fn slice() -> Slice {
    Slice { name: "dashboard", routes: routes(BUILT).into(), ..Slice::default() }
}

/// The built dashboard where there is one.
fn routes(built: &'static [(&'static str, &'static [u8])]) -> Router {
    match Files::new(built) {
        Some(files) => Router::new()
            .route("/", get(answer::shell))
            .route("/_gh", get(async || Redirect::permanent("/_gh/")))
            .route("/_gh/", get(answer::shell))
            .route("/_gh/{*path}", get(answer::file))
            .with_state(files),
        None => plain::routes(),
    }
}

#[cfg(test)]
mod tests;
