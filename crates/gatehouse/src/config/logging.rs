//! The `logging` section.

use serde::{Deserialize, Deserializer, Serialize, de};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Logging {
    #[serde(deserialize_with = "filter")]
    pub(crate) level: String,
    pub(crate) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Text,
    Json,
}

impl Default for Logging {
    fn default() -> Self {
        Logging { level: "info".to_owned(), format: Format::Text }
    }
}

fn filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let level = String::deserialize(deserializer)?;
    let reason = "expected a level such as info or debug, or a filter such as info,access=debug";
    if is_filter(&level) { Ok(level) } else { Err(de::Error::custom(reason)) }
}

/// The library takes a bare word that is no level for the name of a module, and would silence
/// everything else because of a typing error.
fn is_filter(text: &str) -> bool {
    let bare = |part: &&str| !part.contains(['=', '[']);
    let is_level = |part: &str| !part.is_empty() && part.parse::<LevelFilter>().is_ok();
    EnvFilter::try_new(text).is_ok() && text.split(',').filter(bare).all(is_level)
}

#[cfg(test)]
mod tests {
    use super::is_filter;

    #[test]
    fn a_typing_error_is_not_a_module() {
        for good in ["info", "WARN", "info,access=debug", "off", "warn,hyper=error"] {
            assert!(is_filter(good), "{good:?}");
        }
        for bad in ["", "inof", "verbose", "info,acess", "access=loud", "info,,warn"] {
            assert!(!is_filter(bad), "{bad:?}");
        }
    }
}
