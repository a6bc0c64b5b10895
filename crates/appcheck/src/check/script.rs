//! What a script says that it will ask for. It is not run and not understood: words that take an
//! address are looked for, with the text that follows them. What is found by mistake does no harm,
//! because nothing but files and sockets is asked for, and only what the app itself has counts.

use std::borrow::Cow;

const MOST: usize = 16;
/// Words like these are not rare in large scripts, and most are followed by something else.
const MOST_LOOKED_AT: usize = 4096;
const LONGEST_ADDRESS: usize = 512;

/// Words before an address that a script asks for while it runs.
const CALLS: [&str; 9] = [
    "fetch(",
    "EventSource(",
    "Worker(",
    "sendBeacon(",
    "axios.get(",
    "axios(",
    "$.get(",
    "$.getJSON(",
    "import(",
];

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// Addresses at the root, asked for while it runs.
    pub(super) calls: Vec<String>,
    /// Where WebSockets may be: addresses, or paths at the host of the page.
    pub(super) sockets: Vec<String>,
    /// Scripts of service workers.
    pub(super) workers: Vec<String>,
    pub(super) opens_sockets: bool,
    pub(super) leaves_frames: bool,
}

impl Hints {
    pub(super) fn read(&mut self, text: &str) {
        let text = &*as_written(text);
        for word in CALLS {
            let calls = quoted_after(text, word).filter(|address| is_rooted(address));
            gather(&mut self.calls, calls);
        }
        gather(&mut self.workers, quoted_after(text, "serviceWorker.register("));
        gather(&mut self.sockets, quoted_after(text, "WebSocket(").filter(|a| is_address(a)));
        gather(&mut self.sockets, paths_at_the_host(text));
        self.opens_sockets |= text.contains("new WebSocket(");
        self.leaves_frames |= text.contains("top.location");
    }

    pub(super) fn add(&mut self, other: Hints) {
        gather(&mut self.calls, other.calls.iter().map(String::as_str));
        gather(&mut self.sockets, other.sockets.iter().map(String::as_str));
        gather(&mut self.workers, other.workers.iter().map(String::as_str));
        self.opens_sockets |= other.opens_sockets;
        self.leaves_frames |= other.leaves_frames;
    }
}

/// The specifiers of static imports that are addresses.
pub(super) fn imports(text: &str) -> impl Iterator<Item = String> {
    let found = rewrite::script::imports(text).into_iter();
    found.filter(|specifier| is_address(specifier)).take(MOST)
}

/// Without what the gateway writes into scripts.
fn as_written(text: &str) -> Cow<'_, str> {
    if text.contains("$gh$") {
        text.replace(".$gh$", "").replace("$gh$i(", "").into()
    } else {
        text.into()
    }
}

fn gather<'a>(known: &mut Vec<String>, found: impl Iterator<Item = &'a str>) {
    for address in found {
        if known.len() >= MOST {
            return;
        }
        if !known.iter().any(|other| other == address) {
            known.push(address.to_owned());
        }
    }
}

/// What stands in quotes right behind a word.
fn quoted_after<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(word).take(MOST_LOOKED_AT).filter_map(|(at, word)| {
        let rest = start_of(text[at + word.len()..].trim_start(), LONGEST_ADDRESS);
        let quote = rest.chars().next().filter(|char| matches!(char, '"' | '\'' | '`'))?;
        let end = rest[1..].find([quote, '\n', '\\', '$', '<'])?;
        rest[1 + end..].starts_with(quote).then(|| &rest[1..=end])
    })
}

/// `location.host + "/ws"` and `${location.host}/ws`.
fn paths_at_the_host(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("location.host").take(MOST_LOOKED_AT).filter_map(|(at, word)| {
        let rest = start_of(&text[at + word.len()..], LONGEST_ADDRESS);
        let rest = rest.trim_start_matches(['}', '+', ' ', '"', '\'', '`', ')']);
        let is_end = |char: char| !(char.is_ascii_alphanumeric() || "-_./".contains(char));
        let path = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        (path.starts_with('/') && path.len() > 1).then_some(path)
    })
}

/// At most so much of a text: looking further for an end that is not there would take for ever.
fn start_of(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

fn is_rooted(address: &str) -> bool {
    address.starts_with('/') && !address.starts_with("//")
}

fn is_address(text: &str) -> bool {
    let beginnings = ["/", "./", "../", "http://", "https://", "ws://", "wss://"];
    beginnings.iter().any(|beginning| text.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_what_people_and_tools_write() {
        let text = "import a from './a.js'; import{b as c}from\"/b.js\";import '../c.js'
                    export * from './d.js'; const e = () => import('/e.js'); import f from 'vue'
                    // it's from here\n import(`./${name}.js`)";
        let found: Vec<_> = imports(text).collect();
        assert_eq!(found, ["./a.js", "/b.js", "../c.js", "./d.js"]);
    }

    #[test]
    fn what_scripts_ask_for_while_they_run_is_found() {
        let mut hints = Hints::default();
        hints.read(
            "fetch('/api/a'); fetch('api/b'); fetch(`/api/${c}`); new EventSource(\"/events\")
             navigator.serviceWorker.register('/sw.js', {scope: '/'})
             new WebSocket(`ws://${location.host}/live`); x(location.host + '/ws')
             import($gh$i('/later.js')); new WebSocket(location.$gh$.host + '/moved')
             new WebSocket('/direct'); if (top !== self) top.location = self.location",
        );
        assert_eq!(hints.calls, ["/api/a", "/events", "/later.js"]);
        assert_eq!(hints.workers, ["/sw.js"]);
        assert_eq!(hints.sockets, ["/direct", "/live", "/ws", "/moved"]);
        assert!(hints.opens_sockets && hints.leaves_frames);
    }

    #[test]
    fn any_text_is_a_script() {
        let slow = "location.host/".repeat(150_000);
        for text in ["", "fetch(", "fetch('", "from", "location.host", "fetch('ä", "```", &slow] {
            Hints::default().read(text);
            imports(text).count();
        }
        let many = "fetch('/a'); ".repeat(10_000) + &"x".repeat(100);
        let mut hints = Hints::default();
        hints.read(&many);
        assert_eq!(hints.calls.len(), 1);
    }
}
