use std::collections::BTreeSet;
use std::fmt::Write;

use routing::Upstream;

const LONGEST_ID: usize = 64;

/// Apps that another program knows, in the order of its file, and what could not be taken over.
#[derive(Debug, Default)]
pub(super) struct Wishes {
    apps: Vec<Wish>,
    left_out: Vec<String>,
}

#[derive(Debug)]
struct Wish {
    id: String,
    name: String,
    tags: Vec<String>,
    to: String,
}

impl Wishes {
    /// Takes an app, or says at which place of the file it was and why it is left out.
    pub(super) fn add(&mut self, place: &str, name: &str, tags: &[String], to: &str) {
        let Some(id) = self.free_id(name) else {
            return self.leave_out(place, &format!("{name:?} gives no id"));
        };
        if let Err(why) = Upstream::parse(to, false) {
            return self.leave_out(place, &format!("{to}: {why}"));
        }
        let tags = tags.iter().filter_map(|tag| slug(tag)).collect();
        self.apps.push(Wish { id, name: name.to_owned(), tags, to: to.to_owned() });
    }

    pub(super) fn leave_out(&mut self, place: &str, why: &str) {
        self.left_out.push(format!("{place}: {why}"));
    }

    /// Two apps of one name are two apps.
    fn free_id(&self, name: &str) -> Option<String> {
        let id = slug(name)?;
        let taken: BTreeSet<&str> = self.apps.iter().map(|app| app.id.as_str()).collect();
        let numbered = (2..).map(|number| {
            let suffix = format!("-{number}");
            format!("{}{suffix}", &id[..id.len().min(LONGEST_ID - suffix.len())])
        });
        std::iter::once(id.clone()).chain(numbered).find(|id| !taken.contains(id.as_str()))
    }

    /// As the configuration has it. All text is written as JSON, which YAML reads, too.
    pub(super) fn as_yaml(&self, file: &str) -> String {
        let mut text =
            format!("# From {}. Look through it, then put it into config.yaml.\n", line(file));
        let json = |text: &str| serde_json::Value::from(text).to_string();
        if !self.apps.is_empty() {
            text.push_str("apps:\n");
        }
        for Wish { id, name, tags, .. } in &self.apps {
            let tags = tags.iter().map(|tag| json(tag)).collect::<Vec<_>>().join(", ");
            let name = json(name);
            let _ = writeln!(text, "  - {{id: {}, name: {name}, tags: [{tags}]}}", json(id));
        }
        if !self.apps.is_empty() {
            text.push_str("routes:\n");
        }
        for Wish { id, to, .. } in &self.apps {
            let (id, to) = (json(id), json(to));
            let _ = writeln!(text, "  - {{id: {id}, app_id: {id}, to: {to}}}");
        }
        for left in &self.left_out {
            let _ = writeln!(text, "# Left out: {}", line(left));
        }
        text
    }
}

/// Nothing of the file may end a comment.
fn line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `My Photos` as `my-photos`. `None` where nothing is left.
fn slug(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut slug = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    slug.truncate(LONGEST_ID);
    (!slug.is_empty()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids_of_which_there_is_one_each() {
        let mut wishes = Wishes::default();
        for name in ["My Photos!", "my photos", "MY-PHOTOS", "…"] {
            wishes.add("here", name, &[], "http://nas:1");
        }
        let ids: Vec<&str> = wishes.apps.iter().map(|app| app.id.as_str()).collect();
        assert_eq!(ids, ["my-photos", "my-photos-2", "my-photos-3"]);
        assert_eq!(wishes.left_out.len(), 1);
    }

    #[test]
    fn nothing_of_the_file_leaves_its_place() {
        let mut wishes = Wishes::default();
        wishes.add("here", "a\", x: \"\nroutes: [", &["b\n, c".to_owned()], "http://nas:1");
        wishes.leave_out("line 1\napps: []", "why");
        let yaml = wishes.as_yaml("a\nb.yaml");
        let starts =
            ["# From a b.yaml", "apps:", "  - {id: ", "routes:", "  - {id: ", "# Left out"];
        assert_eq!(yaml.lines().count(), starts.len(), "{yaml}");
        assert!(yaml.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{yaml}");
    }
}
