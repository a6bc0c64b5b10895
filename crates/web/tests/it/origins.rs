//! Pages of other sites: they may call nothing and read nothing.

use crate::lab::{LOCAL, Lab, REMOTE, request, with};

const FOREIGN: [(&str, &str); 6] = [
    ("origin", "https://evil.example"),
    ("origin", "http://localhost.evil.example"),
    ("origin", "null"),
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-site", "same-site"),
    ("sec-fetch-mode", "no-cors"),
];

#[tokio::test]
async fn a_foreign_page_is_refused_even_where_anybody_may_call() {
    let lab = Lab::new();
    for sign in FOREIGN {
        for from in [LOCAL, REMOTE] {
            for method in ["GET", "POST"] {
                let call = with(request(method, "/api/v1/auth/open"), &[sign]);
                let answer = lab.send(from, call).await;
                answer.assert_error(403, "FORBIDDEN");
            }
            let bearer = [sign, ("authorization", "Bearer admin")];
            let answer = lab.send(from, with(request("POST", "/api/v1/auth/open"), &bearer)).await;
            answer.assert_error(403, "FORBIDDEN");
        }
    }
}

/// That no answer has a CORS header is checked on every one, in the lab.
#[tokio::test]
async fn a_preflight_is_answered_without_permission() {
    let lab = Lab::new();
    for path in ["/api/v1/things", "/api/v1/auth/open", "/class/read", "/nowhere", "/api/docs"] {
        for origin in ["https://evil.example", "null", "http://localhost"] {
            let preflight = with(
                request("OPTIONS", path),
                &[
                    ("origin", origin),
                    ("access-control-request-method", "POST"),
                    ("access-control-request-headers", "authorization,content-type"),
                ],
            );
            let answer = lab.send(LOCAL, preflight).await;
            assert!([404, 405].contains(&answer.status.as_u16()), "{path}: {}", answer.status);
        }
    }
}
