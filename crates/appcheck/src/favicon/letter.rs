//! A picture for apps that have none: the first letter of their name on a colour of their own.

use super::Icon;

pub fn draw(app_id: &str, name: &str) -> Icon {
    let letter = escaped(letter(name).or_else(|| letter(app_id)).unwrap_or('?'));
    let hue = hue(app_id);
    Icon::stand_in(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" height=\"64\">\
         <rect width=\"64\" height=\"64\" rx=\"14\" fill=\"hsl({hue},45%,42%)\"/>\
         <text x=\"32\" y=\"33\" fill=\"#fff\" font-family=\"system-ui,sans-serif\" \
         font-size=\"34\" font-weight=\"600\" text-anchor=\"middle\" \
         dominant-baseline=\"central\">{letter}</text></svg>"
    ))
}

fn letter(text: &str) -> Option<char> {
    let letter = text.chars().find(|c| c.is_alphanumeric())?;
    letter.to_uppercase().next()
}

/// Letters need none of this; it holds whatever `letter` comes to mean.
fn escaped(letter: char) -> String {
    match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        _ => letter.to_string(),
    }
}

/// The same for the same app, and likely another for another: FNV-1a around the circle.
fn hue(app_id: &str) -> u32 {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    app_id.bytes().fold(0x811c_9dc5, step) % 360
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::favicon::svg;

    #[test]
    fn every_name_has_a_picture_that_is_harmless() {
        for (name, letter) in [
            ("Jellyfin", ">J<"),
            ("  home assistant", ">H<"),
            ("élan", ">É<"),
            ("日本", ">日<"),
            ("<script>alert(1)</script>", ">S<"),
            ("&&&", ">A<"),
            ("", ">A<"),
        ] {
            let icon = draw("app", name);
            let text = String::from_utf8(icon.bytes.to_vec()).expect("text");
            assert!(text.contains(letter), "{name}: {text}");
            assert!(svg::is_harmless(&text), "{text}");
            assert!(icon.is_stand_in);
        }
        assert!(String::from_utf8_lossy(&draw("-", "").bytes).contains(">?<"));
        assert_eq!(escaped('<'), "&lt;");
    }

    #[test]
    fn an_app_keeps_its_colour() {
        assert_eq!(draw("a", "x"), draw("a", "x"));
        assert_ne!(draw("a", "x").etag, draw("b", "x").etag);
    }
}
