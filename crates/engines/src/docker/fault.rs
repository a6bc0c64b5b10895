//! What went wrong with an engine, in words for people.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};

use bollard::errors::Error;
use rustls::CertificateError;

use super::DockerAddress;
use super::stream::TooLarge;
use super::tls::TlsFault;
use crate::cause::cause;
use crate::{EngineError, Fault};

const LONGEST_MESSAGE: usize = 300;

pub(super) fn explain(address: &DockerAddress, error: &Error) -> EngineError {
    match error {
        Error::DockerResponseServerError { status_code, message } => refused(*status_code, message),
        Error::RequestTimeoutError => timeout(address),
        Error::JsonDataError { .. } | Error::JsonSerdeError { .. } => {
            let message = "the Docker engine answered in words that are not understood";
            EngineError::new(Fault::Failed, message)
        }
        _ => broken(address, error),
    }
}

pub(super) fn timeout(address: &DockerAddress) -> EngineError {
    let message = format!("the Docker engine at {address} does not answer");
    EngineError::new(Fault::Timeout, message)
        .advise("see whether it hangs, and restart it if it does")
}

/// The stream of events ended, though it never does while the engine is there.
pub(super) fn ended(address: &DockerAddress) -> EngineError {
    let message = format!("the Docker engine at {address} ended the connection");
    EngineError::new(Fault::Unreachable, message).advise("see whether it is running")
}

pub(super) fn not_found() -> EngineError {
    EngineError::new(Fault::NotFound, "there is no such container")
}

pub(super) fn refused(status: u16, message: &str) -> EngineError {
    if message.contains("HTTP request to an HTTPS server") {
        let message = "the Docker engine speaks TLS only at this address";
        return EngineError::new(Fault::Failed, message).advise("name the files for TLS");
    }
    let fault = match status {
        401 | 403 => {
            let message = "the Docker engine, or a proxy before it, does not allow this request";
            let advice = "allow reading containers, networks and events";
            return EngineError::new(Fault::Forbidden, message).advise(advice);
        }
        404 => Fault::NotFound,
        304 | 409 => Fault::Conflict,
        _ => Fault::Failed,
    };
    let said = plain(message);
    EngineError::new(fault, format!("the Docker engine answered {status}: {said}"))
}

/// One line of bounded length: the engine repeats what it was told, and strangers tell it a lot.
fn plain(message: &str) -> String {
    let printable = message.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    printable.take(LONGEST_MESSAGE).collect()
}

fn broken(address: &DockerAddress, error: &Error) -> EngineError {
    // These two hide themselves among the causes of the error that holds them.
    let error: &(dyn StdError + 'static) = match error {
        Error::IOError { err } => err,
        Error::HyperResponseError { err } => err,
        other => other,
    };
    if let Some(fault) = cause::<TlsFault>(error) {
        return EngineError::new(Fault::Failed, format!("TLS cannot be used: {fault}"));
    }
    if let Some(reason) = cause::<rustls::Error>(error) {
        return insecure(address, reason);
    }
    if cause::<TooLarge>(error).is_some() {
        return EngineError::new(Fault::Failed, "the answer of the Docker engine is too large");
    }
    match cause::<io::Error>(error) {
        Some(error) => not_connected(address, error),
        None => ended(address),
    }
}

fn not_connected(address: &DockerAddress, error: &io::Error) -> EngineError {
    let (fault, message, advice) = match (error.kind(), address.socket().is_some()) {
        (ErrorKind::PermissionDenied, _) => (
            Fault::Forbidden,
            format!("the socket {address} may not be used by this program's user"),
            "add the user to the group that owns the socket (`usermod -aG docker USER`) and start \
             the program again",
        ),
        (ErrorKind::NotFound, true) => (
            Fault::Unreachable,
            format!("there is no socket {address}"),
            "start Docker, or set socket_path to where its socket is; in a container, mount it",
        ),
        (ErrorKind::ConnectionRefused, true) => (
            Fault::Unreachable,
            format!("nobody listens at the socket {address}"),
            "start Docker (`systemctl start docker`)",
        ),
        (ErrorKind::ConnectionRefused, false) => (
            Fault::Unreachable,
            format!("nobody listens at {address}"),
            "start Docker there, and have it listen at this address",
        ),
        (ErrorKind::TimedOut, _) => return timeout(address),
        (ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof, _) => {
            return ended(address);
        }
        _ => (
            Fault::Unreachable,
            format!("the Docker engine at {address} cannot be reached"),
            "see whether the address is right and the engine is running",
        ),
    };
    EngineError::new(fault, message).advise(advice)
}

fn insecure(address: &DockerAddress, reason: &rustls::Error) -> EngineError {
    let (fault, what, advice) = match reason {
        rustls::Error::InvalidCertificate(reason) => return untrusted(address, reason),
        rustls::Error::AlertReceived(_) => (
            Fault::Forbidden,
            "does not accept our certificate",
            "name a certificate and key that its authority signed",
        ),
        rustls::Error::InvalidMessage(_) => (
            Fault::Failed,
            "does not speak TLS",
            "leave the files for TLS out, or use the port that speaks TLS (usually 2376)",
        ),
        _ => (Fault::Failed, "could not agree on TLS with us", "see the engine's log"),
    };
    EngineError::new(fault, format!("the Docker engine at {address} {what}")).advise(advice)
}

fn untrusted(address: &DockerAddress, reason: &CertificateError) -> EngineError {
    let (what, advice) = match reason {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            ("comes from an unknown authority", "name the file of the authority that signed it")
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            ("has expired", "renew it")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            ("is for another name", "use a name or address that is in it")
        }
        _ => ("is not valid", "make a new one"),
    };
    let message = format!("the certificate of the Docker engine at {address} {what}");
    EngineError::new(Fault::Failed, message).advise(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(address: &str, kind: ErrorKind) -> (Fault, String) {
        let address = DockerAddress::parse(address).unwrap();
        let error = explain(&address, &Error::IOError { err: kind.into() });
        (error.fault, error.to_string())
    }

    #[test]
    fn each_way_to_fail_says_how_to_mend_it() {
        let socket = "/var/run/docker.sock";
        for (address, kind, fault, hint) in [
            (socket, ErrorKind::PermissionDenied, Fault::Forbidden, "usermod -aG docker"),
            (socket, ErrorKind::NotFound, Fault::Unreachable, "start Docker"),
            (socket, ErrorKind::ConnectionRefused, Fault::Unreachable, "systemctl start docker"),
            ("tcp://h:1", ErrorKind::ConnectionRefused, Fault::Unreachable, "listen at this"),
            ("tcp://h:1", ErrorKind::HostUnreachable, Fault::Unreachable, "address is right"),
            ("tcp://h:1", ErrorKind::TimedOut, Fault::Timeout, "hangs"),
        ] {
            let (found, text) = said(address, kind);
            assert_eq!(found, fault, "{text}");
            assert!(text.contains(hint) && text.contains(address), "{text}");
        }
    }

    #[test]
    fn what_the_engine_says_is_one_short_line() {
        let long = format!("no such\ncontainer: {}", "x".repeat(10_000));
        for (status, fault) in [
            (404, Fault::NotFound),
            (409, Fault::Conflict),
            (403, Fault::Forbidden),
            (500, Fault::Failed),
        ] {
            let error = refused(status, &long);
            assert_eq!(error.fault, fault);
            assert!(error.message.len() < 400 && !error.message.contains('\n'));
        }
        let advice = refused(400, "Client sent an HTTP request to an HTTPS server.\n").advice;
        assert_eq!(advice.as_deref(), Some("name the files for TLS"));
    }
}
