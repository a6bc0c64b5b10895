//! The library that reads the page, and how it is begun anew.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::{borrow::Cow, mem};

use encoding_rs::WINDOWS_1252;
use lol_html::errors::RewritingError;
use lol_html::html_content::{BailOut, EndTag, TextChunk};
use lol_html::send::{Element, ElementContentHandlers, HtmlRewriter, Settings};
use lol_html::{AsciiCompatibleEncoding, HandlerResult, MemorySettings, Selector};

use super::inject::Space;
use super::page::Encloses;

/// What one tag may take. Where there is more, it is most likely a picture in a `data:` address.
const MEMORY: usize = 4 << 20;

/// The library keeps the elements that are open. Many pages never close theirs (`<li>`, `<td>`),
/// and nothing here asks which are, so after this many it is begun anew.
const MANY_TAGS: usize = 4096;

/// What is done about a page as it is read.
pub(super) trait Handler: Send + 'static {
    /// Looks at an element.
    fn open(&mut self, element: &mut Element<'_, '_>) -> Option<Encloses>;

    /// Takes the next piece of the text in the element that was opened last; what comes out
    /// instead, if that is not the same.
    fn text(&mut self, piece: &str, last: bool) -> Option<String>;

    /// Forgets what is only known as long as the same reader goes on.
    fn read_anew(&mut self) {}

    fn enter(&mut self, _: Encloses) {}

    fn leave(&mut self, _: Encloses) {}

    /// Whether the reader may forget which elements are open; `html`: it stands before one of HTML.
    fn may_begin_anew(&self, html: bool) -> bool;

    fn is_xml(&self) -> bool {
        false
    }
}

/// What the library and its handlers share.
pub(super) struct Shared<H> {
    pub(super) page: H,
    output: Vec<u8>,
    /// What is given back unread when the library stops.
    unread: Option<Vec<u8>>,
    /// What is fed now is not of the page.
    muted: bool,
    tags: usize,
    /// An element of XML that has no end tag, of which the library would wait for one.
    closed: Option<String>,
}

pub(super) struct Reader<H: Handler> {
    /// Gone once the page is over.
    library: Option<HtmlRewriter<'static, Sink>>,
    shared: Arc<Mutex<Shared<H>>>,
}

/// Why the library stopped, and what it did not read.
pub(super) enum Stopped {
    /// To be begun anew with the tag that stands first.
    Anew(Vec<u8>),
    /// A tag did not fit into memory. It stands first.
    Full(Vec<u8>),
}

impl<H: Handler> Reader<H> {
    pub(super) fn new(page: H) -> Self {
        let shared =
            Shared { page, output: Vec::new(), unread: None, muted: false, tags: 0, closed: None };
        let shared = Arc::new(Mutex::new(shared));
        Reader { library: Some(library(&shared)), shared }
    }

    pub(super) fn shared(&self) -> MutexGuard<'_, Shared<H>> {
        lock(&self.shared)
    }

    /// The same page, in a state as if nothing had been read, or the start tag of `inside`.
    pub(super) fn begin_anew(&mut self, inside: Option<&str>) {
        {
            let mut shared = self.shared();
            shared.tags = 0;
            shared.page.read_anew();
        }
        self.library = Some(library(&self.shared));
        if let Some(name) = inside {
            self.feed_muted(&format!("<{name}>"));
        }
    }

    pub(super) fn read(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Stopped> {
        mem::swap(&mut self.shared().output, out);
        let done = self.write(piece);
        mem::swap(&mut self.shared().output, out);
        done.map_err(|error| self.stopped(&error))?;
        let closed = self.shared().closed.take();
        if let Some(name) = closed {
            self.feed_muted(&format!("</{name}>"));
        }
        Ok(())
    }

    /// The page is over.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        mem::swap(&mut self.shared().output, out);
        let done = self.library.take().map_or(Ok(()), HtmlRewriter::end);
        let mut shared = self.shared();
        mem::swap(&mut shared.output, out);
        if done.is_err() {
            out.append(&mut shared.unread.take().unwrap_or_default());
        }
    }

    fn stopped(&self, error: &RewritingError) -> Stopped {
        let unread = self.shared().unread.take().unwrap_or_default();
        match error {
            RewritingError::ContentHandlerError(error) if error.is::<BeginAnew>() => {
                Stopped::Anew(unread)
            }
            _ => Stopped::Full(unread),
        }
    }

    fn write(&mut self, piece: &[u8]) -> Result<(), RewritingError> {
        self.library.as_mut().map_or(Ok(()), |library| library.write(piece))
    }

    fn feed_muted(&mut self, tag: &str) {
        self.shared().muted = true;
        let done = self.write(tag.as_bytes());
        self.shared().muted = false;
        debug_assert!(done.is_ok(), "a tag without attributes always fits");
    }
}

