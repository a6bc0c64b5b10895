//! Styles that refer to nothing outside the drawing they belong to.

/// Ways to name something elsewhere, or to hide that one does.
const FORBIDDEN: [&str; 8] =
    ["@import", "@charset", "image-set(", "image(", "src(", "expression(", "javascript:", "\\"];

/// `url(#part)` is the only reference that stays inside.
pub(super) fn is_harmless(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    let mut references = style.split("url(").skip(1);
    !FORBIDDEN.iter().any(|word| style.contains(word))
        && references.all(|rest| rest.trim_start().trim_start_matches(['"', '\'']).starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_references_into_the_drawing_are_harmless() {
        for good in ["", "fill: url(#a)", "fill:url( '#a' );stroke:red", ".a { fill: #fff }"] {
            assert!(is_harmless(good), "{good}");
        }
        for bad in [
            "fill: url(http://evil/)",
            "fill: url(#a); mask: URL( \"//evil/\" )",
            "@import 'x'",
            "@IMPORT url(#x)",
            "background: image-set('x' 1x)",
            "fill: ur\\6c(x)",
            "javascript:alert(1)",
        ] {
            assert!(!is_harmless(bad), "{bad}");
        }
    }
}
