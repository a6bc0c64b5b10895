//! What a page names.

use serde_json::Value;
use url::Url;

use super::client::Answer;
use super::script::{self, Hints};
use super::speech::Dest;
use super::style;
use crate::markup::{self, Element};

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
        markup::read(bytes, |element, text| self.read_element(element, text));
    }

    fn read_element(&mut self, element: &Element<'_>, text: &[u8]) {
        if let Some(style) = element.get("style") {
            self.read_style(&style);
        }
        let text = String::from_utf8_lossy(text);
        match element.name().as_str() {
            "base" => self.base = self.base.take().or_else(|| element.get("href")),
            "link" => self.name(element.get("href"), link(element)),
            "script" => self.read_script_element(element, &text),
            "style" => self.read_style(&text),
            "a" | "area" => self.name(element.get("href"), Some(None)),
            "form" => self.name(element.get("action"), Some(None)),
            "iframe" | "frame" => self.name(element.get("src"), Some(Some(Dest::Frame))),
            "img" | "source" | "input" | "video" | "embed" => {
                let image = Some(Some(Dest::Image));
                let first = |set: String| set.split([',', ' ']).next().map(str::to_owned);
                self.name(element.get("src"), image);
                self.name(element.get("srcset").and_then(first), image);
                self.name(element.get("poster"), image);
            }
            "meta" => {
                let target = refresh(element);
                self.name(target.clone(), Some(None));
                self.refresh = self.refresh.take().or(target);
            }
            _ => {}
        }
    }

    fn read_script_element(&mut self, element: &Element<'_>, text: &str) {
        let kind = element.get("type").unwrap_or_default().trim().to_ascii_lowercase();
        let module = kind == "module";
        let plain = matches!(&*kind, "" | "text/javascript" | "application/javascript");
        // The gateway's own says nothing of the app.
        let own = element.get("data-gatehouse").is_some();
        if !(module || plain) || own {
            return;
        }
        match element.get("src") {
            Some(src) => {
                let dest = if module { Dest::Module } else { Dest::Script };
                self.name(Some(src), Some(Some(dest)));
            }
            None => self.read_script(text, module),
        }
    }

    fn read_script(&mut self, text: &str, module: bool) {
        self.hints.read(text);
        if module {
            for specifier in script::imports(text) {
                self.name(Some(specifier.to_owned()), Some(Some(Dest::Module)));
            }
        }
    }

    fn read_style(&mut self, text: &str) {
        for (address, dest) in style::addresses(text) {
            self.name(Some(address), Some(Some(dest)));
        }
    }

    fn read_manifest(&mut self, bytes: &[u8]) {
        let Ok(manifest) = serde_json::from_slice::<Value>(bytes) else { return };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.name(text(&manifest["start_url"]), Some(None));
        self.name(text(&manifest["scope"]), Some(None));
        let icons = manifest["icons"].as_array().into_iter().flatten();
        for icon in icons.take(2) {
            self.name(text(&icon["src"]), Some(Some(Dest::Image)));
        }
    }

    fn name(&mut self, address: Option<String>, dest: Option<Option<Dest>>) {
        let (Some(address), Some(dest)) = (address, dest) else { return };
        let named = Named { address, dest };
        let fits = !named.address.trim().is_empty() && named.address.len() <= LONGEST_ADDRESS;
        if fits && self.named.len() < MOST_NAMED && !self.named.contains(&named) {
            self.named.push(named);
        }
    }
}

/// What a link is for; the outer `None`: nothing that matters here.
fn link(element: &Element<'_>) -> Option<Option<Dest>> {
    let rel = element.get("rel")?.to_ascii_lowercase();
    let dest = rel.split_ascii_whitespace().find_map(|word| match word {
        "stylesheet" => Some(Dest::Style),
        "icon" | "apple-touch-icon" => Some(Dest::Image),
        "manifest" => Some(Dest::Manifest),
        "modulepreload" => Some(Dest::Module),
        "preload" => match element.get("as")?.as_str() {
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

/// `<meta http-equiv="refresh" content="0; url=/login">`
fn refresh(element: &Element<'_>) -> Option<String> {
    let kind = element.get("http-equiv")?;
    let content = element.get("content").filter(|_| kind.eq_ignore_ascii_case("refresh"))?;
    let (_, target) = content.split_once([';', ','])?;
    let (_, address) = target.split_once('=')?;
    Some(address.trim().trim_matches(['"', '\'']).to_owned())
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
             <style>body{background:url(/bg.png)}</style><p style=\"background:url('c.png')\">
             <a href=/next>next</a><form action=/save></form>
             <meta http-equiv=refresh content=\"5; url=/later\"><script src=t.js type=module>
             </script><!-- <img src=no.png> -->",
        );
        let found = |dest| {
            let named = content.named.iter().filter(move |named| named.dest == dest);
            named.map(|named| named.address.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(found(Some(Dest::Style)), ["a.css"]);
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
