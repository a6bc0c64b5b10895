//! How a device comes to trust the local CA: the CA's certificate in the forms that devices take,
//! and a page that says what to do with it and tries whether it was done. Its style and script
//! stand inside it and are allowed by their hashes, as those of all pages of ours.

mod mobileconfig;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue,
};
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;

use crate::Certs;
use crate::parsed::fingerprint;
use crate::pem;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// A browser starts it only where it trusts the certificate that it came with, whatever a person
/// has waved through.
const CHECK: &str = "// There is nothing to do: that this was started is the answer.\n";

#[derive(Debug, Clone, Copy)]
pub(crate) enum CaFormat {
    Pem,
    Der,
    Mobileconfig,
}

pub(crate) fn routes() -> OpenApiRouter<Certs> {
    OpenApiRouter::new()
        .route("/_gh/trust", get(page))
        .route("/_gh/trust/check.js", get(check))
        .route("/_gh/trust/{file}", get(file))
}

async fn page(State(certs): State<Certs>) -> Response {
    let page = PAGE
        .replace("/*style*/", STYLE)
        .replace("/*script*/", SCRIPT)
        .replace("<!--fingerprint-->", &fingerprint(&certs.vault().ca.certificate));
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = ([(CONTENT_TYPE, html)], page).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Hashes are text that a header can hold.
    if let Ok(policy) = HeaderValue::try_from(policy()) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; worker-src 'self'; \
         img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hash(SCRIPT),
        hash(STYLE),
    )
}

async fn check() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], CHECK)
}

async fn file(State(certs): State<Certs>, Path(name): Path<String>) -> web::Result<Response> {
    let format = match name.as_str() {
        "gatehouse-ca.pem" => CaFormat::Pem,
        "gatehouse-ca.crt" => CaFormat::Der,
        "gatehouse-ca.mobileconfig" => CaFormat::Mobileconfig,
        _ => return Err(kit::Error::not_found("The file").into()),
    };
    Ok(download(&certs, format))
}

pub(crate) fn download(certs: &Certs, format: CaFormat) -> Response {
    let ca = &certs.vault().ca.certificate;
    let (kind, name, content) = match format {
        CaFormat::Pem => {
            let text = pem::text(std::slice::from_ref(ca));
            ("application/x-pem-file", "gatehouse-ca.pem", text.into_bytes())
        }
        CaFormat::Der => ("application/x-x509-ca-cert", "gatehouse-ca.crt", ca.to_vec()),
        CaFormat::Mobileconfig => {
            let profile = mobileconfig::profile(ca).into_bytes();
            ("application/x-apple-aspen-config", "gatehouse-ca.mobileconfig", profile)
        }
    };
    let named = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, named)], content).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_nothing_that_its_policy_forbids() {
        for place in ["/*style*/", "/*script*/", "<!--fingerprint-->"] {
            assert_eq!(PAGE.matches(place).count(), 1, "{place}");
        }
        for forbidden in [" style=", " onclick", " onload", "javascript:", "http://", "https://"] {
            assert!(!PAGE.contains(forbidden), "{forbidden}");
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
        assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("</script"));
    }
}
