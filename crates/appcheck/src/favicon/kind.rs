//! What bytes are, whatever their sender calls them.

use super::svg;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Png,
    Jpeg,
    Gif,
    Ico,
    Webp,
    Bmp,
    Avif,
    Svg,
}

impl Kind {
    /// `None` for what is no picture, and for drawings that do more than be looked at.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Kind::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Kind::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Kind::Gif),
            [0, 0, 1, 0, count, 0, ..] if *count > 0 && bytes.len() > 22 => Some(Kind::Ico),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Kind::Webp),
            [b'B', b'M', ..] if is_bitmap(bytes) => Some(Kind::Bmp),
            [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f' | b's', ..] => {
                Some(Kind::Avif)
            }
            _ => std::str::from_utf8(bytes)
                .ok()
                .filter(|text| svg::is_harmless(text))
                .map(|_| Kind::Svg),
        }
    }

    pub(super) fn content_type(self) -> &'static str {
        match self {
            Kind::Png => "image/png",
            Kind::Jpeg => "image/jpeg",
            Kind::Gif => "image/gif",
            Kind::Ico => "image/x-icon",
            Kind::Webp => "image/webp",
            Kind::Bmp => "image/bmp",
            Kind::Avif => "image/avif",
            Kind::Svg => "image/svg+xml",
        }
    }
}

/// Two letters are too few to tell a bitmap by, so its second header has to fit, too.
fn is_bitmap(bytes: &[u8]) -> bool {
    matches!(bytes.get(14..18), Some([12 | 40 | 52 | 56 | 64 | 108 | 124, 0, 0, 0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_by_their_first_bytes() {
        let mut icon = vec![0, 0, 1, 0, 1, 0];
        icon.resize(64, 7);
        let mut bitmap = b"BM".to_vec();
        bitmap.resize(14, 0);
        bitmap.extend([40, 0, 0, 0, 1]);
        for (bytes, kind) in [
            (b"\x89PNG\r\n\x1a\nmore".as_slice(), Kind::Png),
            (b"\xff\xd8\xff\xe0more", Kind::Jpeg),
            (b"GIF87amore", Kind::Gif),
            (&icon, Kind::Ico),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Kind::Webp),
            (&bitmap, Kind::Bmp),
            (b"\0\0\0\x20ftypavif\0\0\0\0", Kind::Avif),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Kind::Svg),
        ] {
            assert_eq!(Kind::of(bytes), Some(kind));
            assert!(kind.content_type().starts_with("image/"));
        }
    }

    #[test]
    fn what_is_no_picture_is_not_taken_for_one() {
        for bytes in [
            b"".as_slice(),
            b"<!doctype html><title>404</title>",
            b"{\"error\":404}",
            b"BM is how this text begins",
            b"\0\0\x01\0",
            b"\0\0\x01\0\0\0 an icon file without icons",
            b"RIFF\x10\0\0\0WAVEfmt ",
            b"\0\0\0\x20ftypmp42\0\0\0\0",
            b"%PDF-1.7",
            b"\x7fELF",
        ] {
            assert_eq!(Kind::of(bytes), None, "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
