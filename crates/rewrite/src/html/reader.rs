//! The library that reads the page, and how it is begun anew.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::{borrow::Cow, mem};

use encoding_rs::WINDOWS_1252;
use lol_html::errors::RewritingError;
use lol_html::html_content::{BailOut, EndTag, TextChunk};
use lol_html::send::{Element, ElementContentHandlers, HtmlRewriter, Settings};
use lol_html::{AsciiCompatibleEncoding, HandlerResult, MemorySettings, OutputSink, Selector};

use super::inject::Space;
use super::page::{Encloses, OpenPage};

/// What one tag may take. Where there is more, it is most likely a picture in a `data:` address.
const MEMORY: usize = 4 << 20;

/// The library keeps the elements that are open. Many pages never close theirs (`<li>`, `<td>`),
/// and nothing here asks which are, so after this many it is begun anew.
const MANY_TAGS: usize = 4096;

/// What the library and its handlers share.
pub(super) struct Shared {
    pub(super) page: OpenPage,
    output: Vec<u8>,
    /// What is given back unread when the library stops.
    unread: Option<Vec<u8>>,
    /// What is fed now is not of the page.
    muted: bool,
    tags: usize,
    /// An element of XML that has no end tag, of which the library would wait for one.
    closed: Option<String>,
}

pub(super) struct Reader {
    /// Gone once the page is over.
    library: Option<HtmlRewriter<'static, Sink>>,
    shared: Arc<Mutex<Shared>>,
}

/// Why the library stopped, and what it did not read.
pub(super) enum Stopped {
    /// To be begun anew with the tag that stands first.
    Anew(Vec<u8>),
    /// A tag did not fit into memory. It stands first.
    Full(Vec<u8>),
}

impl Reader {
    pub(super) fn new(page: OpenPage) -> Self {
        let shared =
            Shared { page, output: Vec::new(), unread: None, muted: false, tags: 0, closed: None };
        let shared = Arc::new(Mutex::new(shared));
        Reader { library: Some(library(&shared)), shared }
    }

    pub(super) fn shared(&self) -> MutexGuard<'_, Shared> {
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

impl Shared {
    fn open(&mut self, element: &mut Element<'_, '_>) -> Result<Option<Encloses>, BeginAnew> {
        if self.muted {
            return Ok(None);
        }
        let html = Space::of(element) == Space::Html;
        self.tags += 1;
        if self.tags > MANY_TAGS && html && !self.page.is_enclosed() {
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

struct Sink(Arc<Mutex<Shared>>);

impl OutputSink for Sink {
    fn handle_chunk(&mut self, chunk: &[u8]) {
        let shared = &mut *lock(&self.0);
        if !shared.muted {
            shared.unread.as_mut().unwrap_or(&mut shared.output).extend_from_slice(chunk);
        }
    }
}

fn library(shared: &Arc<Mutex<Shared>>) -> HtmlRewriter<'static, Sink> {
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
    HtmlRewriter::new(settings, Sink(shared.clone()))
}

static ANY: LazyLock<Selector> = LazyLock::new(|| "*".parse().expect("a selector"));
static TEXTS: LazyLock<Selector> =
    LazyLock::new(|| "script,style,noscript".parse().expect("a selector"));

fn on_elements(shared: Arc<Mutex<Shared>>) -> ElementContentHandlers<'static> {
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

fn on_texts(shared: Arc<Mutex<Shared>>) -> ElementContentHandlers<'static> {
    ElementContentHandlers::default().text(move |chunk: &mut TextChunk<'_>| -> HandlerResult {
        let mut shared = lock(&shared);
        if let Some(text) = &mut shared.page.text
            && let Some(new) = text.push(chunk.as_str(), chunk.last_in_text_node())
        {
            chunk.set_str(new);
        }
        Ok(())
    })
}

fn on_stop(shared: Arc<Mutex<Shared>>) -> impl FnMut(&RewritingError, &mut BailOut<'_>) + Send {
    move |_, _| lock(&shared).unread = Some(Vec::new())
}

/// No handler panics, and what one left behind would still be a page.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
