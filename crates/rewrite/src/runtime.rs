//! The script that carries the prefix into what an app does at run time. It is built from
//! `runtime/` by `make gen`; its text is the same for everybody, so that a policy can allow it by a
//! hash that never changes. What differs stands beside it.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::Place;

const SCRIPT: &str = include_str!("runtime.js");

/// Gives what the gateway writes into scripts a meaning where the script above is missing: a
/// location is shown as it is, and nothing is moved. Never in place of the script itself.
const GUARD: &str = include_str!("../runtime/guard.js");

/// The element for a page, to stand before the first script or event handler. It takes itself out.
pub fn element(place: &Place, aware: bool) -> String {
    let attribute = configuration(place, aware);
    format!("<script data-gatehouse='{attribute}'>{SCRIPT}</script>")
}

/// What allows the element in a Content-Security-Policy: `'sha256-…'`.
pub fn hash() -> &'static str {
    static HASH: LazyLock<String> =
        LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(SCRIPT))));
    &HASH
}

/// One line for the beginning of a worker.
pub fn for_worker(place: &Place, aware: bool) -> String {
    format!("self.$gh$c={};{SCRIPT};", configuration(place, aware))
}

/// One line for the beginning of a script that may run where ours is missing.
pub fn guard() -> &'static str {
    GUARD
}

fn configuration(place: &Place, aware: bool) -> String {
    let prefix = json(place.prefix());
    let base = json(place.base());
    let inner: Vec<_> = place.inner().iter().map(|authority| json(authority)).collect();
    format!(r#"{{"p":{prefix},"b":{base},"o":[{}],"a":{aware}}}"#, inner.join(","))
}

/// Without what has a meaning in an attribute, so that it can be written into one as it is.
fn json(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('&', r"\u0026").replace('\'', r"\u0027").replace('<', r"\u003c")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn place() -> Place {
        Place::new("/apps/o'x&<", "").with_inner("nas:1")
    }

    #[test]
    fn the_script_is_small() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(SCRIPT.as_bytes()).unwrap();
        let size = gzip.finish().unwrap().len();
        assert!(size < 6 * 1024, "{size} bytes");
    }

    /// The page around it may be written in any character set, and a comment or another element
    /// must not begin or end in it.
    #[test]
    fn the_script_can_stand_in_a_page_and_on_a_line() {
        assert!(SCRIPT.is_ascii());
        assert!(!SCRIPT.contains('\n'));
        let lower = SCRIPT.to_ascii_lowercase();
        assert!(!lower.contains("</script") && !lower.contains("<!--"));
    }

    #[test]
    fn what_differs_stands_in_an_attribute() {
        let element = element(&place(), true);
        let expected = r#"<script data-gatehouse='{"p":"/apps/o\u0027x\u0026\u003c","b":"","o":["nas:1"],"a":true}'>"#;
        assert_eq!(element, format!("{expected}{SCRIPT}</script>"));
    }

    #[test]
    fn what_an_app_sees_before_its_paths_is_told() {
        let place = Place::new("/apps/x", "/inner");
        let line = for_worker(&place, false);
        assert!(line.starts_with(r#"self.$gh$c={"p":"/apps/x","b":"/inner","o":[],"a":false};(f"#));
        assert!(line.ends_with("})();"));
    }

    #[test]
    fn the_hash_is_that_of_the_text_between_the_tags() {
        let element = element(&place(), false);
        let text = &element[element.find('>').unwrap() + 1..element.len() - "</script>".len()];
        assert_eq!(hash(), format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text))));
    }

    #[test]
    fn the_guard_is_one_line() {
        assert!(guard().ends_with(';') && !guard().contains('\n'));
    }
}
