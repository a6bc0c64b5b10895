//! Bodies as they are read, whatever they are packed in.

use bytes::Bytes;
use http::{HeaderMap, header};
use rewrite::codec::{Decoder, Encoding, Step};

use super::budget::LARGEST_BODY;

/// As much of a body as can be read. Nothing of what cannot be.
pub(super) async fn plain(headers: &HeaderMap, body: Bytes) -> Bytes {
    let Some(value) = headers.get(header::CONTENT_ENCODING) else { return body };
    let encoding = value.to_str().ok().and_then(Encoding::of_answer);
    let Some(encoding) = encoding else { return Bytes::new() };
    // Other requests wait for this thread.
    let decoding = tokio::task::spawn_blocking(move || decode(encoding, &body));
    decoding.await.unwrap_or_default()
}

/// The end may be missing, because no more of it was taken.
fn decode(encoding: Encoding, body: &[u8]) -> Bytes {
    let (mut decoder, mut plain, mut at) = (Decoder::new(encoding), Vec::new(), 0);
    while plain.len() < LARGEST_BODY
        && let Ok(Step::More(read)) = decoder.push(&body[at..], &mut plain)
    {
        at += read;
    }
    plain.truncate(LARGEST_BODY);
    plain.into()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use rewrite::codec::Encoder;

    use super::*;

    async fn unpacked(name: &'static str, body: Vec<u8>) -> Bytes {
        let coding = (header::CONTENT_ENCODING, HeaderValue::from_static(name));
        plain(&HeaderMap::from_iter([coding]), body.into()).await
    }

    #[tokio::test]
    async fn what_is_packed_is_read_within_bounds() {
        for (name, encoding) in
            [("gzip", Encoding::Gzip), ("br", Encoding::Brotli), ("zstd", Encoding::Zstd)]
        {
            let (mut encoder, mut packed) = (Encoder::new(encoding), Vec::new());
            let page: Vec<u8> = (0..3_000_000u32).map(|number| (number / 7) as u8).collect();
            encoder.push(&page, &mut packed).expect("it can be packed");
            encoder.finish(&mut packed).expect("it can be packed");
            let whole = unpacked(name, packed.clone()).await;
            assert_eq!(whole[..], page[..LARGEST_BODY], "{name}");
            packed.truncate(packed.len() / 2);
            assert!(page.starts_with(&unpacked(name, packed).await), "{name}");
        }
        assert_eq!(plain(&HeaderMap::new(), Bytes::from_static(b"a")).await, "a");
        assert_eq!(unpacked("gzip", b"not packed".to_vec()).await, "");
        assert_eq!(unpacked("compress", b"a".to_vec()).await, "");
        assert_eq!(unpacked("utf-8", b"a".to_vec()).await, "a", "that is none");
    }
}
