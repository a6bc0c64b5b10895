/// A quantity as Kubernetes writes it: `250m`, `12345n`, `1.5`, `128Mi`, `129e6`.
pub(super) fn quantity(text: &str) -> Option<f64> {
    const SUFFIXES: [(&str, f64); 15] = [
        ("Ki", 1024.0),
        ("Mi", 1_048_576.0),
        ("Gi", 1_073_741_824.0),
        ("Ti", 1_099_511_627_776.0),
        ("Pi", 1_125_899_906_842_624.0),
        ("Ei", 1_152_921_504_606_846_976.0),
        ("n", 1e-9),
        ("u", 1e-6),
        ("m", 1e-3),
        ("k", 1e3),
        ("M", 1e6),
        ("G", 1e9),
        ("T", 1e12),
        ("P", 1e15),
        ("E", 1e18),
    ];
    let scaled = SUFFIXES.iter().find_map(|(suffix, factor)| {
        Some(text.strip_suffix(suffix)?.parse::<f64>().ok()? * factor)
    });
    scaled.or_else(|| text.parse().ok()).filter(|value: &f64| value.is_finite() && *value >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        for (text, expected) in [
            ("2", Some(2.0)),
            ("1.5", Some(1.5)),
            ("250m", Some(0.25)),
            ("1500000000n", Some(1.5)),
            ("12u", Some(0.000_012)),
            ("128Mi", Some(134_217_728.0)),
            ("1Gi", Some(1_073_741_824.0)),
            ("129e6", Some(129_000_000.0)),
            ("5M", Some(5_000_000.0)),
            ("", None),
            ("-1", None),
            ("NaN", None),
            ("inf", None),
            ("five", None),
            ("1Zi", None),
        ] {
            assert_eq!(quantity(text), expected, "{text}");
        }
    }
}
