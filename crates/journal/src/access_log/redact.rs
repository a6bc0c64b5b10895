//! Takes secrets out of addresses and other texts that clients send. It works on bytes, because
//! what comes need not be text at all.

use super::percent;
use super::secret::{holds_credential, is_secret_name};

const HIDDEN: &[u8] = b"***";
/// How many layers of encoding are looked through. Who wraps more has something to hide, and it
/// stays hidden.
const LAYERS: u8 = 3;

/// A path with its query, or a whole address.
pub(crate) fn address(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    write_address(&mut out, text, LAYERS);
    out
}

/// A text of words.
pub(crate) fn words(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (number, word) in text.split(|byte| *byte == b' ').enumerate() {
        if number > 0 {
            out.push(b' ');
        }
        write_address(&mut out, word, LAYERS);
    }
    out
}

fn write_address(out: &mut Vec<u8>, text: &[u8], layers: u8) {
    let (path, query) = split_once(text, b'?');
    write_path(out, path, layers);
    let pairs = query.into_iter().flat_map(|query| query.split(|byte| *byte == b'&'));
    for (number, pair) in pairs.enumerate() {
        out.push(if number == 0 { b'?' } else { b'&' });
        write_pairs(out, pair, layers);
    }
}

/// What follows `/pair/` is a pairing code.
fn write_path(out: &mut Vec<u8>, path: &[u8], layers: u8) {
    let mut pairing = false;
    let mut before: [&[u8]; 2] = [b"", b""];
    for (number, segment) in path.split(|byte| *byte == b'/').enumerate() {
        if number > 0 {
            out.push(b'/');
        }
        let is_authority = number > 1 && before[0].ends_with(b":") && before[1].is_empty();
        let segment = if is_authority { without_user(out, segment) } else { segment };
        if pairing && !segment.is_empty() {
            out.extend_from_slice(HIDDEN);
        } else {
            write_pairs(out, segment, layers);
        }
        pairing |= percent::decode(segment).eq_ignore_ascii_case(b"pair");
        before = [before[1], segment];
    }
}

/// `user:password@` before a host is hidden; what is left of the segment is returned.
fn without_user<'t>(out: &mut Vec<u8>, authority: &'t [u8]) -> &'t [u8] {
    let Some(at) = authority.iter().rposition(|byte| *byte == b'@') else { return authority };
    out.extend_from_slice(HIDDEN);
    &authority[at..]
}

/// `a=b;c=d`. Whether a `;` separates is up to the app, so all that follows a secret is one.
fn write_pairs(out: &mut Vec<u8>, text: &[u8], layers: u8) {
    let separates = |byte: &u8| matches!(byte, b';' | b'&' | b'?' | b'#');
    for pair in text.split_inclusive(separates) {
        let (pair, separator) = match pair.split_last() {
            Some((last, pair)) if separates(last) => (pair, Some(*last)),
            _ => (pair, None),
        };
        let (name, value) = split_once(pair, b'=');
        write_value(out, name, layers);
        if let Some(value) = value {
            out.push(b'=');
            if is_secret_name(&decode_all(name)) {
                return out.extend_from_slice(HIDDEN);
            }
            write_value(out, value, layers);
        }
        out.extend(separator);
    }
}

fn write_value(out: &mut Vec<u8>, text: &[u8], layers: u8) {
    let shown = if is_harmless(text, layers) { text } else { HIDDEN };
    out.extend_from_slice(shown);
}

/// A value may be an address with a query of its own, encoded or not.
fn is_harmless(text: &[u8], layers: u8) -> bool {
    if holds_credential(text) {
        return false;
    }
    let encoded = percent::is_encoded(text);
    if !encoded && !text.iter().any(|byte| matches!(byte, b'/' | b'=')) {
        return true;
    }
    let Some(layers) = layers.checked_sub(1) else { return !encoded };
    let inner = percent::decode(text);
    let mut out = Vec::with_capacity(inner.len());
    write_address(&mut out, &inner, layers);
    out == *inner
}

fn decode_all(name: &[u8]) -> Vec<u8> {
    let mut name = name.to_vec();
    for _ in 0..LAYERS {
        name = percent::decode(&name).into_owned();
    }
    name
}

