//! The plain page for setup, sign-in and pairing, where there is no dashboard. Its style and script stand inside it and
//! are allowed by their hashes, so that nothing an app puts on the same origin can run in it.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const ICON: &str = include_str!("icon.svg");

pub(crate) fn routes() -> Router {
    let page = PAGE.replace("/*style*/", STYLE).replace("/*script*/", SCRIPT);
    let policy = policy();
    let page = async move || {
        let html = (CONTENT_TYPE, "text/html; charset=utf-8".to_owned());
        ([html, (CONTENT_SECURITY_POLICY, policy), (CACHE_CONTROL, "no-cache".to_owned())], page)
    };
    Router::new().route("/", get(page)).route("/_gh/icon.svg", get(icon))
}

fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hash(SCRIPT),
        hash(STYLE),
    )
}

async fn icon() -> impl IntoResponse {
    ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=86400")], ICON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_nothing_that_its_policy_forbids() {
        assert_eq!(PAGE.matches("/*style*/").count(), 1);
        assert_eq!(PAGE.matches("/*script*/").count(), 1);
        for forbidden in [" style=", " onclick", " onsubmit", "javascript:", "http://", "https://"]
        {
            assert!(!PAGE.contains(forbidden), "{forbidden}");
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
        assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("Storage"));
        assert!(!SCRIPT.contains("</script"));
    }
}
