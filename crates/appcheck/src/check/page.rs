//! What a page names.

use rewrite::css::{self, Names};
use rewrite::html::{Element, ScriptType, elements, refreshes_to, srcset};
use serde_json::Value;
use url::Url;

use super::client::Answer;
use super::script::{self, Hints};
use super::speech::Dest;

const MOST_NAMED: usize = 400;
const LONGEST_ADDRESS: usize = 2048;

/// An address as it is written somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) address: String,
    /// `None`: a person may follow it, but nothing is loaded by itself.
    pub(super) dest: Option<Dest>,
}

#[derive(Debug, Default)]
pub(super) struct Content {
    /// What relative addresses are relative to, where that is not the page.
    base: Option<String>,
    pub(super) named: Vec<Named>,
    pub(super) hints: Hints,
    /// Where the page goes on by itself.
    pub(super) refresh: Option<String>,
}

impl Content {
    /// What an answer names, by what it was asked for.
    pub(super) fn of(answer: &Answer, dest: Dest) -> Self {
        let mut content = Content::default();
        let body = &answer.body;
        match dest {
            Dest::Page | Dest::Frame if answer.is_html() => content.read_page(body),
            Dest::Style => content.read_style(&String::from_utf8_lossy(body)),
            Dest::Script | Dest::Module => {
                content.read_script(&String::from_utf8_lossy(body), dest == Dest::Module);
            }
            Dest::Manifest => content.read_manifest(body),
            _ => {}
        }
        content
    }

    /// Where addresses that were found in this document begin.
    pub(super) fn base(&self, url: &Url) -> Url {
        let named = self.base.as_ref().and_then(|href| url.join(href).ok());
        named.unwrap_or_else(|| url.clone())
    }

    pub(super) fn base_element(&self) -> Option<&str> {
        self.base.as_deref()
    }

    fn read_page(&mut self, bytes: &[u8]) {
        elements(bytes, |element| self.read_element(element));
    }

    fn read_element(&mut self, element: &Element) {
        if let Some(style) = element.get("style") {
            self.read_style(style);
        }
        match element.name() {
            "base" => self.base = self.base.take().or_else(|| owned(element.get("href"))),
            "link" => self.name(element.get("href"), link(element)),
            "script" => self.read_script_element(element),
            "style" => self.read_style(&element.text()),
            "a" | "area" => self.name(element.get("href"), Some(None)),
            "form" => self.name(element.get("action"), Some(None)),
            "iframe" | "frame" => self.name(element.get("src"), Some(Some(Dest::Frame))),
            "img" | "source" | "input" | "video" | "embed" => {
                let image = Some(Some(Dest::Image));
                self.name(element.get("src"), image);
                self.name(element.get("srcset").and_then(|set| srcset(set).next()), image);
                self.name(element.get("poster"), image);
            }
            "meta" => {
                let target = refresh(element);
                self.name(target, Some(None));
                self.refresh = self.refresh.take().or_else(|| owned(target));
            }
            _ => {}
        }
    }

    fn read_script_element(&mut self, element: &Element) {
        let module = match element.script() {
            Some(ScriptType::Module) => true,
            Some(ScriptType::Classic) => false,
            _ => return,
        };
        // The gateway's own says nothing of the app.
        if element.get("data-gatehouse").is_some() {
            return;
        }
        match element.get("src") {
            Some(src) => {
                let dest = if module { Dest::Module } else { Dest::Script };
                self.name(Some(src), Some(Some(dest)));
            }
            None => self.read_script(&element.text(), module),
        }
    }

    fn read_script(&mut self, text: &str, module: bool) {
        self.hints.read(text);
        if module {
            for specifier in script::imports(text) {
                self.name(Some(&specifier), Some(Some(Dest::Module)));
            }
        }
    }

    fn read_style(&mut self, text: &str) {
        css::addresses(text, |address, names| {
            let dest = if names == Names::Sheet { Dest::Style } else { font_or_image(address) };
            self.name(Some(address), Some(Some(dest)));
        });
    }

    fn read_manifest(&mut self, bytes: &[u8]) {
        let Ok(manifest) = serde_json::from_slice::<Value>(bytes) else { return };
        self.name(manifest["start_url"].as_str(), Some(None));
        self.name(manifest["scope"].as_str(), Some(None));
        let icons = manifest["icons"].as_array().into_iter().flatten();
        for icon in icons.take(2) {
            self.name(icon["src"].as_str(), Some(Some(Dest::Image)));
        }
    }