fn split_once(text: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|byte| *byte == separator) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        String::from_utf8(address(text.as_bytes())).expect("what went in was text")
    }

    #[test]
    fn what_is_no_secret_stays_as_it_was() {
        for text in [
            "/",
            "*",
            "",
            "/apps/jellyfin/web/index.html?v=1.2&page=3",
            "/apps/x/?",
            "/apps/x/?a&b=&=c&&",
            "/apps/x/a%20b/%C3%BC?q=a%20b+c&next=%2Fapps%2Fy%2F%3Fpage%3D2",
            "/apps/x//double/",
            "/apps/x/100%?half=50%",
            "https://home.lan:8443/apps/x/?q=1#top",
            "/apps/x/?mail=me@home.lan",
            "/apps/repair/1;v=2/b",
            "/api/v1/pair",
            "/api/v1/pair/",
        ] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn secrets_are_hidden_wherever_they_hide() {
        let key = format!("svc_{}", "0a".repeat(32));
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
        for (text, expected) in [
            ("/a?token=s3cret", "/a?token=***"),
            ("/a?x=1&Access_Token=s3cret&y=2", "/a?x=1&Access_Token=***&y=2"),
            ("/a?%74oken=s3cret", "/a?%74oken=***"),
            ("/a?%2574oken=s3cret", "/a?%2574oken=***"),
            ("/a?x=1;sid=s3cret", "/a?x=1;sid=***"),
            ("/a?token=s3;cret", "/a?token=***"),
            ("/a?token=s3?cr=et", "/a?token=***"),
            ("/a?token=s3/cr/et=", "/a?token=***"),
            ("/a?token==s3cret", "/a?token=***"),
            ("/a?x=1?token=s3cret", "/a?x=1?token=***"),
            ("/a&token=s3cret/b", "/a&token=***/b"),
            ("/a#access_token=s3cret", "/a#access_token=***"),
            ("/a;jsessionid=s3cret/b", "/a;jsessionid=***/b"),
            ("/a?next=%2Fb%3Ftoken%3Ds3cret&z=1", "/a?next=***&z=1"),
            ("/a?next=%252Fb%253Ftoken%253Ds3cret", "/a?next=***"),
            ("/a?next=/b?token=s3cret", "/a?next=/b?token=***"),
            ("/a?token%3Ds3cret", "/a?***"),
            ("/a?x=%25252525252574", "/a?x=***"),
            ("/api/v1/pair/ABCDEFGH", "/api/v1/pair/***"),
            ("/API/v1//Pair//ABCDEFGH/x", "/API/v1//Pair//***/***"),
            ("/api/v1/%70air/ABCDEFGH?a=b", "/api/v1/%70air/***?a=b"),
            ("/api/v1/pair%2FABCDEFGH", "/api/v1/***"),
            ("https://me:word@home.lan/x", "https://***@home.lan/x"),
            ("https://home.lan/x?u=ftp://me:word@nas/", "https://home.lan/x?u=***"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
        for secret in [key.as_str(), jwt] {
            for text in [
                format!("/apps/x/{secret}/y"),
                format!("/apps/x/?q={secret}"),
                format!("/apps/x/?{secret}"),
                format!("/apps/x/?q=Bearer%20{secret}"),
                format!("/apps/x/?q={}", secret.replace('_', "%5F").replace('y', "%79")),
                format!("https://{secret}.home.lan/"),
                format!("/apps/x/a%2f{secret}"),
            ] {
                let shown = shown(&text);
                assert!(shown.contains("***") && !shown.contains("0a0a0a"), "{text}: {shown}");
                assert!(!shown.contains("IUzI1NiJ9"), "{text}: {shown}");
            }
        }
    }

    #[test]
    fn words_are_looked_at_one_by_one() {
        let text = "curl/8.5 (token=s3cret; linux) eyJhbGciOiJIUzI1NiJ9.e30.c2ln";
        let shown = String::from_utf8(words(text.as_bytes())).expect("text");
        assert_eq!(shown, "curl/8.5 (token=*** linux) ***");
    }
}
