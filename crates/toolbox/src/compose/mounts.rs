use serde::{Serialize, Serializer};

use super::node::{Node, Read, Value};
use super::section::Section;

/// Something of the outside in a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mount {
    pub(crate) source: Source,
    pub(crate) target: String,
    pub(crate) read_only: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// A named volume of the deployment.
    Volume(String),
    /// A folder below the deployment's own, without `.` and `..`; empty for that itself.
    Folder(String),
    /// One of the few paths of the machine that may be given.
    Host(&'static str),
}

/// Paths of the machine that templates may mount; the rest of it is not theirs. The first two are
/// told of as what they are: power over the machine.
pub(crate) const DOCKER_SOCKETS: [&str; 2] = ["/var/run/docker.sock", "/run/docker.sock"];
const READ_ONLY_PATHS: [&str; 2] = ["/etc/localtime", "/etc/timezone"];

impl Mount {
    pub(super) fn read(node: &Node) -> Read<Mount> {
        let mount = match &node.value {
            Value::Scalar(text) => short(text),
            _ => return long(node),
        };
        mount.map_err(|reason| node.problem(reason))
    }

    fn new(source: &str, target: &str, read_only: bool) -> Result<Mount, String> {
        let source = Source::parse(source, read_only)?;
        let inside = target.starts_with('/') && target != "/" && !target.contains(['\0', ',']);
        if !inside || target.split('/').any(|part| part == "..") {
            return Err("the place in the container must be an absolute path".to_owned());
        }
        Ok(Mount { source, target: target.to_owned(), read_only })
    }
}

impl Source {
    fn parse(text: &str, read_only: bool) -> Result<Source, String> {
        if text.starts_with('/') || text.starts_with('~') {
            let sockets = DOCKER_SOCKETS.into_iter().find(|path| *path == text);
            let readable = READ_ONLY_PATHS.into_iter().find(|path| read_only && *path == text);
            let known = sockets.or(readable).map(Source::Host);
            return known.ok_or_else(|| {
                "paths of the machine are not mounted; use a volume, or `./folder` below the \
                 toolbox's data directory"
                    .to_owned()
            });
        }
        if text.starts_with('.') {
            return folder(text).map(Source::Folder);
        }
        if !text.is_empty() && !text.contains('/') {
            Ok(Source::Volume(text.to_owned()))
        } else {
            Err("expected the name of a volume, or `./folder`".to_owned())
        }
    }
}

/// `./a/b` as `a/b`.
fn folder(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let plain = |part: &&str| {
        let allowed = |c: char| c.is_alphanumeric() || " _.-".contains(c);
        *part != ".." && part.chars().all(allowed)
    };
    if parts.iter().all(plain) && text.len() <= 255 {
        Ok(parts.join("/"))
    } else {
        Err("the folder must lie below the deployment's own".to_owned())
    }
}

/// `source:target[:mode]`.
fn short(text: &str) -> Result<Mount, String> {
    let mut parts = text.split(':');
    let (source, target) = (parts.next(), parts.next());
    let (Some(source), Some(target)) = (source, target) else {
        return Err("a volume needs a name, as in `data:/data`".to_owned());
    };
    let mode = parts.next().unwrap_or("rw");
    if parts.next().is_some() {
        return Err("expected source:target:mode".to_owned());
    }
    let mut read_only = false;
    for option in mode.split(',') {
        match option {
            "rw" | "z" | "Z" => {}
            "ro" => read_only = true,
            _ => return Err("the mode of a mount is `rw` or `ro`".to_owned()),
        }
    }
    Mount::new(source, target, read_only)
}

fn long(node: &Node) -> Read<Mount> {
    let section = Section::of(node, &["type", "source", "target", "read_only"])?;
    let missing = |key: &str| node.problem(format!("`{key}` is missing"));
    let kind = section.text("type")?.ok_or_else(|| missing("type"))?;
    let source = section.text("source")?.ok_or_else(|| missing("source"))?;
    let target = section.text("target")?.ok_or_else(|| missing("target"))?;
    let mount = Mount::new(&source, &target, section.flag("read_only")?);
    let mount = mount.map_err(|reason| node.problem(reason))?;
    let is_volume = matches!(mount.source, Source::Volume(_));
    match (kind.as_str(), is_volume) {
        ("volume", true) | ("bind", false) => Ok(mount),
        ("volume" | "bind", _) => Err(node.problem("`type` and `source` do not go together")),
        _ => Err(node.problem("the type of a mount is `volume` or `bind`")),
    }
}

impl Serialize for Mount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let source = match &self.source {
            Source::Volume(name) => name.clone(),
            Source::Folder(folder) => format!("./{folder}"),
            Source::Host(path) => (*path).to_owned(),
        };
        let mode = if self.read_only { ":ro" } else { "" };
        serializer.collect_str(&format_args!("{source}:{}{mode}", self.target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_and_own_folders_are_mounted_and_nothing_else_of_the_machine() {
        for (text, source) in [
            ("data:/data", Source::Volume("data".to_owned())),
            ("./conf:/etc/app:ro", Source::Folder("conf".to_owned())),
            ("./a/./b//c:/x", Source::Folder("a/b/c".to_owned())),
            (".:/x", Source::Folder(String::new())),
            ("/var/run/docker.sock:/var/run/docker.sock:ro", Source::Host(DOCKER_SOCKETS[0])),
            ("/etc/localtime:/etc/localtime:ro", Source::Host("/etc/localtime")),
        ] {
            assert_eq!(short(text).expect(text).source, source);
        }
        for text in [
            "/data",
            "data",
            "/:/host",
            "/etc:/etc:ro",
            "/etc/localtime:/etc/localtime",
            "/var/run/docker.sock/../../etc:/x",
            "/proc:/proc",
            "~/x:/x",
            "../up:/x",
            "./a/../../b:/x",
            "..:/x",
            "a/b:/x",
            "data:relative",
            "data:/a/../b",
            "data:/",
            "data:/x:rshared",
            "data:/x:ro:more",
            ":/x",
        ] {
            assert!(short(text).is_err(), "{text}");
        }
    }
}
