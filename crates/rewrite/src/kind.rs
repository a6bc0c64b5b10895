//! Which pass an answer needs, by what was asked and by what its head says.

/// What was asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// The path as the app sees it, without a query.
    pub path: &'a str,
    /// `Sec-Fetch-Dest`: what the browser will do with the answer. Browsers say it over HTTPS and
    /// on this machine only.
    pub destination: Option<&'a str>,
    /// Whether a part was asked for (`Range`).
    pub partial: bool,
    /// Whether a worker asks: a service worker keeps pages and scripts for later.
    pub by_worker: bool,
}

/// The head of the answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Said<'a> {
    pub status: u16,
    /// `Content-Type`
    pub media_type: Option<&'a str>,
    /// `Content-Disposition`
    pub disposition: Option<&'a str>,
    /// Whether `X-Content-Type-Options` forbids to guess.
    pub nosniff: bool,
}

/// What kind of text a body is, so that it can be rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Html(Html),
    Script(Role),
    Css,
    Manifest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Html {
    /// Whether it becomes a document, in which scripts run.
    pub document: bool,
    pub xml: bool,
    pub certainty: Certainty,
}

/// How sure it is that a body is HTML. What is not sure is found out by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    Sure,
    /// It is called HTML, but many apps call JSON so.
    Likely,
    /// It is not called anything.
    Unknown,
    /// It is called XML, and XHTML is that too.
    Xml,
}

/// Where a script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// In a page, which has the run-time script.
    Page,
    /// In a worker, which has nothing but its script.
    Worker,
    /// The browser does not say.
    Unknown,
}

/// `None`: the body goes through byte for byte.
pub fn kind(asked: Asked<'_>, said: Said<'_>) -> Option<Kind> {
    let bodiless = matches!(said.status, 0..200 | 204 | 205 | 206 | 304);
    if bodiless || asked.partial {
        return None;
    }
    let destination = Destination::of(asked.destination);
    // It may be somebody's file, to be changed and sent back. Where a script shows it, the
    // run-time script sees to that.
    if destination == Destination::Data && !asked.by_worker {
        return None;
    }
    let found = match essence(said.media_type) {
        Some(named) => by_name(named, destination, &asked)?,
        None => without_name(destination, &asked, said.nosniff)?,
    };
    let untouched =
        said.disposition.is_some_and(is_download) || said.media_type.is_some_and(is_wide);
    (!untouched).then_some(found)
}

/// Why a page goes through byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassedOver {
    /// A part of it was asked for.
    Part,
    Download,
    /// It is in letters of two bytes.
    Letters,
    /// In a coding that cannot be read here.
    Coding,
    /// A script, or an element that shows no pages, asked for it.
    Use,
}

impl PassedOver {
    pub const ALL: [PassedOver; 5] = [
        PassedOver::Part,
        PassedOver::Download,
        PassedOver::Letters,
        PassedOver::Coding,
        PassedOver::Use,
    ];

    /// For people and figures.
    pub fn name(self) -> &'static str {
        match self {
            PassedOver::Part => "part",
            PassedOver::Download => "download",
            PassedOver::Letters => "character set",
            PassedOver::Coding => "coding",
            PassedOver::Use => "use",
        }
    }
}

/// Of what is called a page and still is nothing for [`kind`], why; `None` of everything else.
pub fn passed_over(asked: Asked<'_>, said: Said<'_>) -> Option<PassedOver> {
    let is_page = essence(said.media_type).is_some_and(is_html);
    if !is_page || matches!(said.status, 0..200 | 204 | 205 | 304) || kind(asked, said).is_some() {
        return None;
    }
    Some(if asked.partial || said.status == 206 {
        PassedOver::Part
    } else if said.disposition.is_some_and(is_download) {
        PassedOver::Download
    } else if said.media_type.is_some_and(is_wide) {
        PassedOver::Letters
    } else {
        PassedOver::Use
    })
}

/// Whether an answer like this, asked for with this destination, would be rewritten if it had a
/// body: of a 304 the head alone must say.
pub fn is_rewritten_for(destination: Option<&str>) -> bool {
    use Destination as To;
    matches!(Destination::of(destination), To::Document | To::Script(_) | To::Style | To::Manifest)
}

