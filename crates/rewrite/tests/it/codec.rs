//! Bodies in each coding, whole and damaged, in pieces of any size.

use std::io::Write;

use proptest::prelude::*;
use rewrite::Broken;
use rewrite::codec::{Decoder, Encoder, Encoding, STEP, Step};

const CODINGS: [Encoding; 5] =
    [Encoding::Identity, Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd];

fn encoded(encoding: Encoding, pieces: &[&[u8]]) -> Vec<u8> {
    let mut encoder = Encoder::new(encoding);
    let mut out = Vec::new();
    for piece in pieces {
        encoder.push(piece, &mut out).expect("anything can be encoded");
    }
    encoder.finish(&mut out).expect("anything can be encoded");
    out
}

/// Drives a decoder as a caller does, and sees that no step is longer than it may be.
fn push_all(decoder: &mut Decoder, mut piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
    loop {
        let before = out.len();
        let step = decoder.push(piece, out);
        assert!(out.len() - before <= STEP);
        match step? {
            Step::Done => return Ok(()),
            Step::More(read) => piece = &piece[read..],
        }
    }
}

fn decoded(encoding: Encoding, body: &[u8], piece: usize) -> Result<Vec<u8>, Broken> {
    let mut decoder = Decoder::new(encoding);
    let mut out = Vec::new();
    for piece in body.chunks(piece) {
        push_all(&mut decoder, piece, &mut out)?;
    }
    decoder.finish()?;
    Ok(out)
}

/// Text that repeats itself now and then, and one that does not.
fn samples() -> [Vec<u8>; 2] {
    let text = (0..20_000_u32).flat_map(|n| format!("<li>{}</li>", n % 977).into_bytes());
    let noise = (0..300_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 23) as u8);
    [text.collect(), noise.collect()]
}

#[test]
fn the_header_is_read() {
    for (value, encoding) in [
        ("gzip", Some(Encoding::Gzip)),
        (" GZip ", Some(Encoding::Gzip)),
        ("x-gzip", Some(Encoding::Gzip)),
        ("deflate", Some(Encoding::Deflate)),
        ("br", Some(Encoding::Brotli)),
        ("zstd", Some(Encoding::Zstd)),
        ("identity", Some(Encoding::Identity)),
        ("", Some(Encoding::Identity)),
        ("gzip, br", None),
        ("gzip,gzip", None),
        ("compress", None),
        ("dcb", None),
        ("utf-8", None),
    ] {
        assert_eq!(Encoding::parse(value), encoding, "{value}");
    }
    for encoding in CODINGS {
        assert_eq!(Encoding::parse(encoding.name()), Some(encoding));
    }
}

#[test]
fn long_bodies_come_back() {
    for encoding in CODINGS {
        for sample in samples() {
            let body = encoded(encoding, &[&sample]);
            for piece in [1013, body.len()] {
                let back = decoded(encoding, &body, piece).unwrap();
                assert!(back == sample, "{encoding:?} in pieces of {piece}");
            }
        }
    }
}

#[test]
fn a_body_of_nothing_is_whole() {
    for encoding in CODINGS {
        assert_eq!(decoded(encoding, b"", 1).unwrap(), b"");
        assert_eq!(decoded(encoding, &encoded(encoding, &[]), 1).unwrap(), b"");
    }
}

#[test]
fn what_was_flushed_can_be_decoded() {
    for encoding in CODINGS {
        let mut encoder = Encoder::new(encoding);
        let mut decoder = Decoder::new(encoding);
        let mut back = Vec::new();
        for (at, event) in
            [&b"data: one\n\n"[..], b"data: two\n\n", &[b'x'; 90_000]].iter().enumerate()
        {
            let mut sent = Vec::new();
            encoder.push(event, &mut sent).unwrap();
            encoder.flush(&mut sent).unwrap();
            let before = back.len();
            push_all(&mut decoder, &sent, &mut back).unwrap();
            assert!(back[before..] == **event, "{encoding:?}, event {at}");
        }
        let mut nothing = Vec::new();
        encoder.flush(&mut nothing).unwrap();
        assert!(nothing.is_empty(), "{encoding:?}: nothing new, nothing sent");
        encoder.finish(&mut nothing).unwrap();
        push_all(&mut decoder, &nothing, &mut back).unwrap();
        decoder.finish().unwrap();
    }
}

#[test]
fn bodies_that_are_cut_short_are_broken() {
    for encoding in [Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd] {
        let body = encoded(encoding, &[b"a body that is long enough to be cut, long enough"]);
        for length in 1..body.len() {
            assert!(decoded(encoding, &body[..length], 7).is_err(), "{encoding:?} cut at {length}");
        }
    }
}

#[test]
fn damaged_bodies_are_broken() {
    for encoding in [Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd] {
        assert!(decoded(encoding, b"<!doctype html><p>not encoded at all</p>", 5).is_err());
    }
    let [text, _] = samples();
    for (encoding, sum) in [(Encoding::Gzip, 8), (Encoding::Deflate, 4)] {
        let mut body = encoded(encoding, &[&text]);
        let at = body.len() - sum;
        body[at] ^= 1;
        assert!(decoded(encoding, &body, 4096).is_err(), "{encoding:?} with a wrong sum");
    }
}

