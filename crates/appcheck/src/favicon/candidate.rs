use std::cmp::Reverse;

/// An icon that a page names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) href: String,
    rank: u32,
}

/// The size that looks best in a list of apps on a sharp screen.
const BEST: u32 = 128;
/// Smaller pictures are a blur.
const SMALLEST: u32 = 32;
const USUAL_TOUCH_ICON: u32 = 180;

impl Candidate {
    /// `None` where the link is to something else.
    pub(super) fn new(rel: &str, href: String, sizes: &str, media_type: &str) -> Option<Self> {
        let rel = rel.to_ascii_lowercase();
        let touch = rel.split_ascii_whitespace().any(|word| word.starts_with("apple-touch-icon"));
        let icon = rel.split_ascii_whitespace().any(|word| word == "icon");
        let href = href.trim().to_owned();
        if href.is_empty() || !(touch || icon) {
            return None;
        }
        let usual = if touch { USUAL_TOUCH_ICON } else { SMALLEST };
        let rank = if is_drawing(&href, media_type) {
            rank_of_drawing()
        } else {
            rank(size(sizes).unwrap_or(usual))
        };
        Some(Candidate { href, rank })
    }
}

/// The best first; where they are equally good, as the page has them.
pub(super) fn best_first(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_by_key(|candidate| Reverse(candidate.rank));
    candidates
}

/// Pictures that are large enough, the closer to the best size the better; then drawings, which
/// are often a single colour that is lost on half of all backgrounds; then small pictures.
fn rank(size: u32) -> u32 {
    match size {
        SMALLEST.. => 10_000 - size.abs_diff(BEST).min(5_000),
        _ => size,
    }
}

fn rank_of_drawing() -> u32 {
    1_000
}

fn is_drawing(href: &str, media_type: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    media_type.to_ascii_lowercase().contains("svg")
        || path.to_ascii_lowercase().ends_with(".svg")
        || href.starts_with("data:image/svg")
}

/// The size closest to the best one of `16x16 32x32 any`.
fn size(sizes: &str) -> Option<u32> {
    let width = |size: &str| size.split(['x', 'X']).next()?.parse::<u32>().ok();
    sizes.split_ascii_whitespace().filter_map(width).max_by_key(|size| rank(*size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(links: &[(&str, &str, &str, &str)]) -> Vec<String> {
        let candidates = links.iter().filter_map(|(rel, href, sizes, media_type)| {
            Candidate::new(rel, (*href).to_owned(), sizes, media_type)
        });
        best_first(candidates.collect()).into_iter().map(|found| found.href).collect()
    }

    #[test]
    fn pictures_of_a_good_size_come_first() {
        let ordered = order(&[
            ("icon", "16.png", "16x16", "image/png"),
            ("icon", "a.svg", "any", "image/svg+xml"),
            ("icon", "512.png", "512x512", ""),
            ("icon", "unknown.ico", "", ""),
            ("icon", "96.png", "16x16 96x96", ""),
            ("apple-touch-icon", "touch.png", "", ""),
            ("shortcut icon", "b.SVG?v=2", "", ""),
        ]);
        let expected =
            ["96.png", "touch.png", "unknown.ico", "512.png", "a.svg", "b.SVG?v=2", "16.png"];
        assert_eq!(ordered, expected);
    }

    #[test]
    fn other_links_are_no_candidates() {
        let none = order(&[
            ("stylesheet", "a.css", "", ""),
            ("mask-icon", "a.svg", "", ""),
            ("iconic", "a.png", "", ""),
            ("icon", "  ", "", ""),
        ]);
        assert!(none.is_empty());
    }

    #[test]
    fn sizes_that_make_no_sense_are_ignored() {
        for sizes in ["any", "x", "999999999999x1", "-1x-1", ""] {
            assert_eq!(size(sizes), None, "{sizes}");
        }
        assert_eq!(size("4000000000x1"), Some(4_000_000_000));
        assert_eq!(order(&[("icon", "a", "4000000000x1", "")]), ["a"]);
    }
}
