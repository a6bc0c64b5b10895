//! What went wrong with a cluster, in words for people.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};

use kube::config::KubeconfigError;
use kube::core::Status;
use kube::runtime::watcher;
use rustls::CertificateError;

use super::api_call::ApiCall;
use crate::cause::cause;
use crate::{EngineError, Fault};

/// More of what a server says is not for people.
const LONGEST_SAYING: usize = 300;

pub(super) fn explain(server: &str, asked: &ApiCall, error: &kube::Error) -> EngineError {
    match error {
        kube::Error::Api(status) => refused(server, asked, status),
        kube::Error::Auth(_) => no_credential(server),
        kube::Error::SerdeError(_) | kube::Error::FromUtf8(_) => {
            let message = format!("what answers at {server} does not speak as a cluster does");
            EngineError::new(Fault::Failed, message).advise("see whether the address is right")
        }
        _ => not_reached(server, error),
    }
}

pub(super) fn explain_watch(server: &str, asked: &ApiCall, error: &watcher::Error) -> EngineError {
    match error {
        watcher::Error::InitialListFailed(error)
        | watcher::Error::WatchStartFailed(error)
        | watcher::Error::WatchFailed(error) => explain(server, asked, error),
        watcher::Error::WatchError(status) => refused(server, asked, status),
        watcher::Error::NoResourceVersion => {
            let resource = asked.resource;
            let message = format!("the cluster at {server} cannot tell changes of {resource}");
            EngineError::new(Fault::Failed, message)
        }
    }
}

pub(super) fn timeout(server: &str) -> EngineError {
    EngineError::new(Fault::Timeout, format!("the cluster at {server} does not answer in time"))
        .advise("see whether its API server hangs, or the network loses packets")
}

/// The kubeconfig holds keys and tokens, so nothing of what is in it is said.
pub(super) fn unusable_kubeconfig(path: &str, error: &KubeconfigError) -> EngineError {
    let place = if path.is_empty() { "the default kubeconfig" } else { path };
    let (what, advice) = match error {
        KubeconfigError::ReadConfig(reason, _) => (
            format!("{place} cannot be read: {reason}"),
            "give the path of a kubeconfig that this user may read",
        ),
        KubeconfigError::FindPath => (
            "there is neither a service account nor a kubeconfig".to_owned(),
            "give the path of a kubeconfig, or run inside of the cluster",
        ),
        KubeconfigError::CurrentContextNotSet => {
            (format!("{place} does not say which context to use"), "name one")
        }
        KubeconfigError::LoadContext(name) => {
            (format!("{place} has no context {name}"), "name one that it has")
        }
        KubeconfigError::LoadClusterOfContext(name) => {
            (format!("{place} has no cluster {name}"), "see its contexts")
        }
        KubeconfigError::LoadCertificateAuthority(_) | KubeconfigError::ParseCertificates(_) => {
            (format!("{place} names a certificate authority that cannot be read"), "correct it")
        }
        KubeconfigError::LoadClientCertificate(_) | KubeconfigError::LoadClientKey(_) => {
            (format!("{place} names a certificate or key that cannot be read"), "correct it")
        }
        _ => (format!("{place} is not a kubeconfig that can be used"), "correct it"),
    };
    EngineError::new(Fault::Unreachable, what).advise(advice)
}

pub(super) fn unusable_account() -> EngineError {
    let message = "the service account of this pod cannot be used";
    EngineError::new(Fault::Unreachable, message)
        .advise("see that automountServiceAccountToken is not off, or give a kubeconfig")
}

fn refused(server: &str, asked: &ApiCall, status: &Status) -> EngineError {
    match status.code {
        401 => EngineError::new(
            Fault::Forbidden,
            format!("the cluster at {server} does not accept our credentials"),
        )
        .advise("renew the token or certificate in the kubeconfig"),
        403 => forbidden(asked, status),
        404 => EngineError::new(Fault::NotFound, format!("there is no {}", asked.thing())),
        409 => EngineError::new(Fault::Conflict, said(status)),
        408 | 504 => timeout(server),
        _ => {
            let message = format!("the cluster at {server} failed: {}", said(status));
            EngineError::new(Fault::Failed, message)
        }
    }
}

fn forbidden(asked: &ApiCall, status: &Status) -> EngineError {
    let who = user(&status.message).unwrap_or("the user of the kubeconfig");
    let verb = verb(&status.message).unwrap_or(asked.verb);
    let message = format!("{who} may not {verb} {}", asked.place());
    EngineError::new(Fault::Forbidden, message).advise(format!(
        "bind {who} to a {} with the rule {}",
        asked.role(),
        asked.rule()
    ))
}

fn user(message: &str) -> Option<&str> {
    message.split_once("User \"")?.1.split_once('"').map(|(user, _)| user)
}

/// Who may list need not be allowed to watch.
fn verb(message: &str) -> Option<&str> {
    message.split_once(" cannot ")?.1.split_once(" resource").map(|(verb, _)| verb)
}

