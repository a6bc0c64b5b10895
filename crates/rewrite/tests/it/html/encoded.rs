//! Character sets are left alone.

use rewrite::html::Html;

use super::{injecting, page, through};

#[test]
fn bytes_of_any_character_set_come_out_as_they_came_in() {
    let all: Vec<u8> = (0x80..=0xFF).collect();
    let mut html = b"<title>".to_vec();
    let mut expected = html.clone();
    for (bytes, address) in [(&mut html, "/b"), (&mut expected, "/apps/x/b")] {
        bytes.extend(&all);
        bytes.extend_from_slice(b"</title><script>'");
        bytes.extend(&all);
        bytes.extend_from_slice(b"';a=1</script><a title=\"");
        bytes.extend(&all);
        bytes.extend_from_slice(format!("\" href=\"{address}").as_bytes());
        bytes.extend(&all);
        bytes.extend_from_slice(b"\"><noscript>");
        bytes.extend(&all);
        bytes.extend_from_slice(b"</noscript>");
    }
    for size in [1, 3, 64, usize::MAX] {
        assert_eq!(through(Html::new(page()), &html, size), expected, "pieces of {size}");
    }
}

#[test]
fn utf_16_goes_through() {
    let text = "<script>a</script><a href=\"/a\">";
    let little = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes));
    let big = [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes));
    for html in
        [little.collect::<Vec<u8>>(), big.collect(), vec![0xFF], vec![0xFE], vec![0xFF, b'<']]
    {
        for size in [1, 2, usize::MAX] {
            assert_eq!(through(Html::new(injecting()), &html, size), html);
        }
    }
}
