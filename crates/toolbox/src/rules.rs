//! What names may look like. They go to the engine as they are, so nothing that could be read as
//! an option, a path or a script is one.

/// What a deployment is called: shown to people, and the root of its app's id.
pub(crate) fn is_service_name(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || " _.-".contains(c);
    (1..=64).contains(&text.chars().count())
        && text.starts_with(char::is_alphanumeric)
        && text.ends_with(|c: char| c != ' ')
        && text.chars().all(allowed)
}

pub(crate) fn is_template_id(text: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
    (1..=64).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(allowed)
}

/// `[registry[:port]/]path[:tag][@sha256:digest]`.
pub(crate) fn is_image(text: &str) -> bool {
    let (name, digest) = match text.split_once('@') {
        Some((name, digest)) => (name, Some(digest)),
        None => (text, None),
    };
    let slash = name.rfind('/').map_or(0, |at| at + 1);
    let (path, tag) = match name[slash..].split_once(':') {
        Some((last, tag)) => (&name[..slash + last.len()], Some(tag)),
        None => (name, None),
    };
    let (host, rest) = match path.split_once('/') {
        Some((first, rest)) if first.contains(['.', ':']) || first == "localhost" => {
            (Some(first), rest)
        }
        _ => (None, path),
    };
    text.len() <= 255
        && host.is_none_or(is_host)
        && rest.split('/').all(is_component)
        && tag.is_none_or(is_tag)
        && digest.is_none_or(is_digest)
}

fn is_host(text: &str) -> bool {
    let (host, port) = text.split_once(':').unwrap_or((text, "443"));
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
    host.starts_with(|first: char| first.is_ascii_alphanumeric())
        && host.bytes().all(allowed)
        && port.parse::<u16>().is_ok()
}

fn is_component(text: &str) -> bool {
    let alphanumeric = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let allowed = |c: char| alphanumeric(c) || "._-".contains(c);
    text.starts_with(alphanumeric) && text.ends_with(alphanumeric) && text.chars().all(allowed)
}

fn is_tag(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=128).contains(&text.len()) && !text.starts_with(['.', '-']) && text.bytes().all(allowed)
}

fn is_digest(text: &str) -> bool {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.strip_prefix("sha256:").is_some_and(|hash| hash.len() == 64 && hash.bytes().all(hex))
}

/// Whether a variable of this name is likely to hold a secret.
pub(crate) fn looks_secret(name: &str) -> bool {
    const WORDS: [&str; 9] =
        ["PASS", "SECRET", "TOKEN", "KEY", "CREDENTIAL", "DSN", "AUTH", "PRIVATE", "SALT"];
    let name = name.to_ascii_uppercase();
    WORDS.iter().any(|word| name.contains(word))
}

/// Lower-case, every run of other characters a dash, at most 60 of them.
pub(crate) fn app_id(name: &str) -> String {
    let mut id = String::new();
    for c in name.to_lowercase().chars().take(60) {
        if c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' {
            id.push(c);
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_matches('-');
    if id.is_empty() { "app".to_owned() } else { id.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: [&str; 12] = [
        "",
        "-x",
        "--privileged",
        "a;b",
        "$(id)",
        "`id`",
        "a\nb",
        "${X}",
        "../x",
        "a/../../b",
        "a b;",
        "x\0",
    ];

    #[test]
    fn names_are_names_and_nothing_else() {
        for hostile in HOSTILE {
            assert!(!is_service_name(hostile), "{hostile:?}");
            assert!(!is_template_id(hostile), "{hostile:?}");
            assert!(!is_image(hostile), "{hostile:?}");
        }
        for name in ["Jellyfin", "My files 2", "küche", "a.b_c-d"] {
            assert!(is_service_name(name), "{name}");
        }
        for image in [
            "nginx",
            "nginx:1.29",
            "ghcr.io/a/b-c_d:v1.2.3",
            "localhost:5000/a:b",
            "registry.lan:5000/x/y",
        ] {
            assert!(is_image(image), "{image}");
        }
        let digest = format!("nginx:1@sha256:{}", "a".repeat(64));
        assert!(is_image(&digest));
        for image in ["Nginx", "a:", "a@sha256:1", "a:b:c", "/a", "a/", "a//b", "h:x/a", "a:.b"] {
            assert!(!is_image(image), "{image}");
        }
    }

    #[test]
    fn an_app_id_is_made_of_any_name() {
        assert_eq!(app_id("My Files (2)"), "my-files-2");
        assert_eq!(app_id("Küche"), "k-che");
        assert_eq!(app_id("…"), "app");
    }
}