impl<H: Handler> Shared<H> {
    fn open(&mut self, element: &mut Element<'_, '_>) -> Result<Option<Encloses>, BeginAnew> {
        if self.muted {
            return Ok(None);
        }
        let html = Space::of(element) == Space::Html;
        self.tags += 1;
        if self.tags > MANY_TAGS && self.page.may_begin_anew(html) {
            return Err(BeginAnew);
        }
        if html && self.page.is_xml() && element.is_self_closing() {
            self.closed = Some(element.tag_name()).filter(|name| holds_text(name));
        }
        Ok(self.page.open(element))
    }
}

/// Elements whose content is text up to their end tag, whatever stands in it.
pub(super) fn holds_text(name: &str) -> bool {
    const TEXTS: [&str; 10] = [
        "iframe",
        "noembed",
        "noframes",
        "noscript",
        "plaintext",
        "script",
        "style",
        "textarea",
        "title",
        "xmp",
    ];
    TEXTS.contains(&name)
}

/// A handler's way to stop the library.
#[derive(Debug, thiserror::Error)]
#[error("to be begun anew")]
struct BeginAnew;

/// One type for all handlers, so that the library is there once.
type Sink = Box<dyn FnMut(&[u8]) + Send>;

fn sink<H: Handler>(shared: Arc<Mutex<Shared<H>>>) -> Sink {
    Box::new(move |chunk| {
        let shared = &mut *lock(&shared);
        if !shared.muted {
            shared.unread.as_mut().unwrap_or(&mut shared.output).extend_from_slice(chunk);
        }
    })
}

fn library<H: Handler>(shared: &Arc<Mutex<Shared<H>>>) -> HtmlRewriter<'static, Sink> {
    let memory = MemorySettings::new()
        .with_max_allowed_memory_usage(MEMORY)
        .with_graceful_bail_out_on_memory_limit_exceeded(true);
    let encoding = AsciiCompatibleEncoding::new(WINDOWS_1252).expect("it is compatible");
    let settings = Settings::new_send()
        .with_encoding(encoding)
        .with_memory_settings(memory)
        .with_graceful_bail_out_on_content_handler_error(true)
        // Markup that only a whole browser could read for certain is read as well as can be.
        .with_strict(false)
        .append_element_content_handler((Cow::Borrowed(&*ANY), on_elements(shared.clone())))
        .append_element_content_handler((Cow::Borrowed(&*TEXTS), on_texts(shared.clone())))
        .append_bail_out_handler(on_stop(shared.clone()));
    HtmlRewriter::new(settings, sink(shared.clone()))
}

static ANY: LazyLock<Selector> = LazyLock::new(|| "*".parse().expect("a selector"));
static TEXTS: LazyLock<Selector> =
    LazyLock::new(|| "script,style,noscript".parse().expect("a selector"));

fn on_elements<H: Handler>(shared: Arc<Mutex<Shared<H>>>) -> ElementContentHandlers<'static> {
    ElementContentHandlers::default().element(move |element: &mut Element<'_, '_>| {
        let encloses = lock(&shared).open(element)?;
        if let Some(kind) = encloses
            && let Some(handlers) = element.end_tag_handlers()
        {
            lock(&shared).page.enter(kind);
            let shared = shared.clone();
            handlers.push(Box::new(move |_: &mut EndTag<'_>| {
                lock(&shared).page.leave(kind);
                Ok(())
            }));
        }
        Ok(())
    })
}

fn on_texts<H: Handler>(shared: Arc<Mutex<Shared<H>>>) -> ElementContentHandlers<'static> {
    ElementContentHandlers::default().text(move |chunk: &mut TextChunk<'_>| -> HandlerResult {
        let new = lock(&shared).page.text(chunk.as_str(), chunk.last_in_text_node());
        if let Some(new) = new {
            chunk.set_str(new);
        }
        Ok(())
    })
}

fn on_stop<H: Handler>(
    shared: Arc<Mutex<Shared<H>>>,
) -> impl FnMut(&RewritingError, &mut BailOut<'_>) + Send {
    move |_, _| lock(&shared).unread = Some(Vec::new())
}

/// No handler panics, and what one left behind would still be a page.
fn lock<H>(shared: &Mutex<Shared<H>>) -> MutexGuard<'_, Shared<H>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
