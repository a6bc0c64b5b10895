//! The `svc.*` names, which containers carry as labels and cluster services as labels or
//! annotations.

use routing::Scheme;

use crate::model::Wishes;

/// Longer ones say nothing that a person would want to read.
const LONGEST_VALUE: usize = 2_048;

/// Reads what is asked for. `find` gives the value of a name.
pub(crate) fn read<'a>(find: impl Fn(&str) -> Option<&'a str>) -> Wishes {
    let mut reader = Reader { find, misread: Vec::new() };
    let mut wishes = Wishes {
        enable: reader.flag("svc.enable"),
        skip: reader.flag("svc.skip").unwrap_or(false),
        app_id: reader.text("svc.app.id"),
        app_name: reader.text("svc.app.name"),
        icon: reader.text("svc.app.icon"),
        tags: reader.list("svc.app.tags"),
        path_base: reader.text("svc.route.path"),
        scopes: reader.list("svc.route.scopes"),
        strip_prefix: reader.flag("svc.route.strip_prefix"),
        rewrite_html: reader.flag("svc.route.rewrite_html"),
        websocket: reader.flag("svc.route.websocket"),
        scheme: reader.scheme("svc.scheme"),
        primary_port: reader.port("svc.primary_port"),
        all_ports: reader.flag("svc.discover.all_ports").unwrap_or(false),
        is_test: reader.text("svc.test").is_some(),
        misread: Vec::new(),
    };
    wishes.misread = reader.misread;
    wishes
}

/// `true`, `1`, `yes` and their opposites, in any case.
pub(crate) fn flag(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Some(true),
        "false" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// Parts between commas, without the space around them.
pub(crate) fn list(text: &str) -> Vec<String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

pub(crate) fn scheme(text: &str) -> Option<Scheme> {
    match text.trim().to_ascii_lowercase().as_str() {
        "http" => Some(Scheme::Http),
        "https" => Some(Scheme::Https),
        _ => None,
    }
}

struct Reader<F> {
    find: F,
    misread: Vec<String>,
}

impl<'a, F: Fn(&str) -> Option<&'a str>> Reader<F> {
    fn text(&mut self, name: &str) -> Option<String> {
        self.parsed(name, "is too long", |text| {
            (text.len() <= LONGEST_VALUE).then(|| text.trim().to_owned())
        })
    }

    fn list(&mut self, name: &str) -> Option<Vec<String>> {
        self.text(name).map(|text| list(&text))
    }

    fn flag(&mut self, name: &str) -> Option<bool> {
        self.parsed(name, "is neither true nor false", flag)
    }

    fn scheme(&mut self, name: &str) -> Option<Scheme> {
        self.parsed(name, "is neither http nor https", scheme)
    }

    fn port(&mut self, name: &str) -> Option<u16> {
        let port = |text: &str| text.trim().parse().ok().filter(|port| *port > 0);
        self.parsed(name, "is not a port", port)
    }

    /// What cannot be read is noted, without its value, and ignored.
    fn parsed<T>(
        &mut self,
        name: &str,
        fault: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let parsed = parse((self.find)(name)?);
        if parsed.is_none() {
            self.misread.push(format!("The label {name} {fault}, and is ignored"));
        }
        parsed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn wishes(labels: &[(&str, &str)]) -> Wishes {
        let labels: BTreeMap<&str, &str> = labels.iter().copied().collect();
        read(|name| labels.get(name).copied())
    }

    #[test]
    fn every_name_is_read() {
        let all = wishes(&[
            ("svc.enable", "YES"),
            ("svc.skip", "0"),
            ("svc.app.id", " files "),
            ("svc.app.name", "Files"),
            ("svc.app.icon", "📁"),
            ("svc.app.tags", "a, b,,c"),
            ("svc.route.path", "/apps/files/"),
            ("svc.route.scopes", "access:files"),
            ("svc.route.strip_prefix", "no"),
            ("svc.route.rewrite_html", "false"),
            ("svc.route.websocket", "1"),
            ("svc.scheme", "HTTPS"),
            ("svc.primary_port", "8080"),
            ("svc.discover.all_ports", "true"),
            ("svc.test", ""),
        ]);
        let expected = Wishes {
            enable: Some(true),
            skip: false,
            app_id: Some("files".into()),
            app_name: Some("Files".into()),
            icon: Some("📁".into()),
            tags: Some(vec!["a".into(), "b".into(), "c".into()]),
            path_base: Some("/apps/files/".into()),
            scopes: Some(vec!["access:files".into()]),
            strip_prefix: Some(false),
            rewrite_html: Some(false),
            websocket: Some(true),
            scheme: Some(Scheme::Https),
            primary_port: Some(8080),
            all_ports: true,
            is_test: true,
            misread: Vec::new(),
        };
        assert_eq!(all, expected);
        assert_eq!(wishes(&[]), Wishes::default());
    }

    #[test]
    fn what_cannot_be_read_is_noted_and_ignored() {
        let long = "x".repeat(10_000);
        let read = wishes(&[
            ("svc.enable", "maybe"),
            ("svc.scheme", "gopher"),
            ("svc.primary_port", "0"),
            ("svc.app.name", &long),
        ]);
        assert_eq!((read.enable, read.scheme, read.primary_port), (None, None, None));
        assert_eq!((read.app_name, read.misread.len()), (None, 4));
    }
}
