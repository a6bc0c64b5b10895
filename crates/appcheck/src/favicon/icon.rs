use bytes::Bytes;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};

use super::kind::Kind;

/// A drawing may have colours of its own and nothing else, even when it is opened as a page.
const SVG_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// A picture and how it is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon {
    pub content_type: &'static str,
    pub bytes: Bytes,
    /// Quoted, as the header has it.
    pub etag: String,
    /// Whether it was drawn here, because the app has none.
    pub is_stand_in: bool,
}

impl Icon {
    /// What an app sent, where it is a picture that may be shown.
    pub(super) fn judge(bytes: &[u8]) -> Option<Self> {
        let kind = Kind::of(bytes)?;
        Some(Icon::new(kind.content_type(), Bytes::copy_from_slice(bytes), false))
    }

    pub(super) fn stand_in(drawing: String) -> Self {
        Icon::new(Kind::Svg.content_type(), drawing.into(), true)
    }

    fn new(content_type: &'static str, bytes: Bytes, is_stand_in: bool) -> Self {
        let digest: String =
            Sha256::digest(&bytes)[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Icon { content_type, bytes, etag: format!("\"{digest}\""), is_stand_in }
    }

    /// Every header of an answer with this picture.
    pub fn headers(&self) -> HeaderMap {
        let caching =
            if self.is_stand_in { "private, max-age=300" } else { "private, max-age=3600" };
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if self.content_type == Kind::Svg.content_type() {
            headers.insert(CONTENT_SECURITY_POLICY, SVG_POLICY);
        }
        if let Ok(etag) = HeaderValue::try_from(&self.etag) {
            headers.insert(ETAG, etag);
        }
        headers
    }

    /// Whether the caller has it already, by what `If-None-Match` says.
    pub fn matches(&self, if_none_match: &str) -> bool {
        let mut tags = if_none_match.split(',').map(str::trim);
        tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_is_recognised_by_its_tag() {
        let icon = Icon::judge(b"GIF89a, more or less").expect("a picture");
        let tag = &icon.etag;
        assert_eq!(tag.len(), 34);
        for (header, known) in [
            (tag.clone(), true),
            (format!("W/{tag}"), true),
            (format!("\"other\", {tag}"), true),
            ("*".to_owned(), true),
            ("\"other\"".to_owned(), false),
            (String::new(), false),
        ] {
            assert_eq!(icon.matches(&header), known, "{header}");
        }
    }

    #[test]
    fn a_drawing_is_sent_so_that_it_can_do_no_harm() {
        let drawing = Icon::stand_in("<svg/>".to_owned()).headers();
        assert_eq!(drawing["content-type"], "image/svg+xml");
        assert_eq!(drawing["x-content-type-options"], "nosniff");
        let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
        assert_eq!(drawing["content-security-policy"], policy);
        let picture = Icon::judge(b"GIF89a, more or less").expect("a picture").headers();
        assert_eq!(picture["content-type"], "image/gif");
        assert_eq!(picture["x-content-type-options"], "nosniff");
        assert!(picture.contains_key("etag") && picture.contains_key("cache-control"));
    }
}
