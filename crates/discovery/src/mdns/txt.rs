use std::collections::BTreeMap;

use routing::Scheme;

use crate::labels;
use crate::model::Wishes;

/// Below it lie the paths of routes.
const ROUTES: &str = "/apps/";
const LONGEST_PATH: usize = 255;

/// What the TXT record of one announcement says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TxtRecord {
    pub(super) wishes: Wishes,
    /// That of the announced port, and not of others under the same name.
    pub(super) scheme: Option<Scheme>,
    pub(super) server_path: Option<String>,
}

pub(super) fn read(txt: &BTreeMap<String, String>) -> TxtRecord {
    let text = |key: &str| txt.get(key).map(|text| text.trim()).filter(|text| !text.is_empty());
    let mut misread = Vec::new();
    let mut note = |key: &str, fault: &str| {
        misread.push(format!("The TXT record {key} {fault}, and is ignored"));
    };
    let enable = text("svc_enable").and_then(|value| {
        let read = labels::flag(value);
        read.is_none().then(|| note("svc_enable", "is neither true nor false"));
        read
    });
    let scheme = text("scheme").and_then(|value| {
        let read = labels::scheme(value);
        read.is_none().then(|| note("scheme", "is neither http nor https"));
        read
    });
    let path = text("path");
    let path_base = path.filter(|path| path.starts_with(ROUTES)).map(str::to_owned);
    let server_path = path.filter(|_| path_base.is_none()).and_then(|path| {
        let read = server_path(path);
        read.is_none().then(|| note("path", "is not a path on a server"));
        read
    });
    let wishes = Wishes {
        enable,
        app_id: text("app_id").map(str::to_owned),
        app_name: text("app_name").map(str::to_owned),
        icon: text("icon").map(str::to_owned),
        tags: text("tags").map(labels::list),
        path_base,
        scopes: text("scopes").map(labels::list),
        misread,
        ..Wishes::default()
    };
    TxtRecord { wishes, scheme, server_path }
}

/// Some leave out the slash before it. `None` where it would lead somewhere else.
fn server_path(text: &str) -> Option<String> {
    let path = format!("/{}", text.strip_prefix('/').unwrap_or(text));
    let plain = path.len() <= LONGEST_PATH
        && !path.starts_with("//")
        && path.split('/').all(|part| part != "." && part != "..")
        && path.chars().all(|c| c.is_ascii_graphic() && !r#"\?#"<>^`{|}%"#.contains(c));
    plain.then_some(path)
}

/// Lets the first of several that says something about a matter have its way.
pub(super) fn merge(all: Vec<Wishes>) -> Wishes {
    let mut merged = Wishes::default();
    for one in all {
        merged.enable = merged.enable.or(one.enable);
        merged.app_id = merged.app_id.or(one.app_id);
        merged.app_name = merged.app_name.or(one.app_name);
        merged.icon = merged.icon.or(one.icon);
        merged.tags = merged.tags.or(one.tags);
        merged.path_base = merged.path_base.or(one.path_base);
        merged.scopes = merged.scopes.or(one.scopes);
        let new = one.misread.into_iter().filter(|line| !merged.misread.contains(line));
        let new: Vec<_> = new.collect();
        merged.misread.extend(new);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(txt: &[(&str, &str)]) -> TxtRecord {
        read(&txt.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect())
    }

    #[test]
    fn every_key_is_read() {
        let all = said(&[
            ("app_id", " files "),
            ("app_name", "Files"),
            ("icon", "📁"),
            ("tags", "a, b"),
            ("path", "/apps/files/"),
            ("scopes", "access:files,admin"),
            ("scheme", "HTTPS"),
            ("svc_enable", "yes"),
            ("unknown", "x"),
        ]);
        let wishes = Wishes {
            enable: Some(true),
            app_id: Some("files".into()),
            app_name: Some("Files".into()),
            icon: Some("📁".into()),
            tags: Some(vec!["a".into(), "b".into()]),
            path_base: Some("/apps/files/".into()),
            scopes: Some(vec!["access:files".into(), "admin".into()]),
            ..Wishes::default()
        };
        let expected = TxtRecord { wishes, scheme: Some(Scheme::Https), server_path: None };
        assert_eq!(all, expected);
        assert_eq!(said(&[]), TxtRecord::default());
        assert_eq!(
            said(&[("app_id", ""), ("path", " "), ("svc_enable", "")]),
            TxtRecord::default()
        );
    }

    #[test]
    fn a_path_is_that_of_the_route_below_apps_and_that_on_the_server_elsewhere() {
        for (path, base, server) in [
            ("/apps/x/", Some("/apps/x/"), None),
            ("/apps/../admin", Some("/apps/../admin"), None),
            ("/apps", None, Some("/apps")),
            ("/", None, Some("/")),
            ("/admin/ui", None, Some("/admin/ui")),
            ("index.html", None, Some("/index.html")),
            ("//evil.example/", None, None),
            ("/a/../b", None, None),
            ("/a?b", None, None),
            ("/a b", None, None),
            ("/a\\b", None, None),
            ("/%2e%2e/", None, None),
            ("/<script>", None, None),
        ] {
            let said = said(&[("path", path)]);
            assert_eq!(said.wishes.path_base.as_deref(), base, "{path}");
            assert_eq!(said.server_path.as_deref(), server, "{path}");
            let noted = base.is_none() && server.is_none();
            assert_eq!(said.wishes.misread.len(), usize::from(noted), "{path}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_noted_and_ignored() {
        let read = said(&[("svc_enable", "maybe"), ("scheme", "gopher")]);
        assert_eq!((read.wishes.enable, read.scheme), (None, None));
        assert_eq!(read.wishes.misread.len(), 2);
    }
}