#[test]
fn gzip_may_have_members_and_an_end_that_means_nothing() {
    let one = encoded(Encoding::Gzip, &[b"one "]);
    let two = encoded(Encoding::Gzip, &[b"two"]);
    let both = [&one[..], &two].concat();
    for tail in [&b""[..], b"\0\0\0\0", b"\x1f", b"\x1fgarbage", b"\n"] {
        for piece in [1, 2, 3, 1000] {
            let body = [&both[..], tail].concat();
            assert_eq!(decoded(Encoding::Gzip, &body, piece).unwrap(), b"one two", "{tail:?}");
        }
    }
    assert!(decoded(Encoding::Gzip, &both[..both.len() - 3], 1000).is_err());
    assert!(decoded(Encoding::Gzip, &[&one[..], b"\x1f\x8bgarbage"].concat(), 1000).is_err());
}

#[test]
fn what_follows_other_codings_is_seen_as_browsers_do() {
    for (encoding, ignored) in
        [(Encoding::Deflate, true), (Encoding::Brotli, true), (Encoding::Zstd, false)]
    {
        let body = [&encoded(encoding, &[b"body"])[..], b"and more"].concat();
        for piece in [1, 3, 1000] {
            assert_eq!(decoded(encoding, &body, piece).is_ok(), ignored, "{encoding:?}");
        }
    }
}

#[test]
fn zstd_may_have_frames() {
    let skipped = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
    let one = encoded(Encoding::Zstd, &[b"one "]);
    let two = encoded(Encoding::Zstd, &[b"two"]);
    let body = [&one[..], skipped, &two, skipped].concat();
    for piece in [1, 5, 1000] {
        assert_eq!(decoded(Encoding::Zstd, &body, piece).unwrap(), b"one two");
    }
}

#[test]
fn deflate_may_be_bare() {
    for text in [&b""[..], b"a", b"ab", b"/a /b /c /a /b /c /a /b /c", &samples()[0][..9000]] {
        let mut bare = flate2::write::DeflateEncoder::new(Vec::new(), Default::default());
        bare.write_all(text).unwrap();
        let body = bare.finish().unwrap();
        for piece in [1, 2, 1000] {
            assert!(decoded(Encoding::Deflate, &body, piece).unwrap() == text);
        }
    }
}

#[test]
fn windows_are_no_larger_than_browsers_allow() {
    for (window, fits) in [(23, true), (24, false), (27, false)] {
        let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
        zstd.window_log(window).unwrap();
        zstd.write_all(b"a body").unwrap();
        let body = zstd.finish().unwrap();
        assert_eq!(decoded(Encoding::Zstd, &body, 1000).is_ok(), fits, "{window}");
    }
    let settings = brotli::enc::BrotliEncoderParams {
        quality: 1,
        lgwin: 28,
        large_window: true,
        ..Default::default()
    };
    let mut large = Vec::new();
    brotli::BrotliCompress(&mut &b"a body"[..], &mut large, &settings).unwrap();
    assert!(decoded(Encoding::Brotli, &large, 1000).is_err());
}

#[test]
fn bombs_are_stopped_early() {
    let zeros = vec![0; 1 << 20];
    for encoding in [Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd] {
        let bomb = encoded(encoding, &[&zeros[..]; 16]);
        for piece in [64, bomb.len()] {
            let mut decoder = Decoder::new(encoding);
            let mut out = Vec::new();
            let pushed =
                bomb.chunks(piece).try_for_each(|piece| push_all(&mut decoder, piece, &mut out));
            assert!(pushed.is_err(), "{encoding:?} in pieces of {piece}");
            assert!(out.len() <= (4 << 20) + STEP, "{encoding:?} came to {}", out.len());
        }
        let small = encoded(encoding, &[&zeros[..]; 3]);
        assert_eq!(decoded(encoding, &small, 4096).unwrap().len(), 3 << 20, "{encoding:?}");
    }
}

#[test]
fn the_state_is_small_where_it_lies() {
    assert!(size_of::<Decoder>() <= 64, "{}", size_of::<Decoder>());
    assert!(size_of::<Encoder>() <= 64, "{}", size_of::<Encoder>());
}

fn any_coding() -> impl Strategy<Value = Encoding> {
    prop::sample::select(&CODINGS[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pieces_may_be_cut_anywhere(
        encoding in any_coding(),
        pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..6),
        flush in any::<bool>(),
        piece in 1..40_usize,
    ) {
        let mut encoder = Encoder::new(encoding);
        let mut body = Vec::new();
        for piece in &pieces {
            encoder.push(piece, &mut body).unwrap();
            if flush {
                encoder.flush(&mut body).unwrap();
            }
        }
        encoder.finish(&mut body).unwrap();
        prop_assert_eq!(decoded(encoding, &body, piece).unwrap(), pieces.concat());
    }

    #[test]
    fn anything_at_all_is_read_or_broken(
        encoding in any_coding(),
        mut body in prop::collection::vec(any::<u8>(), 0..300),
        start in any::<bool>(),
    ) {
        if start {
            body.splice(0..0, encoded(encoding, &[b"start"]).into_iter().take(12));
        }
        let whole = decoded(encoding, &body, 300).ok();
        prop_assert_eq!(decoded(encoding, &body, 1).ok(), whole);
    }
}
