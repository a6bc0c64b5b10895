//! What a person sees when the gateway is ready.

/// `setup_code`: while there is no administrator yet.
pub(crate) fn ready(base_url: &str, here: &str, setup_code: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("Gatehouse {version} is ready\n  {base_url}/");
    if here != base_url {
        text += &format!("     (this machine: {here}/)");
    }
    if let Some(code) = setup_code {
        let code = in_halves(code);
        text += &format!(
            "\n  Setup code: {code}   (needed to create the first administrator from another machine)"
        );
    }
    text
}

/// Eight characters are easier to copy as four and four; the dash is ignored where it is typed.
fn in_halves(code: &str) -> String {
    match code.split_at_checked(code.len() / 2) {
        Some((first, second)) => format!("{first}-{second}"),
        None => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::ready;

    #[test]
    fn it_says_where_to_go_and_shows_the_code_only_while_it_is_needed() {
        let text = ready("https://192.168.1.10:8443", "https://localhost:8443", Some("ABCDEFGH"));
        assert!(text.contains("\n  https://192.168.1.10:8443/ "), "{text}");
        assert!(text.contains("(this machine: https://localhost:8443/)"), "{text}");
        assert!(text.contains("\n  Setup code: ABCD-EFGH "), "{text}");
        let text = ready("https://localhost:8443", "https://localhost:8443", None);
        assert!(!text.contains("this machine") && !text.contains("Setup"), "{text}");
    }
}