fn said(status: &Status) -> String {
    let line: String = status.message.chars().filter(|c| !c.is_control()).collect();
    match line.get(..line.floor_char_boundary(LONGEST_SAYING)) {
        Some("") | None => format!("status {}", status.code),
        Some(line) => line.to_owned(),
    }
}

pub(super) fn unusable_client(server: &str, error: &kube::Error) -> EngineError {
    match error {
        kube::Error::Auth(_) => no_credential(server),
        kube::Error::RustlsTls(_) => {
            let message = format!("the keys or certificates for {server} cannot be used");
            EngineError::new(Fault::Unreachable, message).advise("correct the kubeconfig")
        }
        _ => not_reached(server, error),
    }
}

pub(super) fn no_credential(server: &str) -> EngineError {
    let message = format!("there is no credential for the cluster at {server}");
    EngineError::new(Fault::Forbidden, message)
        .advise("see the user of the kubeconfig, and that the program it names can be run")
}

pub(super) fn not_reached(server: &str, error: &(dyn StdError + 'static)) -> EngineError {
    if let Some(reason) = cause::<rustls::Error>(error) {
        return insecure(server, reason);
    }
    let kind = cause::<io::Error>(error).map(io::Error::kind);
    let (what, advice) = match kind {
        Some(ErrorKind::TimedOut) => return timeout(server),
        Some(ErrorKind::ConnectionRefused) => {
            ("refuses connections", "see whether its API server runs")
        }
        _ => ("cannot be reached", "see whether the address is right and its API server runs"),
    };
    EngineError::new(Fault::Unreachable, format!("the cluster at {server} {what}")).advise(advice)
}

fn insecure(server: &str, reason: &rustls::Error) -> EngineError {
    let (what, advice) = match reason {
        rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        ) => ("has a certificate that has expired", "renew it"),
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => ("has a certificate for another name", "use a name or address that is in it"),
        rustls::Error::InvalidCertificate(_) => (
            "has a certificate that we do not trust",
            "give its authority as certificate-authority in the kubeconfig",
        ),
        rustls::Error::AlertReceived(_) => {
            ("does not accept our certificate", "renew the one in the kubeconfig")
        }
        _ => ("could not agree on TLS with us", "see whether the address is right"),
    };
    EngineError::new(Fault::Unreachable, format!("the cluster at {server} {what}")).advise(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = "https://192.0.2.1:6443";

    fn answered(code: u16, message: &str, namespace: Option<&'static str>) -> EngineError {
        let asked = ApiCall::list("services", "", namespace);
        refused(SERVER, &asked, &Status::failure(message, "").with_code(code))
    }

    #[test]
    fn a_missing_permission_names_the_rule_that_grants_it() {
        let message = "services is forbidden: User \"system:serviceaccount:gate:fixture\" cannot \
                       list resource \"services\" in API group \"\" in the namespace \"media\"";
        let error = answered(403, message, Some("media"));
        assert_eq!(error.fault, Fault::Forbidden);
        assert_eq!(
            error.to_string(),
            "system:serviceaccount:gate:fixture may not list services in the namespace media; bind \
             system:serviceaccount:gate:fixture to a Role in the namespace media with the rule \
             {apiGroups: [\"\"], resources: [\"services\"], verbs: [\"get\", \"list\", \"watch\"]}"
        );
        let error = answered(403, "no", None);
        assert!(error.to_string().contains("ClusterRole"), "{error}");
        assert!(error.message.ends_with("services in all namespaces"), "{error}");
    }

    #[test]
    fn each_answer_has_its_fault() {
        for (code, fault) in [
            (401, Fault::Forbidden),
            (403, Fault::Forbidden),
            (404, Fault::NotFound),
            (409, Fault::Conflict),
            (504, Fault::Timeout),
            (500, Fault::Failed),
        ] {
            let long = format!("no\nmore: {}", "x".repeat(10_000));
            let error = answered(code, &long, None);
            assert_eq!(error.fault, fault);
            assert!(error.message.len() < 500 && !error.message.contains('\n'));
        }
    }

    #[test]
    fn each_way_not_to_get_there_says_how_to_mend_it() {
        let unknown = rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer);
        let expired = rustls::Error::InvalidCertificate(CertificateError::Expired);
        for (reason, fault, hint) in [
            (io::Error::from(ErrorKind::ConnectionRefused), Fault::Unreachable, "API server runs"),
            (io::Error::from(ErrorKind::TimedOut), Fault::Timeout, "hangs"),
            (io::Error::from(ErrorKind::HostUnreachable), Fault::Unreachable, "address is right"),
            (io::Error::other(unknown), Fault::Unreachable, "certificate-authority"),
            (io::Error::other(expired), Fault::Unreachable, "renew"),
        ] {
            let error = kube::Error::Service(Box::new(reason));
            let error = explain(SERVER, &ApiCall::list("services", "", None), &error);
            assert_eq!(error.fault, fault);
            let text = error.to_string();
            assert!(text.contains(hint) && text.contains(SERVER), "{text}");
        }
    }
}
