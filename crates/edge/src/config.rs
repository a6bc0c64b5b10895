//! The `proxy` section of the configuration.

use kit::{ByteSize, Span};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProxyConfig {
    /// Until an app has accepted the connection.
    pub connect_timeout: Span,
    /// From the end of the request to the first header of the answer.
    pub response_timeout: Span,
    /// How long a body may stand still.
    pub idle_timeout: Span,
    /// Zero: no limit.
    pub max_request_body: ByteSize,
    pub cache: CacheConfig,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CacheConfig {
    pub max_bytes: ByteSize,
}

impl Default for ProxyConfig {
    fn default() -> Self {
        ProxyConfig {
            connect_timeout: Span::seconds(10),
            response_timeout: Span::seconds(60),
            idle_timeout: Span::seconds(300),
            max_request_body: ByteSize(0),
            cache: CacheConfig::default(),
        }
    }
}

impl Default for CacheConfig {
    fn default() -> Self {
        CacheConfig { max_bytes: ByteSize(64 * 1024 * 1024) }
    }
}

impl ProxyConfig {
    /// Keys with values that cannot work, and why.
    pub fn problems(&self) -> Vec<(&'static str, &'static str)> {
        let spans = [
            ("proxy.connect_timeout", self.connect_timeout),
            ("proxy.response_timeout", self.response_timeout),
            ("proxy.idle_timeout", self.idle_timeout),
        ];
        let none = spans.into_iter().filter(|(_, span)| span.0.is_zero());
        none.map(|(key, _)| (key, "must be longer than nothing")).collect()
    }
}
