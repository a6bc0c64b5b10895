//! `configs` and `secrets`: small files that are written into containers.

use serde::{Serialize, Serializer};

use super::node::{Entry, Node, Read, Value};
use super::section::Section;

/// What a file of a project holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Content {
    pub(crate) content: String,
}

/// A file in a container of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct FileMount {
    /// Its name among the project's.
    pub(crate) source: String,
    pub(crate) target: String,
    #[serde(serialize_with = "octal")]
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
}

/// Who may read it: everybody in the container, as compose has it.
const MODE: u32 = 0o444;
const SECRETS: &str = "/run/secrets";

fn octal<S: Serializer>(mode: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{mode:04o}"))
}

/// Where a file stands when nothing is said.
#[derive(Clone, Copy)]
pub(super) enum FileKind {
    Config,
    Secret,
}

impl FileMount {
    pub(super) fn read(node: &Node, kind: FileKind) -> Read<FileMount> {
        let mount = match &node.value {
            Value::Scalar(name) => FileMount {
                source: name.clone(),
                target: kind.target(name),
                mode: MODE,
                uid: 0,
                gid: 0,
            },
            _ => long(node, kind)?,
        };
        let path = mount.target.as_str();
        let parts = || path.split('/').skip(1);
        let is_file = path.starts_with('/') && parts().all(|part| !matches!(part, "" | "." | ".."));
        if is_file && !path.contains(['\0', ',']) {
            Ok(mount)
        } else {
            Err(node.problem("the place in the container must be the path of a file"))
        }
    }
}

impl FileKind {
    fn target(self, text: &str) -> String {
        match self {
            _ if text.starts_with('/') => text.to_owned(),
            FileKind::Config => format!("/{text}"),
            FileKind::Secret => format!("{SECRETS}/{text}"),
        }
    }
}

fn long(node: &Node, kind: FileKind) -> Read<FileMount> {
    let section = Section::of(node, &["source", "target", "mode", "uid", "gid"])?;
    let source = section.text("source")?.ok_or_else(|| node.problem("`source` is missing"))?;
    let octal = |text: &str| u32::from_str_radix(text, 8).ok().filter(|mode| *mode <= 0o777);
    Ok(FileMount {
        target: kind.target(&section.text("target")?.unwrap_or_else(|| source.clone())),
        mode: section.read("mode", "a mode such as 0444", octal)?.unwrap_or(MODE),
        uid: section.number("uid")?.unwrap_or_default(),
        gid: section.number("gid")?.unwrap_or_default(),
        source,
    })
}

pub(super) fn content(node: &Node) -> Read<Content> {
    let section = Section::of(node, &["content"])?;
    let content = section.text("content")?;
    let content = content.ok_or_else(|| node.problem("`content` or `environment` is missing"))?;
    Ok(Content { content })
}

/// Writes `environment: NAME` as the content that it means, `${NAME}`, so that the variable is one
/// as all others.
pub(crate) fn desugar(root: &mut Node) {
    let Value::Map(parts) = &mut root.value else { return };
    let files = parts.iter_mut().filter(|part| matches!(part.key.as_str(), "configs" | "secrets"));
    for part in files {
        let Value::Map(files) = &mut part.node.value else { continue };
        for file in files {
            let Value::Map(fields) = &mut file.node.value else { continue };
            fields.iter_mut().for_each(of_environment);
        }
    }
}

fn of_environment(field: &mut Entry) {
    if let ("environment", Value::Scalar(name)) = (field.key.as_str(), &field.node.value) {
        field.node.value = Value::Scalar(format!("${{{name}}}"));
        "content".clone_into(&mut field.key);
    }
}
