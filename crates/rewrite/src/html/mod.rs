//! Pages. They are read as windows-1252 whatever they are written in: every byte has a meaning
//! there and comes out as it came in, and what is written here is ASCII.

mod attributes;
mod elements;
mod entity;
mod evidence;
mod holds;
mod inject;
mod links;
mod list;
mod opened;
mod page;
mod reader;
mod refresh;
mod script_type;
mod skip;
mod text;

pub use self::elements::{Element, elements};
pub use self::list::srcset;
pub use self::refresh::{refresh, refreshes_to};
pub use self::script_type::ScriptType;

use self::page::OpenPage;
use self::reader::{Reader, Stopped, holds_text};
use self::skip::{Skip, tag_name};
use crate::csp::Hashed;
use crate::{Broken, Pass, Place};

/// What must be known of a page before it is read.
#[derive(Debug, Clone)]
pub struct Page {
    pub place: Place,
    /// Whether the run-time script goes before the first script or handler.
    pub inject: bool,
    /// Whether the app is known to know its prefix.
    pub aware: bool,
    /// XHTML: the page is read by the rules of XML.
    pub xml: bool,
}

/// A page, or a part of one that is read like a page.
#[derive(Debug, Clone)]
struct Part {
    page: Page,
    hashed: Hashed,
    /// How many parts this one stands in.
    depth: usize,
}

/// The pass for pages.
pub struct Html {
    reader: Reader<OpenPage>,
    mode: Mode,
    xml: bool,
}

enum Mode {
    /// Nothing has come but perhaps the first byte, which may be half of UTF-16's mark.
    Start(Option<u8>),
    Read,
    /// In the middle of a tag that is too big to be looked at; its name, if its content is text.
    Skip(Skip, Option<String>),
    /// The rest goes through unread.
    Rest,
}

/// More is not given to the library at once, because it may give all of it back.
const PIECE: usize = 64 << 10;

impl Html {
    pub fn new(page: Page) -> Self {
        Html::of(Part { page, hashed: Hashed::default(), depth: 0 })
    }

    /// The page's policy knows inline texts by their hashes, so that they must stay as they are.
    /// What a `meta` element says is seen without this.
    #[must_use]
    pub fn keeping(self, hashed: Hashed) -> Self {
        self.reader.shared().page.keep(hashed);
        self
    }

    fn of(part: Part) -> Self {
        let xml = part.page.xml;
        Html { reader: Reader::new(OpenPage::new(part)), mode: Mode::Start(None), xml }
    }

    /// Whether the page showed, as far as it was read, that the app knows the prefix; `None` where
    /// it showed nothing of that.
    pub fn knows_prefix(&self) -> Option<bool> {
        self.reader.shared().page.evidence.shown()
    }

    fn start(&mut self, first: Option<u8>, piece: &[u8], out: &mut Vec<u8>) {
        let mut bytes: Vec<u8> = first.into_iter().collect();
        bytes.extend_from_slice(piece);
        self.mode = match bytes[..] {
            [] => Mode::Start(None),
            [byte @ (0xFE | 0xFF)] => Mode::Start(Some(byte)),
            [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => Mode::Rest,
            _ => Mode::Read,
        };
        if !matches!(self.mode, Mode::Start(_)) {
            self.feed(bytes, out);
        }
    }

    /// Feeds all of a piece, in whatever ways that takes.
    fn feed(&mut self, mut piece: Vec<u8>, out: &mut Vec<u8>) {
        while !piece.is_empty() {
            piece = match &mut self.mode {
                Mode::Read => self.read(&piece, out),
                Mode::Skip(skip, name) => {
                    let (length, done) = skip.past(&piece);
                    out.extend_from_slice(&piece[..length]);
                    if done {
                        self.reader.begin_anew(name.as_deref());
                        self.mode = Mode::Read;
                    }
                    piece.split_off(length)
                }
                Mode::Start(_) | Mode::Rest => {
                    out.append(&mut piece);
                    break;
                }
            };
        }
    }

    /// Reads a piece, and gives back what must be fed again.
    fn read(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Vec<u8> {
        // In XML, what follows an element without an end tag must be read separately.
        let parts = piece.split_inclusive(|byte| self.xml && *byte == b'>');
        let mut read = 0;
        for part in parts {
            read += part.len();
            let Err(stopped) = self.reader.read(part, out) else { continue };
            let mut unread = self.after(stopped, out);
            unread.extend_from_slice(&piece[read..]);
            return unread;
        }
        Vec::new()
    }

    fn after(&mut self, stopped: Stopped, out: &mut Vec<u8>) -> Vec<u8> {
        match stopped {
            Stopped::Anew(unread) => {
                self.reader.begin_anew(None);
                unread
            }
            Stopped::Full(unread) => {
                self.mode = match tag_name(&unread) {
                    Some(name) => {
                        let script = self.reader.shared().page.due_before_unread(&name);
                        out.extend_from_slice(script.unwrap_or_default().as_bytes());
                        Mode::Skip(Skip::new(), Some(name).filter(|name| holds_text(name)))
                    }
                    None => Mode::Rest,
                };
                unread
            }
        }
    }
}

impl Pass for Html {
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        for piece in piece.chunks(PIECE) {
            match self.mode {
                Mode::Start(first) => self.start(first, piece, out),
                Mode::Read => {
                    let again = self.read(piece, out);
                    self.feed(again, out);
                }
                Mode::Skip(..) => self.feed(piece.to_vec(), out),
                Mode::Rest => out.extend_from_slice(piece),
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        match self.mode {
            Mode::Start(first) => out.extend(first),
            Mode::Read => self.reader.end(out),
            Mode::Skip(..) | Mode::Rest => {}
        }
        self.mode = Mode::Rest;
        Ok(())
    }
}
