//! The request that every proxy gets, byte for byte the same but for its port.

use super::scenario::Transport;

/// The prefix under which the app is, which the proxies take away.
pub(crate) const PREFIX: &str = "/apps/bench";

/// About as long as the tokens of the gateway, for runs without it.
const STAND_IN: &str = "\
    eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c2VyLWJlbmNoIiwiaXNzIjoiZ2F0ZWhvdXNlIiwiYX\
    VkIjoiZ2F0ZWhvdXNlLWRldmljZXMiLCJpYXQiOjc4NDExMTc3NywiZXhwIjo3ODQxMTUzNzcsImp0aSI6IjAxMjM0N\
    TY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmIiwic2NvcGVzIjpbInJlYWQ6KiIsIndyaXRlOioiLCJhY2Nlc3M6KiIs\
    ImFjY2VzczphZG1pbiJdfQ.c3RhbmQtaW4tc3RhbmQtaW4tc3RhbmQtaW4tc3RhbmQtaW4";

#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) transport: Transport,
    pub(crate) port: u16,
    pub(crate) token: Option<String>,
}

impl Request {
    pub(crate) fn authority(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn authorization(&self) -> String {
        format!("Bearer {}", self.token.as_deref().unwrap_or(STAND_IN))
    }

    /// What a browser sends with a request that a script makes.
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        let page = format!("{}://{}{PREFIX}/", self.transport.scheme(), self.authority());
        let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
        vec![
            ("user-agent", agent.to_owned()),
            ("accept", "application/json, text/plain, */*".to_owned()),
            ("accept-language", "en-US,en;q=0.5".to_owned()),
            ("accept-encoding", "gzip, deflate, br, zstd".to_owned()),
            ("authorization", self.authorization()),
            ("cookie", "theme=dark; lang=en; session=4b1f0c7a9d2e48b3a6c5".to_owned()),
            ("referer", page),
            ("sec-fetch-dest", "empty".to_owned()),
            ("sec-fetch-mode", "cors".to_owned()),
            ("sec-fetch-site", "same-origin".to_owned()),
        ]
    }

    /// As HTTP/1.1 spells it.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = format!("GET {} HTTP/1.1\r\nhost: {}\r\n", self.path, self.authority());
        for (name, value) in self.headers() {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("connection: keep-alive\r\n\r\n");
        text.into_bytes()
    }
}
