//! Where a request stands in a distributed trace, in the words of W3C Trace Context.

use std::sync::Arc;

use http::HeaderValue;

/// The length of a `traceparent` of version 0, which every later one begins like.
const LENGTH: usize = 55;

/// One step of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// 32 digits.
    pub id: Box<str>,
    /// Our own step, in 16 digits: the id of the request.
    pub span: Arc<str>,
    /// The caller's step.
    pub parent: Option<Box<str>>,
    /// Whether it is to be kept.
    pub sampled: bool,
}

impl Trace {
    /// The next step of the trace that a caller's `traceparent` tells of.
    pub fn continued(header: &HeaderValue, span: Arc<str>) -> Option<Self> {
        let text = header.to_str().ok()?;
        let (known, later) = text.split_at_checked(LENGTH)?;
        let mut parts = known.split('-');
        let (version, id) = (digits(parts.next()?, 2)?, digits(parts.next()?, 32)?);
        let (parent, flags) = (digits(parts.next()?, 16)?, digits(parts.next()?, 2)?);
        let is_zero = |number: &str| number.bytes().all(|digit| digit == b'0');
        let may_go_on = version != "00" && later.starts_with('-');
        if version == "ff" || is_zero(id) || is_zero(parent) || !(later.is_empty() || may_go_on) {
            return None;
        }
        let sampled = u8::from_str_radix(flags, 16).is_ok_and(|flags| flags & 1 == 1);
        Some(Trace { id: id.into(), span, parent: Some(parent.into()), sampled })
    }

    /// What the app is told.
    pub fn header(&self) -> HeaderValue {
        let flags = if self.sampled { "01" } else { "00" };
        let text = format!("00-{}-{}-{flags}", self.id, self.span);
        HeaderValue::try_from(text).expect("digits are a header value")
    }
}

fn digits(text: &str, count: usize) -> Option<&str> {
    let lower = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    (text.len() == count && text.bytes().all(lower)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const PARENT: &str = "00f067aa0ba902b7";

    fn continued(text: &str) -> Option<Trace> {
        Trace::continued(&HeaderValue::from_str(text).expect("a value"), "0123456789abcdef".into())
    }

    #[test]
    fn a_trace_goes_on_with_a_step_of_our_own() {
        let trace = continued(&format!("00-{ID}-{PARENT}-01")).expect("a trace");
        assert_eq!((&*trace.id, trace.parent.as_deref()), (ID, Some(PARENT)));
        assert!(trace.sampled);
        assert_eq!(trace.header(), format!("00-{ID}-0123456789abcdef-01").as_str());
        let later = continued(&format!("01-{ID}-{PARENT}-00-more")).expect("a trace");
        assert!(!later.sampled);
        assert_eq!(later.header(), format!("00-{ID}-0123456789abcdef-00").as_str());
    }

    #[test]
    fn what_is_no_trace_begins_another() {
        for text in [
            String::new(),
            "00".to_owned(),
            format!("00-{ID}-{PARENT}"),
            format!("00-{ID}-{PARENT}-01-more"),
            format!("ff-{ID}-{PARENT}-01"),
            format!("00-{}-{PARENT}-01", "0".repeat(32)),
            format!("00-{ID}-{}-01", "0".repeat(16)),
            format!("00-{}-{PARENT}-01", ID.to_uppercase()),
            format!("00-{ID}-{PARENT}-0g"),
        ] {
            assert_eq!(continued(&text), None, "{text}");
        }
    }
}
