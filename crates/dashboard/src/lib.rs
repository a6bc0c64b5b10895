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

use axum::response::Redirect;
use axum::routing::get;
use axum::{Extension, Router};
use web::Slice;

use self::files::Files;

include!(concat!(env!("OUT_DIR"), "/built.rs"));

pub const SLICE: web::Declaration =
    web::Declaration { name: "dashboard", migrations: None, backup: &[], capabilities: &[] };

/// `apps_port` is where apps alone are served: the page asks whether its browser gets there.
pub fn slice(apps_port: Option<u16>) -> Slice {
    Slice { routes: routes(BUILT, apps_port).into(), ..Slice::of(&SLICE) }
}

#[derive(Debug, Clone, Copy)]
struct AskedPort(Option<u16>);

/// The built dashboard where there is one.
fn routes(built: &'static [(&'static str, &'static [u8])], apps_port: Option<u16>) -> Router {
    let routes = match Files::new(built) {
        Some(files) => Router::new()
            .route("/", get(answer::shell))
            .route("/_gh", get(async || Redirect::permanent("/_gh/")))
            .route("/_gh/", get(answer::shell))
            .route("/_gh/{*path}", get(answer::file))
            .with_state(files),
        None => plain::routes(),
    };
    routes.layer(Extension(AskedPort(apps_port)))
}

#[cfg(test)]
mod tests;
