//! One policy: its directives in order, each with its text, so that what is not changed stays as
//! it was written.

use super::{Hashed, source};
use crate::Place;

const SCRIPTS: [&str; 3] = ["script-src-elem", "script-src", "default-src"];
const STYLES: [&str; 3] = ["style-src-elem", "style-src", "default-src"];

pub(super) struct Policy<'a> {
    directives: Vec<Directive<'a>>,
}

struct Directive<'a> {
    text: &'a str,
    name: String,
    /// Only the first directive of a name counts.
    counts: bool,
    values: Vec<String>,
    changed: bool,
}

impl<'a> Policy<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut directives: Vec<Directive<'a>> = Vec::new();
        for text in text.split(';') {
            let mut words = text.split_ascii_whitespace();
            let name = words.next().unwrap_or_default().to_ascii_lowercase();
            let counts = !name.is_empty() && !directives.iter().any(|earlier| earlier.name == name);
            let values = words.map(str::to_owned).collect();
            directives.push(Directive { text, name, counts, values, changed: false });
        }
        Policy { directives }
    }

    /// The policy as text, if anything about it has changed.
    pub(super) fn into_text(self) -> Option<String> {
        let changed = self.directives.iter().any(|directive| directive.changed);
        changed.then(|| {
            let texts: Vec<String> = self.directives.iter().map(Directive::text).collect();
            texts.join(";")
        })
    }

    pub(super) fn move_sources(&mut self, place: &Place) {
        for directive in self.directives.iter_mut().filter(|directive| directive.counts) {
            let moved = match directive.name.as_str() {
                "report-uri" => source::moved_reports(&directive.values, place),
                name if is_source_list(name) => source::moved_list(&directive.values, place),
                _ => None,
            };
            if let Some(values) = moved {
                directive.values = values;
                directive.changed = true;
            }
        }
    }

    /// Allows one inline script by its hash, where scripts may run and inline ones may not.
    pub(super) fn allow_script(&mut self, hash: &str) {
        let Some(at) = self.effective(&SCRIPTS) else { return };
        let list = &self.directives[at];
        if list.is_empty_list() || list.allows_inline() || list.has(hash) {
            return;
        }
        if list.name != "default-src" {
            let list = &mut self.directives[at];
            list.values.push(hash.to_owned());
            list.changed = true;
            return;
        }
        let mut values = list.values.clone();
        values.push(hash.to_owned());
        let script_src =
            Directive { text: " ", name: "script-src".into(), counts: true, values, changed: true };
        self.directives.insert(at + 1, script_src);
    }

    pub(super) fn forbids_scripts(&self) -> bool {
        let sandboxed = self.find("sandbox").is_some_and(|at| {
            !self.directives[at].values.iter().any(|value| is(value, "allow-scripts"))
        });
        let list = self.effective(&SCRIPTS);
        sandboxed || list.is_some_and(|at| self.directives[at].is_empty_list())
    }

    pub(super) fn hashed(&self, ours: &str) -> Hashed {
        let known = |names| {
            let list = self.effective(names).map(|at| self.directives[at].values.as_slice());
            list.unwrap_or_default().iter().any(|value| is_hash(value) && value != ours)
        };
        Hashed { scripts: known(&SCRIPTS), styles: known(&STYLES) }
    }

    fn effective(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.find(name))
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.directives.iter().position(|directive| directive.counts && directive.name == name)
    }
}

impl Directive<'_> {
    fn text(&self) -> String {
        if !self.changed {
            return self.text.to_owned();
        }
        let indent = &self.text[..self.text.len() - self.text.trim_ascii_start().len()];
        let name = self.text.split_ascii_whitespace().next().unwrap_or(&self.name);
        format!("{indent}{name} {}", self.values.join(" "))
    }

    fn has(&self, value: &str) -> bool {
        self.values.iter().any(|own| own == value)
    }

    fn is_empty_list(&self) -> bool {
        match self.values.as_slice() {
            [] => true,
            [only] => is(only, "'none'"),
            _ => false,
        }
    }

    /// A nonce, a hash or `'strict-dynamic'` switches `'unsafe-inline'` off.
    fn allows_inline(&self) -> bool {
        let has = |wanted: fn(&str) -> bool| self.values.iter().any(|value| wanted(value));
        has(|value| is(value, "'unsafe-inline'"))
            && !has(|value| is_hash(value) || is(value, "'strict-dynamic'"))
            && !has(|value| starts_with(value, "'nonce-"))
    }
}

/// Who may frame the page is not about what the page may load.
fn is_source_list(name: &str) -> bool {
    ["-src", "-src-elem", "-src-attr"].iter().any(|end| name.ends_with(end))
        || ["form-action", "base-uri", "navigate-to"].contains(&name)
}

fn is_hash(value: &str) -> bool {
    ["'sha256-", "'sha384-", "'sha512-"].iter().any(|start| starts_with(value, start))
}

fn is(value: &str, keyword: &str) -> bool {
    value.eq_ignore_ascii_case(keyword)
}

fn starts_with(value: &str, start: &str) -> bool {
    value.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}
