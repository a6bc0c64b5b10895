use std::fmt;
use std::sync::Arc;

const LONGEST_SEGMENT: usize = 253;

/// The id or the name of a container, or the namespace and the name of a pod (`media/jellyfin-0`).
/// Nothing that is one can name anything but a container.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContainerId(Arc<str>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not the id or the name of a container")]
pub struct InvalidContainerId;

impl ContainerId {
    pub fn parse(text: &str) -> Result<Self, InvalidContainerId> {
        let mut segments = text.split('/');
        let valid = segments.by_ref().take(2).all(is_segment) && segments.next().is_none();
        valid.then(|| ContainerId(text.into())).ok_or(InvalidContainerId)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_segment(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    text.len() <= LONGEST_SEGMENT
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(allowed)
}

impl fmt::Display for ContainerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_name_is_an_id() {
        let long = "a".repeat(65_536);
        for (text, valid) in [
            ("4f5c2a9d01ab", true),
            ("media-jellyfin-1", true),
            ("media/jellyfin-0", true),
            ("a.b_c", true),
            ("", false),
            ("../images/json", false),
            ("a/../../plugins", false),
            ("a/b/c", false),
            ("a%2fb", false),
            ("a\nb", false),
            ("-a", false),
            (".a", false),
            ("/a", false),
            ("a/", false),
            ("a?all=1", false),
            ("a#b", false),
            ("ä", false),
            (long.as_str(), false),
        ] {
            assert_eq!(ContainerId::parse(text).is_ok(), valid, "{:?}", text.get(..20));
        }
    }
}
