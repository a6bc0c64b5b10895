//! What a page says about its icons.

use rewrite::html::{Element, elements};

use super::candidate::Candidate;

const MOST_CANDIDATES: usize = 32;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    /// What relative addresses are relative to, where that is not the page.
    pub(super) base: Option<String>,
    pub(super) candidates: Vec<Candidate>,
}

/// Reads as much of a page as is there.
pub(super) fn read(bytes: &[u8]) -> Page {
    let mut page = Page::default();
    elements(bytes, |element| note(element, &mut page));
    page
}

fn note(element: &Element, page: &mut Page) {
    if element.name() == "base" && page.base.is_none() {
        page.base = element.get("href").map(str::to_owned);
    }
    if element.name() == "link" && page.candidates.len() < MOST_CANDIDATES {
        page.candidates.extend(candidate(element));
    }
}

fn candidate(link: &Element) -> Option<Candidate> {
    Candidate::new(
        link.get("rel")?,
        link.get("href")?.to_owned(),
        link.get("sizes").unwrap_or_default(),
        link.get("type").unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hrefs(page: &str) -> Vec<String> {
        read(page.as_bytes()).candidates.into_iter().map(|found| found.href).collect()
    }

    #[test]
    fn links_are_found_however_they_are_written() {
        for page in [
            "<link rel=\"icon\" href=\"/a.png\">",
            "<LINK HREF='/a.png' REL='Icon' />",
            "<link rel=icon href=/a.png>",
            "<link\n\trel = \"shortcut icon\"\n\thref = \"/a.png\"\n/>",
            "<link data-x rel=icon disabled=\"\" href='/a.png' href='/b.png'>",
            "<link rel=\"apple-touch-icon\" href=\"/a.png\">",
            "<link rel=icon href=\"&#x2F;a&period;png\">",
            "<p>5 < 6 <3 <link rel=icon href=/a.png>",
            "<!--> <link rel=icon href=/a.png> -->",
            "<title><b></title><link rel=icon href=/a.png>",
            "<link rel=icon title=\"a > b\" href=/a.png>",
            "<html><head><link rel=icon href=/a.png><link rel=icon href=/cut",
        ] {
            assert_eq!(hrefs(page), ["/a.png"], "{page}");
        }
    }

    #[test]
    fn what_only_looks_like_a_link_is_none() {
        for page in [
            "",
            "<",
            "<link",
            "<link rel=icon",
            "<link rel=icon href=\"/a.png",
            "<!-- <link rel=icon href=/a.png> -->",
            "<script>'<link rel=icon href=/a.png>'</script>",
            "<SCRIPT>'<link rel=icon href=/a.png>'",
            "<style></styl><link rel=icon href=/a.png>",
            "<textarea><link rel=icon href=/a.png></textarea>",
            "<link rel=stylesheet href=/a.css>",
            "<link rel=mask-icon href=/a.svg>",
            "<link rel=icon>",
            "<link rel=icon href=\"\">",
            "&lt;link rel=icon href=/a.png&gt;",
            "</link rel=icon href=/a.png>",
        ] {
            assert!(hrefs(page).is_empty(), "{page}");
        }
    }

    #[test]
    fn the_first_base_counts() {
        let page = read(b"<base target=_top><base href=/a/><base href=/b/>");
        assert_eq!(page.base.as_deref(), Some("/a/"));
    }

    #[test]
    fn no_page_takes_long_or_fills_the_memory() {
        let many = "<link rel=icon href=/a.png>".repeat(10_000);
        assert_eq!(hrefs(&many).len(), MOST_CANDIDATES);
        for piece in ["<", "<a \"", "<a '", "<!--", "<script>", "<a a=", "<link ", "\u{0}<a/"] {
            read(piece.repeat(256 * 1024 / piece.len()).as_bytes());
        }
    }

    #[test]
    fn any_bytes_are_a_page() {
        let alphabet = b"<>/!-=\"' \nalinkscriptreicohf\xff\0";
        for _ in 0..2_000 {
            let noise: [u8; 96] = kit::Entropy.bytes();
            let page: Vec<u8> =
                noise.iter().map(|byte| alphabet[usize::from(*byte) % alphabet.len()]).collect();
            read(&page);
        }
    }
}
