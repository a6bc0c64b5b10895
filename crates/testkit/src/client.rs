use std::path::Path;
use std::time::Duration;

use reqwest::{Certificate, Client, ClientBuilder, redirect};

/// What every test client has: no proxy from the environment, and redirects are shown, not
/// followed.
fn plain() -> ClientBuilder {
    let builder = Client::builder().no_proxy().redirect(redirect::Policy::none());
    builder.timeout(Duration::from_secs(60))
}

/// To ask a program whether it is up, before its certificate exists.
pub(crate) fn trusting_anyone() -> Client {
    plain().tls_danger_accept_invalid_certs(true).build().expect("a client")
}

/// Trusts the program's own certificate authority and nobody else.
pub(crate) fn trusting(data_dir: &Path) -> ClientBuilder {
    let path = data_dir.join("certs/ca.pem");
    let pem = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    plain().tls_certs_only([Certificate::from_pem(&pem).expect("the CA's certificate is PEM")])
}

/// For plain HTTP, where there is nobody to trust.
pub(crate) fn without_tls() -> ClientBuilder {
    plain().tls_certs_only([])
}
