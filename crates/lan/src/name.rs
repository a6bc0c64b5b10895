/// The host name in lower case, where it is one that DNS could carry.
pub fn host_name() -> Option<String> {
    valid(&hostname::get().ok()?.into_string().ok()?)
}

fn valid(name: &str) -> Option<String> {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (name.len() <= 253 && name.split('.').all(label)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::valid;

    #[test]
    fn only_a_name_that_dns_could_carry_is_one() {
        for (name, expected) in [
            ("NAS", Some("nas")),
            ("nas.example.com.", Some("nas.example.com")),
            ("", None),
            ("my nas", None),
            ("-nas", None),
            ("nas..lan", None),
            (&"a".repeat(64), None),
        ] {
            assert_eq!(valid(name).as_deref(), expected, "{name:?}");
        }
    }
}
