use http::{HeaderMap, StatusCode, header};
use serde_json::Value;

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    /// What `bytes` say as JSON; `null` where they are none.
    pub body: Value,
    /// Which path was asked, for the message of a test that fails.
    path: String,
}

impl Answer {
    pub(super) fn new(
        status: StatusCode,
        headers: HeaderMap,
        bytes: Vec<u8>,
        path: String,
    ) -> Answer {
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Answer { status, headers, bytes, body, path }
    }

    /// Checks the status, and gives the body.
    #[track_caller]
    pub fn expect(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.path, self.text());
        self.body.clone()
    }

    /// Checks status and code, and gives the error.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let status = StatusCode::from_u16(status).expect("a status");
        let error = self.expect(status)["error"].clone();
        assert_eq!(error["code"], code, "{}", self.path);
        error
    }

    /// Where it sends the browser.
    #[track_caller]
    pub fn location(&self) -> String {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.path);
        self.headers[header::LOCATION].to_str().expect("text").to_owned()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Status and body, to be compared as one.
    pub fn pair(self) -> (u16, Value) {
        (self.status.as_u16(), self.body)
    }
}
