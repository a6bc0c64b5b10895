//! A browser as far as apps are concerned: it keeps cookies, says who made a request, and shows
//! redirects one by one. It is not on the gateway's machine.

use std::net::{Ipv4Addr, SocketAddr};

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Client, Method, RequestBuilder, Url};
use serde_json::{Value, json};
use testkit::Gateway;

use crate::people::REMOTE;

const PAGE: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const MOST_REDIRECTS: usize = 10;
pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) struct Browser {
    client: Client,
    jar: Vec<Cookie>,
}

/// One cookie: as browsers do it, for a host whatever the port, and below a path.
#[derive(Debug, Clone)]
pub(crate) struct Cookie {
    host: String,
    path: String,
    name: String,
    pub(crate) value: String,
}

#[derive(Debug)]
pub(crate) struct Page {
    /// Where it was asked for.
    pub(crate) url: Url,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Page {
    /// Where it leads, as a whole address.
    pub(crate) fn location(&self) -> Option<Url> {
        let location = self.headers.get("location")?.to_str().expect("text");
        Some(self.url.join(location).expect("an address"))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

impl Browser {
    /// Finds all of these names at the gateway.
    pub(crate) fn new(gateway: &Gateway, names: &[&str]) -> Self {
        let remote = HeaderMap::from_iter([(
            REMOTE.0.parse().expect("a name"),
            HeaderValue::from_static(REMOTE.1),
        )]);
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, gateway.port()));
        let builder = gateway.client_builder().default_headers(remote);
        let builder = names.iter().fold(builder, |builder, name| builder.resolve(name, here));
        Browser { client: builder.build().expect("a client"), jar: Vec::new() }
    }

    /// As if the address were typed.
    pub(crate) async fn open(&mut self, url: &str) -> Page {
        let call = self.client.get(url).header("Accept", PAGE);
        let call = call.header("Sec-Fetch-Site", "none").header("Sec-Fetch-Mode", "navigate");
        self.send(call.header("Sec-Fetch-Dest", "document")).await
    }

    /// Follows redirects to the end. All pages on the way are given, the last one last.
    pub(crate) async fn follow(&mut self, url: &str) -> Vec<Page> {
        let mut pages = vec![self.open(url).await];
        while let Some(next) = pages.last().and_then(Page::location) {
            assert!(pages.len() < MOST_REDIRECTS, "no end at {next}");
            pages.push(self.open(next.as_str()).await);
        }
        pages
    }

    /// As a script on the page at `page` asks.
    pub(crate) async fn script(&mut self, page: &str, method: Method, url: &str) -> Page {
        self.send(self.scripted(page, method, url)).await
    }

    pub(crate) fn scripted(&self, page: &str, method: Method, url: &str) -> RequestBuilder {
        let (from, to): (Url, Url) = (page.parse().expect("a page"), url.parse().expect("a place"));
        let same = from.origin() == to.origin();
        let mut call = self.client.request(method.clone(), url).header("Accept", "*/*");
        call = call.header("Sec-Fetch-Site", if same { "same-origin" } else { "cross-site" });
        call = call.header("Sec-Fetch-Mode", "cors").header("Sec-Fetch-Dest", "empty");
        call = call.header("Referer", page);
        if method == Method::GET && same {
            call
        } else {
            call.header("Origin", from.origin().ascii_serialization())
        }
    }

    /// Signs in on the sign-in page at `main` and gives the token that the page gets.
    pub(crate) async fn sign_in(&mut self, main: &str) -> String {
        let call =
            self.scripted(&format!("{main}/"), Method::POST, &format!("{main}/api/v1/auth/login"));
        let page =
            self.send(call.json(&json!({ "username": "admin", "password": PASSWORD }))).await;
        assert_eq!(page.status, 200, "{}", page.body);
        page.json()["token"].as_str().expect("a token").to_owned()
    }

    /// The cookie that would go to this address.
    pub(crate) fn cookie(&self, url: &str, name: &str) -> Option<&Cookie> {
        let url = url.parse().expect("an address");
        self.jar.iter().find(|cookie| cookie.name == name && cookie.goes_to(&url))
    }

    /// Puts a cookie where the gateway did not: as an app on the same site, or a thief, could.
    pub(crate) fn plant(&mut self, url: &str, name: &str, value: &str) {
        let url: Url = url.parse().expect("an address");
        self.keep(&url, &format!("{name}={value}; Path=/"));
    }

    async fn send(&mut self, call: RequestBuilder) -> Page {
        let mut request = call.build().expect("a request");
        let url = request.url().clone();
        let cookies: Vec<String> = self
            .jar
            .iter()
            .filter(|cookie| cookie.goes_to(&url))
            .map(|cookie| format!("{}={}", cookie.name, cookie.value))
            .collect();
        if !cookies.is_empty() {
            let cookies = cookies.join("; ").parse().expect("a value");
            request.headers_mut().insert("Cookie", cookies);
        }
        let answer = self.client.execute(request).await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        for line in headers.get_all("set-cookie") {
            self.keep(&url, line.to_str().expect("text"));
        }
        Page { url, status, headers, body: answer.text().await.expect("a body") }
    }

    fn keep(&mut self, url: &Url, line: &str) {
        let mut parts = line.split("; ");
        let (name, value) = parts.next().and_then(|pair| pair.split_once('=')).expect("a cookie");
        let attributes: Vec<&str> = parts.collect();
        assert!(!attributes.iter().any(|a| a.starts_with("Domain")), "not host-only: {line}");
        let path = attributes.iter().find_map(|a| a.strip_prefix("Path=")).unwrap_or("/");
        let host = url.host_str().expect("a host").to_owned();
        self.jar.retain(|kept| (&*kept.name, &kept.host, &*kept.path) != (name, &host, path));
        if !attributes.contains(&"Max-Age=0") {
            let (path, name, value) = (path.to_owned(), name.to_owned(), value.to_owned());
            self.jar.push(Cookie { host, path, name, value });
        }
    }
}

impl Cookie {
    fn goes_to(&self, url: &Url) -> bool {
        url.host_str() == Some(&self.host) && url.path().starts_with(&self.path)
    }
}
