//! What is shown to browsers, and whether they believe it.

use std::path::Path;

use kit::{Clock, Timestamp};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::Context;
use super::finding::Finding;

const NAME: &str = "certificate";

pub(super) fn served(context: &Context<'_>) -> Finding {
    let server = &context.config.server;
    if let (Some(certificate), Some(key)) = (&server.tls_cert, &server.tls_key) {
        return given(certificate, key, Clock::System.now());
    }
    let renewed = "the next start makes a new one";
    match certs::expiry(&context.data_dir.join("certs/server.pem")) {
        Ok(None) => Finding::ok(NAME, "it is made at the first start"),
        Ok(Some(end)) if end < Clock::System.now() => {
            Finding::warn(NAME, format!("it ended at {end}"), renewed)
        }
        Ok(Some(end)) => {
            Finding::ok(NAME, format!("it is good until {end}, and renewed before that"))
        }
        Err(error) => Finding::warn(NAME, error.to_string(), renewed),
    }
}

/// A pair of one's own, which nobody renews but its owner.
fn given(certificate: &Path, key: &Path, now: Timestamp) -> Finding {
    let name = certificate.display();
    let mend = "renew it, or take server.tls_cert and server.tls_key out";
    if let Err(error) = certs::from_files(certificate, key) {
        return Finding::fail(NAME, error.to_string(), mend);
    }
    match certs::expiry(certificate) {
        Ok(Some(end)) if end < now => Finding::fail(NAME, format!("{name} ended at {end}"), mend),
        Ok(Some(end)) => {
            Finding::ok(NAME, format!("{name} and its key belong together, until {end}"))
        }
        Ok(None) => Finding::fail(NAME, format!("{name} is not there"), mend),
        Err(error) => Finding::fail(NAME, error.to_string(), mend),
    }
}

/// Whether programs on this machine believe the gateway's own authority. `None` where there is
/// none: before the first start, or with a certificate of one's own.
pub(super) fn trust(context: &Context<'_>) -> Option<Finding> {
    const NAME: &str = "trust";
    if context.config.server.tls_cert.is_some() {
        return None;
    }
    let authority = context.data_dir.join("certs/ca.pem");
    let own = CertificateDer::from_pem_file(&authority).ok()?;
    let known = rustls_native_certs::load_native_certs().certs.contains(&own);
    let path = authority.display();
    Some(Finding::ok(
        NAME,
        if known {
            format!("this machine knows {path}")
        } else {
            format!(
                "this machine does not know {path}, so browsers warn; the page /_gh/trust of the \
                 gateway says how each device learns it"
            )
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn a_pair_that_is_not_there_is_said() {
        let finding = given(Path::new("no.pem"), Path::new("no.key"), Timestamp(0));
        assert_eq!(finding.state, State::Fail);
        assert!(finding.found.contains("no.pem"), "{finding}");
    }
}