/// What is not rewritten whoever asks for it, seen at a glance: media, and the data of programs,
/// which is JSON and nothing but a manifest where it is asked for as one.
pub fn is_never_rewritten(media_type: &str, path: &str, destination: Option<&str>) -> bool {
    let is_json = || match media_type.strip_prefix("application/json") {
        Some("") => true,
        Some(rest) => rest.starts_with(';') && !rest.contains(','),
        None => false,
    };
    ["image/", "font/", "video/", "audio/"].iter().any(|family| media_type.starts_with(family))
        || is_json() && destination != Some("manifest") && !path.ends_with(".webmanifest")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Destination {
    Document,
    Script(Role),
    Style,
    Manifest,
    /// A script gets it and does with it what it likes.
    Data,
    /// Pictures, sounds, fonts and the like.
    Other,
    Unsaid,
}

impl Destination {
    fn of(named: Option<&str>) -> Self {
        match named {
            None => Destination::Unsaid,
            Some("document" | "iframe" | "frame" | "fencedframe" | "embed" | "object") => {
                Destination::Document
            }
            Some("script") => Destination::Script(Role::Page),
            Some("worker" | "sharedworker" | "serviceworker") => Destination::Script(Role::Worker),
            // They have no addresses to ask for but their imports.
            Some("audioworklet" | "paintworklet") => Destination::Script(Role::Unknown),
            Some("style") => Destination::Style,
            Some("manifest") => Destination::Manifest,
            Some("empty") => Destination::Data,
            Some(_) => Destination::Other,
        }
    }
}

fn by_name(named: &str, destination: Destination, asked: &Asked<'_>) -> Option<Kind> {
    let is = |name: &str| named.eq_ignore_ascii_case(name);
    let is_manifest =
        || destination == Destination::Manifest || asked.path.ends_with(".webmanifest");
    // What programs ask for most, and the last in the list below.
    if named == "application/json" {
        return is_manifest().then_some(Kind::Manifest);
    }
    if is_html(named) {
        return html(destination, asked, is("application/xhtml+xml"));
    }
    if is("text/xml") || is("application/xml") {
        return xhtml(destination, asked);
    }
    if is("text/vnd.turbo-stream.html") {
        return Some(Kind::Html(Html { document: false, xml: false, certainty: Certainty::Sure }));
    }
    let shown = destination == Destination::Document;
    if is("text/css") {
        return (!shown).then_some(Kind::Css);
    }
    if is_script(named) {
        let role = match destination {
            Destination::Script(role) => role,
            _ => Role::Unknown,
        };
        return (!shown).then_some(Kind::Script(role));
    }
    if is("text/plain") || is("application/octet-stream") {
        return by_destination(destination);
    }
    let manifest = is("application/manifest+json") || is_json(named) && is_manifest();
    manifest.then_some(Kind::Manifest)
}

/// Without a type browsers go by what they need the body for, or by its first bytes.
fn without_name(destination: Destination, asked: &Asked<'_>, nosniff: bool) -> Option<Kind> {
    use Destination as To;
    if asked.path.ends_with(".webmanifest") {
        return Some(Kind::Manifest);
    }
    by_destination(destination).or_else(|| {
        let page = matches!(destination, To::Document | To::Data | To::Unsaid) && !nosniff;
        let document = is_document(destination, asked);
        let certainty = Certainty::Unknown;
        page.then_some(Kind::Html(Html { document, xml: false, certainty }))
    })
}

/// Where the browser takes what it asked for, whatever it is called.
fn by_destination(destination: Destination) -> Option<Kind> {
    match destination {
        Destination::Script(role) => Some(Kind::Script(role)),
        Destination::Style => Some(Kind::Css),
        Destination::Manifest => Some(Kind::Manifest),
        _ => None,
    }
}

fn html(destination: Destination, asked: &Asked<'_>, xml: bool) -> Option<Kind> {
    let certainty = match destination {
        Destination::Document => Certainty::Sure,
        Destination::Data | Destination::Unsaid => Certainty::Likely,
        // Scripts that a program makes are often called HTML by mistake.
        _ => return by_destination(destination).filter(|_| destination != Destination::Manifest),
    };
    let document = is_document(destination, asked);
    Some(Kind::Html(Html { document, xml, certainty }))
}

/// Browsers show XML whose root is that of a page as one.
fn xhtml(destination: Destination, asked: &Asked<'_>) -> Option<Kind> {
    let document = is_document(destination, asked);
    let certainty = Certainty::Xml;
    document.then_some(Kind::Html(Html { document, xml: true, certainty }))
}

/// Pages that a service worker fetches are shown later.
fn is_document(destination: Destination, asked: &Asked<'_>) -> bool {
    match destination {
        Destination::Document | Destination::Unsaid => true,
        Destination::Data => asked.by_worker,
        _ => false,
    }
}

fn is_script(named: &str) -> bool {
    let (family, name) = named.split_once('/').unwrap_or_default();
    let family = ["text", "application"].iter().any(|known| known.eq_ignore_ascii_case(family));
    let names =
        ["javascript", "x-javascript", "ecmascript", "x-ecmascript", "jscript", "livescript"];
    family && names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_html(named: &str) -> bool {
    ["text/html", "application/xhtml+xml"].iter().any(|html| html.eq_ignore_ascii_case(named))
}

fn is_json(named: &str) -> bool {
    let name = named.split_once('/').unwrap_or_default().1;
    name.eq_ignore_ascii_case("json") || ends_with(name, "+json")
}

/// The type without its parameters; `None` where it says nothing. Of several, browsers take the
/// last that is one.
fn essence(media_type: Option<&str>) -> Option<&str> {
    let nothing = ["unknown/unknown", "application/unknown", "*/*"];
    media_type?.rsplit(',').find_map(|one| {
        let named = one.split(';').next().unwrap_or_default().trim();
        let says =
            named.contains('/') && !nothing.iter().any(|name| name.eq_ignore_ascii_case(named));
        says.then_some(named)
    })
}

/// Whether each letter takes two bytes or more, so that our passes would not know them.
fn is_wide(media_type: &str) -> bool {
    media_type.split(';').skip(1).any(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or_default();
        let value = value.trim().trim_matches(['"', '\'']);
        name.trim().eq_ignore_ascii_case("charset")
            && ["utf-16", "utf-32", "ucs-2", "iso-10646-ucs-2", "unicode"].iter().any(|wide| {
                value.get(..wide.len()).is_some_and(|start| start.eq_ignore_ascii_case(wide))
            })
    })
}

fn is_download(disposition: &str) -> bool {
    let kind = disposition.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("attachment")
}

fn ends_with(text: &str, end: &str) -> bool {
    let start = text.len().checked_sub(end.len());
    start.and_then(|start| text.get(start..)).is_some_and(|last| last.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Option<Kind> =
        Some(Kind::Html(Html { document: true, xml: false, certainty: Certainty::Sure }));

    fn with(destination: &str, media_type: &str) -> Option<Kind> {
        let destination = Some(destination).filter(|named| !named.is_empty());
        let media_type = Some(media_type).filter(|named| !named.is_empty());
        let asked = Asked { path: "/a", destination, ..Asked::default() };
        kind(asked, Said { status: 200, media_type, ..Said::default() })
    }

    fn html(document: bool, certainty: Certainty) -> Option<Kind> {
        Some(Kind::Html(Html { document, xml: false, certainty }))
    }

    #[test]
    fn a_page_that_is_passed_over_has_a_reason() {
        let page = |asked, said| passed_over(asked, Said { media_type: Some("text/html"), ..said });
        let (asked, said) = (Asked::default(), Said { status: 200, ..Said::default() });
        let destination = |name| Asked { destination: Some(name), ..asked };
        assert_eq!(page(asked, said), None);
        assert_eq!(page(asked, Said { status: 304, ..said }), None);
        assert_eq!(page(destination("document"), said), None);
        assert_eq!(page(destination("empty"), said), Some(PassedOver::Use));
        assert_eq!(page(Asked { partial: true, ..asked }, said), Some(PassedOver::Part));
        let download = Said { disposition: Some("attachment"), ..said };
        assert_eq!(page(asked, download), Some(PassedOver::Download));
        let wide = Said { media_type: Some("text/html; charset=utf-16"), ..said };
        assert_eq!(passed_over(asked, wide), Some(PassedOver::Letters));
        let data = Said { media_type: Some("application/json"), ..said };
        assert_eq!(passed_over(destination("empty"), data), None);
    }

    #[test]
    fn html_becomes_a_document_only_where_it_is_shown() {
        for destination in ["document", "iframe", "frame", "embed", "object"] {
            assert_eq!(with(destination, "text/html; charset=utf-8"), PAGE, "{destination}");
        }
        assert_eq!(with("", "TEXT/HTML"), html(true, Certainty::Likely));
        assert_eq!(with("document", "text/plain, text/html; charset=utf-8"), PAGE);
        assert_eq!(with("document", "text/html; charset=utf-8, utf-8"), PAGE);
        assert_eq!(with("empty", "text/html"), None);
        for destination in ["image", "font", "video", "manifest"] {
            assert_eq!(with(destination, "text/html"), None, "{destination}");
        }
        let xml = Html { document: true, xml: true, certainty: Certainty::Sure };
        assert_eq!(with("document", "application/xhtml+xml"), Some(Kind::Html(xml)));
        let maybe = Html { certainty: Certainty::Xml, ..xml };
        assert_eq!(with("iframe", "text/xml; charset=utf-8"), Some(Kind::Html(maybe)));
        assert_eq!(with("", "application/xml"), Some(Kind::Html(maybe)));
        assert_eq!(with("empty", "application/xml"), None);
        assert_eq!(with("image", "text/xml"), None);
        let kept = Asked { destination: Some("empty"), by_worker: true, ..Asked::default() };
        let page = Said { status: 200, media_type: Some("text/html"), ..Said::default() };
        assert_eq!(kind(kept, page), html(true, Certainty::Likely));
    }

    #[test]
    fn scripts_and_style_sheets_go_by_their_name_or_by_their_use() {
        for named in ["text/javascript", "application/javascript;charset=x", "text/ecmascript"] {
            assert_eq!(with("script", named), Some(Kind::Script(Role::Page)), "{named}");
            assert_eq!(with("", named), Some(Kind::Script(Role::Unknown)), "{named}");
            assert_eq!(with("document", named), None, "{named}");
        }
        for named in ["", "text/plain", "text/html", "*/*", "application/octet-stream"] {
            assert_eq!(with("script", named), Some(Kind::Script(Role::Page)), "{named}");
            assert_eq!(with("worker", named), Some(Kind::Script(Role::Worker)), "{named}");
            assert_eq!(with("style", named), Some(Kind::Css), "{named}");
        }
        assert_eq!(with("serviceworker", "text/javascript"), Some(Kind::Script(Role::Worker)));
        assert_eq!(with("", "text/css"), Some(Kind::Css));
        for named in ["text/css", "text/javascript"] {
            assert_eq!(with("empty", named), None, "{named}");
        }
        assert_eq!(with("", "text/plain"), None);
    }

    #[test]
    fn of_json_only_manifests_are_touched() {
        for destination in ["", "empty", "document", "script"] {
            assert_eq!(with(destination, "application/json"), None, "{destination}");
            assert_eq!(with(destination, "application/ld+json"), None, "{destination}");
        }
        assert_eq!(with("", "application/manifest+json"), Some(Kind::Manifest));
        assert_eq!(with("manifest", "application/json"), Some(Kind::Manifest));
        let asked = Asked { path: "/site.webmanifest", ..Asked::default() };
        for media_type in [None, Some("application/json"), Some("application/manifest+json")] {
            let said = Said { status: 200, media_type, nosniff: true, ..Said::default() };
            assert_eq!(kind(asked, said), Some(Kind::Manifest));
        }
    }

    #[test]
    fn what_is_seen_at_a_glance_is_what_a_closer_look_says() {
        for media_type in ["application/json", "application/json; charset=utf-8", "image/png"] {
            for destination in [None, Some("empty"), Some("script"), Some("manifest")] {
                for path in ["/a", "/site.webmanifest"] {
                    let asked = Asked { path, destination, by_worker: true, ..Asked::default() };
                    let media = Some(media_type);
                    let said = Said { status: 200, media_type: media, ..Said::default() };
                    let never = is_never_rewritten(media_type, path, destination);
                    assert!(!never || kind(asked, said).is_none(), "{media_type} {destination:?}");
                    let page = passed_over(asked, said);
                    assert_eq!(page, None, "{media_type} {destination:?} {path}");
                }
            }
        }
        assert!(is_never_rewritten("application/json; charset=utf-8", "/a", Some("empty")));
        assert!(!is_never_rewritten("application/json, text/html", "/a", None));
        assert!(!is_never_rewritten("application/json+ld", "/a", None));
    }

    #[test]
    fn without_a_name_the_first_bytes_decide_unless_that_is_forbidden() {
        assert_eq!(with("document", ""), html(true, Certainty::Unknown));
        assert_eq!(with("", "unknown/unknown"), html(true, Certainty::Unknown));
        assert_eq!(with("empty", ""), None);
        assert_eq!(with("image", ""), None);
        let said = Said { status: 200, nosniff: true, ..Said::default() };
        assert_eq!(kind(Asked::default(), said), None);
    }

    #[test]
    fn parts_downloads_and_other_alphabets_are_left_alone() {
        let asked = Asked { destination: Some("document"), ..Asked::default() };
        let page = Said { status: 200, media_type: Some("text/html"), ..Said::default() };
        assert_eq!(kind(asked, page), PAGE);
        for status in [101, 204, 206, 304] {
            assert_eq!(kind(asked, Said { status, ..page }), None, "{status}");
        }
        for status in [201, 302, 404, 500] {
            assert_eq!(kind(asked, Said { status, ..page }), PAGE, "{status}");
        }
        assert_eq!(kind(Asked { partial: true, ..asked }, page), None);
        for (disposition, left) in
            [("attachment", true), ("Attachment; filename=a.html", true), ("inline", false)]
        {
            let said = Said { disposition: Some(disposition), ..page };
            assert_eq!(kind(asked, said).is_none(), left, "{disposition}");
        }
        for (charset, left) in [("UTF-16", true), ("\"utf-16le\"", true), ("windows-1252", false)] {
            let named = format!("text/html; a=b; Charset={charset}");
            assert_eq!(with("document", &named).is_none(), left, "{charset}");
        }
    }
}
