//! Which calls of the engine's interface the program makes. The transport refuses every other one,
//! so that this list is the whole truth for whoever puts a filter before the engine's socket.

use std::fmt;

use bollard::errors::Error;
use http::Method;
use serde::Serialize;

use self::Purpose::{Control, Deploy, Look};

const FORBIDDEN: u16 = 403;

/// One call: a method, and a path in which `{id}` and `{name}` stand for one part of it, and
/// `{image}` for one or more. The engine takes each path with and without its version before it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct DockerCall {
    pub method: &'static str,
    pub path: &'static str,
    pub purpose: Purpose,
    /// The method of the client library that makes it.
    #[serde(skip)]
    pub client: &'static str,
}

/// What does not work without a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Finding containers, their logs, figures and exports. It changes nothing.
    Look,
    /// Starting and stopping containers.
    Control,
    /// The toolbox.
    Deploy,
}

pub const DOCKER_CALLS: &[DockerCall] = &[
    call("GET", "/_ping", Look, "ping"),
    call("GET", "/version", Look, "version"),
    call("GET", "/events", Look, "events"),
    call("GET", "/containers/json", Look, "list_containers"),
    call("GET", "/containers/{id}/json", Look, "inspect_container"),
    // Not by the client: its frames are read by `frames`.
    call("GET", "/containers/{id}/logs", Look, "send_request"),
    call("GET", "/containers/{id}/stats", Look, "stats"),
    call("GET", "/images/{image}/json", Look, "inspect_image"),
    call("GET", "/networks/{name}", Look, "inspect_network"),
    call("GET", "/volumes/{name}", Look, "inspect_volume"),
    call("POST", "/containers/{id}/start", Control, "start_container"),
    call("POST", "/containers/{id}/stop", Control, "stop_container"),
    call("POST", "/containers/{id}/restart", Control, "restart_container"),
    call("POST", "/containers/{id}/unpause", Control, "unpause_container"),
    call("GET", "/networks", Deploy, "list_networks"),
    call("GET", "/volumes", Deploy, "list_volumes"),
    call("POST", "/images/create", Deploy, "create_image"),
    call("POST", "/networks/create", Deploy, "create_network"),
    call("POST", "/networks/{name}/connect", Deploy, "connect_network"),
    call("POST", "/volumes/create", Deploy, "create_volume"),
    call("POST", "/containers/create", Deploy, "create_container"),
    call("POST", "/containers/{id}/rename", Deploy, "rename_container"),
    call("PUT", "/containers/{id}/archive", Deploy, "upload_to_container"),
    call("DELETE", "/containers/{id}", Deploy, "remove_container"),
    call("DELETE", "/networks/{name}", Deploy, "remove_network"),
    call("DELETE", "/volumes/{name}", Deploy, "remove_volume"),
];

const fn call(
    method: &'static str,
    path: &'static str,
    purpose: Purpose,
    client: &'static str,
) -> DockerCall {
    DockerCall { method, path, purpose, client }
}

impl DockerCall {
    /// The path as a regular expression for a filter: the whole of it, with any version.
    pub fn pattern(&self) -> String {
        let path = self.path.replace("{image}", ".+");
        format!("(/v[0-9.]+)?{}", path.replace("{id}", "[^/]+").replace("{name}", "[^/]+"))
    }

    fn covers(&self, method: &Method, path: &str) -> bool {
        if method.as_str() != self.method {
            return false;
        }
        if let Some((before, after)) = self.path.split_once("{image}") {
            let image = path.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            return image.is_some_and(|image| !image.is_empty());
        }
        let (mut wanted, mut given) = (self.path.split('/'), path.split('/'));
        loop {
            match (wanted.next(), given.next()) {
                (None, None) => return true,
                (Some(wanted), Some(given)) if wanted == given => {}
                (Some("{id}" | "{name}"), Some(given)) if !given.is_empty() => {}
                _ => return false,
            }
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Look => "look",
            Control => "control",
            Deploy => "deploy",
        })
    }
}

/// Refuses a call that is not in the list, as a filter before the engine would.
pub(super) fn permit(method: &Method, path: &str) -> Result<(), Error> {
    if DOCKER_CALLS.iter().any(|call| call.covers(method, path)) {
        return Ok(());
    }
    let message = format!("{method} {path} is not among the calls that this program makes");
    Err(Error::DockerResponseServerError { status_code: FORBIDDEN, message })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn calls_in_the_list_are_permitted_and_others_are_not() {
        for (method, path) in [
            (Method::GET, "/_ping"),
            (Method::GET, "/containers/json"),
            (Method::GET, "/containers/4f2a/json"),
            (Method::GET, "/images/lan:5000/a/b:2/json"),
            (Method::DELETE, "/networks/home"),
            (Method::PUT, "/containers/4f2a/archive"),
        ] {
            assert!(permit(&method, path).is_ok(), "{method} {path}");
        }
        for (method, path) in [
            (Method::POST, "/_ping"),
            (Method::GET, "/containers//json"),
            (Method::GET, "/containers/4f2a/b/json"),
            (Method::GET, "/containers/4f2a/archive"),
            (Method::POST, "/containers/4f2a/exec"),
            (Method::POST, "/build"),
            (Method::GET, "/images//json"),
            (Method::GET, "/info"),
            (Method::GET, "/secrets"),
        ] {
            assert!(permit(&method, path).is_err(), "{method} {path}");
        }
    }

    #[test]
    fn patterns_are_whole_paths_with_any_version() {
        let of = |path: &str| {
            let found = DOCKER_CALLS.iter().find(|call| call.path == path);
            found.map(DockerCall::pattern).unwrap_or_default()
        };
        assert_eq!(of("/containers/{id}/json"), "(/v[0-9.]+)?/containers/[^/]+/json");
        assert_eq!(of("/images/{image}/json"), "(/v[0-9.]+)?/images/.+/json");
    }

    /// The other way round, a call that is made and not listed, is refused by the transport.
    #[test]
    fn every_call_in_the_list_is_made() {
        let source = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/docker"));
        for call in DOCKER_CALLS {
            let made = format!(".{}(", call.client);
            assert!(source.contains(&made), "nobody makes {} {}", call.method, call.path);
        }
    }

    fn read(folder: &Path) -> String {
        let mut text = String::new();
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                text.push_str(&read(&path));
            } else {
                text.push_str(&fs::read_to_string(&path).expect("source"));
            }
        }
        text
    }
}