    fn name(&mut self, address: Option<&str>, dest: Option<Option<Dest>>) {
        let (Some(address), Some(dest)) = (address, dest) else { return };
        let fits = !address.trim().is_empty() && address.len() <= LONGEST_ADDRESS;
        let is_known = |known: &Named| known.address == address && known.dest == dest;
        if fits && self.named.len() < MOST_NAMED && !self.named.iter().any(is_known) {
            self.named.push(Named { address: address.to_owned(), dest });
        }
    }
}

/// What a link is for; the outer `None`: nothing that matters here.
fn link(element: &Element) -> Option<Option<Dest>> {
    let rel = element.get("rel")?.to_ascii_lowercase();
    let dest = rel.split_ascii_whitespace().find_map(|word| match word {
        "stylesheet" => Some(Dest::Style),
        "icon" | "apple-touch-icon" => Some(Dest::Image),
        "manifest" => Some(Dest::Manifest),
        "modulepreload" => Some(Dest::Module),
        "preload" => match element.get("as")? {
            "script" => Some(Dest::Script),
            "style" => Some(Dest::Style),
            "font" => Some(Dest::Font),
            "image" => Some(Dest::Image),
            _ => None,
        },
        _ => None,
    });
    dest.map(Some)
}

/// What a style sheet wants of an address.
fn font_or_image(address: &str) -> Dest {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let fonts = [".woff", ".woff2", ".ttf", ".otf", ".eot"];
    if fonts.iter().any(|end| path.ends_with(end)) { Dest::Font } else { Dest::Image }
}

/// `<meta http-equiv="refresh" content="0; url=/login">`
fn refresh(element: &Element) -> Option<&str> {
    let kind = element.get("http-equiv")?;
    if !kind.eq_ignore_ascii_case("refresh") {
        return None;
    }
    let content = element.get("content")?;
    refreshes_to(content)
}

fn owned(address: Option<&str>) -> Option<String> {
    address.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Content {
        let mut content = Content::default();
        content.read_page(html.as_bytes());
        content
    }

    #[test]
    fn everything_that_a_browser_would_load_is_found() {
        let content = page(
            "<base href=/b/><link rel=stylesheet href=a.css><link rel=manifest href=/m.json>
             <link rel='alternate' href=/feed><script src=/s.js></script>
             <script type=module>import x from '/x.js'; fetch('/api')</script>
             <script type=importmap>{\"imports\":{}}</script>
             <img src=i.png srcset='/j.png 2x, /k.png 3x'><iframe src=f.html></iframe>
             <style>@import '/i.css';body{background:url(/bg.png)}</style><p style=\"background:url('c.png');x:url(/f.woff2?v=1)\">
             <a href=/next>next</a><form action=/save></form>
             <meta http-equiv=refresh content=\"5; url=/later\"><script src=t.js type=module>
             </script><!-- <img src=no.png> -->",
        );
        let found = |dest| {
            let named = content.named.iter().filter(move |named| named.dest == dest);
            named.map(|named| named.address.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(found(Some(Dest::Style)), ["a.css", "/i.css"]);
        assert_eq!(found(Some(Dest::Font)), ["/f.woff2?v=1"]);
        assert_eq!(found(Some(Dest::Manifest)), ["/m.json"]);
        assert_eq!(found(Some(Dest::Script)), ["/s.js"]);
        assert_eq!(found(Some(Dest::Module)), ["/x.js", "t.js"]);
        assert_eq!(found(Some(Dest::Image)), ["i.png", "/j.png", "/bg.png", "c.png"]);
        assert_eq!(found(Some(Dest::Frame)), ["f.html"]);
        assert_eq!(found(None), ["/next", "/save", "/later"]);
        assert_eq!(content.hints.calls, ["/api"]);
        assert_eq!(content.refresh.as_deref(), Some("/later"));
        let url = Url::parse("https://gate/apps/x/").expect("an address");
        assert_eq!(content.base(&url).path(), "/b/");
    }

    #[test]
    fn a_page_without_an_end_fills_no_memory() {
        let many: String = (0..100_000).map(|number| format!("<img src=/{number}>")).collect();
        assert_eq!(page(&many).named.len(), MOST_NAMED);
        let long = format!("<img src=/{}>", "a".repeat(LONGEST_ADDRESS));
        assert!(page(&long).named.is_empty());
    }
}
