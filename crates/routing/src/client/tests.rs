//! The rules of local trust, case by case.

use http::{Request, Version};

use super::*;

type Headers = &'static [(&'static str, &'static str)];

const LOOPBACK: &str = "127.0.0.1:4711";
const STRANGER: &str = "203.0.113.9:4711";

struct Case {
    policy: TrustPolicy,
    peer: &'static str,
    secure: bool,
    version: Version,
    target: &'static str,
}

/// A plain request from this machine to itself.
fn local() -> Case {
    Case {
        policy: policy(&[], &[]),
        peer: LOOPBACK,
        secure: true,
        version: Version::HTTP_11,
        target: "/api/v1/apikeys",
    }
}

fn from(peer: &'static str) -> Case {
    Case { peer, ..local() }
}

fn policy(local_networks: &[&str], trusted_proxies: &[&str]) -> TrustPolicy {
    let networks = |list: &[&str]| list.iter().map(|net| net.parse().expect("a network")).collect();
    let own = ["nas.local", "192.168.1.20:8443", "fd00::20"];
    TrustPolicy::new(networks(local_networks), networks(trusted_proxies), own).expect("own hosts")
}

impl Case {
    fn try_with(&self, headers: &[(&str, &str)]) -> Result<ClientInfo, Refusal> {
        let mut request = Request::builder().uri(self.target).version(self.version);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        let peer = self.peer.parse().expect("a peer address");
        let connected = Connected { peer, secure: self.secure, request_id: "r".into() };
        self.policy.decide(connected, &parts)
    }

    /// With `Host: localhost:8443` and `headers`.
    fn with(&self, headers: &[(&str, &str)]) -> ClientInfo {
        let all = [&[("Host", "localhost:8443")], headers].concat();
        self.try_with(&all).expect("a decision")
    }
}

#[test]
fn this_machine_is_local_and_nobody_else_is() {
    for peer in [LOOPBACK, "127.8.9.1:1", "[::1]:4711", "[::ffff:127.0.0.1]:4711"] {
        assert!(from(peer).with(&[]).local, "{peer}");
    }
    for peer in
        [STRANGER, "172.17.0.1:1", "10.0.0.1:1", "192.168.1.20:1", "[fd00::1]:1", "0.0.0.0:1"]
    {
        assert!(!from(peer).with(&[]).local, "{peer}");
    }
}

#[test]
fn a_configured_network_is_local_too() {
    let case = |peer| Case { policy: policy(&["10.0.0.0/8"], &[]), ..from(peer) };
    assert!(case("10.1.2.3:1").with(&[]).local);
    assert!(case("[::ffff:10.1.2.3]:1").with(&[]).local);
    assert!(!case("11.1.2.3:1").with(&[]).local);
    assert!(!case("10.1.2.3:1").with(&[("X-Real-IP", "10.1.2.3")]).local);
}

/// A page's request over plain HTTP at an address in the network carries no sign of a browser.
#[test]
fn a_configured_network_is_not_local_over_plain_http() {
    let policy = policy(&["10.0.0.0/8"], &[]);
    assert!(!Case { policy, secure: false, ..from("10.1.2.3:1") }.with(&[]).local);
    assert!(Case { secure: false, ..local() }.with(&[]).local, "this machine is");
}

#[test]
fn a_forwarding_header_in_any_spelling_ends_local_trust_and_moves_no_address() {
    for name in [
        "X-Forwarded-For",
        "X_Forwarded_For",
        "x.forwarded.for",
        "X-Forwarded-Host",
        "X-Forwarded",
        "X-Forwarded-Proto",
        "X-Forwarded-Anything",
        "Forwarded",
        "Forwarded-For",
        "X-Real-IP",
        "X_Real_IP",
        "X-Client-IP",
        "Client-IP",
        "True-Client-IP",
        "CF-Connecting-IP",
        "CF-Connecting-IPv6",
        "Fastly-Client-IP",
        "X-Cluster-Client-IP",
        "X-Originating-IP",
        "X-Remote-IP",
        "X-Remote-Addr",
        "X-Original-Forwarded-For",
        "WL-Proxy-Client-IP",
        "Via",
    ] {
        for value in ["127.0.0.1", "::1", "for=127.0.0.1", ""] {
            for peer in [LOOPBACK, STRANGER] {
                let client = from(peer).with(&[(name, value)]);
                assert!(!client.local, "{name}: {value} from {peer}");
                assert_eq!(client.address, client.peer.ip(), "{name}: {value} from {peer}");
            }
        }
    }
    assert!(local().with(&[("X-Request-Id", "forward"), ("Forward", "1")]).local);
}

#[test]
fn local_callers_name_this_machine() {
    for host in [
        "localhost",
        "LOCALHOST:8443",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.1.2.3",
        "[::1]:8443",
        "[::ffff:127.0.0.1]",
        "nas.local",
        "NAS.local.:8443",
        "192.168.1.20",
        "[fd00::20]:8443",
        "[FD00:0::20]",
    ] {
        assert!(local().try_with(&[("Host", host)]).expect(host).local, "{host}");
    }
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "a.localhost",
        "0.0.0.0",
        "127.1",
        "2130706433",
        "0x7f000001",
        "[::]",
        "192.168.1.21",
        "nas.local.evil.example",
    ] {
        assert!(!local().try_with(&[("Host", host)]).expect(host).local, "{host}");
    }
}

#[test]
fn names_that_anybody_could_point_here_are_not_answered() {
    let policy = TrustPolicy::new(Vec::new(), Vec::new(), ["home.example.org"]).expect("a name");
    let answers = |host: &str| policy.answers_to(&Host::parse(host).expect(host));
    for host in ["home.example.org", "HOME.example.org.", "nas", "nas.local", "10.0.0.1:1", "[::1]"]
    {
        assert!(answers(host), "{host}");
    }
    for host in ["example.org", "x.home.example.org", "local.evil.example", "xlocal.io", "127.1"] {
        assert!(!answers(host), "{host}");
    }
}

#[test]
fn a_host_that_can_be_read_in_two_ways_is_refused() {
    for host in [
        "",
        "user@localhost",
        "user:pass@localhost",
        "localhost:80:80",
        "localhost:port",
        "localhost:+80",
        "localhost:99999",
        "::1",
        "[::1",
        "[::1]x",
        "[localhost]",
        "local host",
        "localhost/",
        "localhost#",
        "localhost?",
        "localhost,evil",
        "loc\\alhost",
        "l%6fcalhost",
        ".",
        ":80",
    ] {
        assert!(local().try_with(&[("Host", host)]).is_err(), "{host:?}");
    }
    assert!(local().try_with(&[]).is_err(), "no Host");
    let two = [("Host", "localhost"), ("Host", "localhost")];
    assert!(local().try_with(&two).is_err(), "two Hosts");
}

#[test]
fn the_target_and_the_host_header_agree() {
    let absolute = |version| Case { target: "https://localhost:8443/x", version, ..local() };
    for version in [Version::HTTP_11, Version::HTTP_2] {
        let case = absolute(version);
        assert!(case.try_with(&[("Host", "localhost:8443")]).expect("equal").local);
        for host in ["evil.example", "localhost", "localhost:1", "127.0.0.1:8443"] {
            assert!(case.try_with(&[("Host", host)]).is_err(), "{host}");
        }
    }
    assert!(absolute(Version::HTTP_11).try_with(&[]).is_err(), "HTTP/1.1 needs a Host");
    assert!(absolute(Version::HTTP_2).try_with(&[]).expect("HTTP/2 does not").local);
    let userinfo = Case { target: "https://localhost@evil.example/", ..absolute(Version::HTTP_2) };
    assert!(userinfo.try_with(&[]).is_err());
    let nameless = |version| Case { version, ..local() }.try_with(&[]);
    assert!(nameless(Version::HTTP_2).is_err());
    assert!(!nameless(Version::HTTP_10).expect("HTTP/1.0 may be silent").local);
}

#[test]
fn a_page_of_somebody_else_is_foreign() {
    use OriginKind::{Foreign, None, Same};
    let cases: [(Headers, OriginKind, bool); 24] = [
        (&[], None, false),
        (&[("Sec-Fetch-Site", "none"), ("Sec-Fetch-Mode", "navigate")], None, false),
        (&[("Referer", "https://localhost:8443/")], None, true),
        (&[("Sec-Fetch-Site", "same-origin")], Same, true),
        (&[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "no-cors")], Same, true),
        (&[("Origin", "https://localhost:8443")], Same, true),
        (&[("Origin", "https://LOCALHOST:8443")], Same, true),
        (&[("Origin", "https://localhost:8443"), ("Sec-Fetch-Site", "same-origin")], Same, true),
        (&[("Origin", "https://localhost:8443"), ("Sec-Fetch-Site", "cross-site")], Foreign, true),
        (&[("Origin", "https://evil.example"), ("Sec-Fetch-Site", "same-origin")], Foreign, true),
        (&[("Sec-Fetch-Site", "cross-site")], Foreign, true),
        (&[("Sec-Fetch-Site", "same-site")], Foreign, true),
        (&[("Sec-Fetch-Site", "something-new")], Foreign, true),
        (&[("Sec-Fetch-Mode", "no-cors")], Foreign, false),
        (&[("Origin", "https://evil.example")], Foreign, true),
        (&[("Origin", "null")], Foreign, true),
        (&[("Origin", "null"), ("Sec-Fetch-Site", "same-origin")], Same, true),
        (&[("Origin", "null"), ("Sec-Fetch-Site", "cross-site")], Foreign, true),
        (&[("Origin", "null"), ("Sec-Fetch-Site", "none")], Foreign, true),
        (&[("Origin", "")], Foreign, true),
        (&[("Origin", "http://localhost:8443")], Foreign, true),
        (&[("Origin", "https://localhost")], Foreign, true),
        (&[("Origin", "https://localhost:8443.evil.example")], Foreign, true),
        (
            &[("Origin", "https://localhost:8443"), ("Origin", "https://evil.example")],
            Foreign,
            true,
        ),
    ];
    for (headers, origin, browser) in cases {
        let client = local().with(headers);
        assert_eq!((client.origin, client.browser), (origin, browser), "{headers:?}");
        assert_eq!(client.local, origin != Foreign, "{headers:?}");
    }
}

#[test]
fn a_default_port_may_be_left_out_of_an_origin() {
    let plain = Case { secure: false, ..local() };
    for (host, origin) in
        [("localhost", "http://localhost:80"), ("localhost:80", "http://localhost")]
    {
        let client = plain.try_with(&[("Host", host), ("Origin", origin)]).expect("a decision");
        assert_eq!(client.origin, OriginKind::Same, "{host} {origin}");
    }
}

#[test]
fn a_trusted_proxy_reports_the_client_but_never_a_local_one() {
    let case = |peer| Case { policy: policy(&[], &["127.0.0.1/32", "10.0.0.0/8"]), ..from(peer) };
    let cases: [(Headers, &str); 16] = [
        (&[("X-Forwarded-For", "198.51.100.7")], "198.51.100.7"),
        (&[("X-Forwarded-For", "127.0.0.1, 198.51.100.7")], "198.51.100.7"),
        (&[("X-Forwarded-For", "198.51.100.7, 10.0.0.3, 10.0.0.4")], "198.51.100.7"),
        (&[("X-Forwarded-For", "9.9.9.9"), ("X-Forwarded-For", "198.51.100.7")], "198.51.100.7"),
        (&[("X-Forwarded-For", "198.51.100.7:4711")], "198.51.100.7"),
        (&[("X-Forwarded-For", "[2001:db8::7]:4711")], "2001:db8::7"),
        (&[("X-Forwarded-For", "2001:db8::7")], "2001:db8::7"),
        (&[("X-Forwarded-For", "::ffff:198.51.100.7")], "198.51.100.7"),
        (&[("X-Forwarded-For", "10.0.0.9, 10.0.0.3")], "10.0.0.9"),
        (&[("X-Forwarded-For", "198.51.100.7, unknown, 10.0.0.3")], "10.0.0.3"),
        (&[("X-Forwarded-For", "nonsense")], "127.0.0.1"),
        (&[("Forwarded", "for=9.9.9.9, for=\"[2001:db8::7]:4711\";proto=https")], "2001:db8::7"),
        (&[("Forwarded", "proto=https;For=198.51.100.7")], "198.51.100.7"),
        (&[("Forwarded", "for=_hidden")], "127.0.0.1"),
        (&[("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=198.51.100.7")], "198.51.100.7"),
        (&[("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=9.9.9.9")], "127.0.0.1"),
    ];
    for (headers, address) in cases {
        let client = case(LOOPBACK).with(headers);
        assert_eq!(client.address.to_string(), address, "{headers:?}");
        assert!(!client.local, "{headers:?}");
    }
    let spoofed = case(STRANGER).with(&[("X-Forwarded-For", "127.0.0.1")]);
    assert_eq!(spoofed.address.to_string(), "203.0.113.9");
    assert!(case(LOOPBACK).with(&[]).local, "the proxy's machine itself, not proxied");
}

#[test]
fn a_trusted_proxy_says_how_the_client_reached_it() {
    let proxied = Case { policy: policy(&[], &["127.0.0.1/32"]), secure: false, ..local() };
    let public = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "gate.example")];
    let client = proxied.with(&[&public[..], &[("Origin", "https://gate.example")]].concat());
    assert!(client.secure);
    assert_eq!(client.origin, OriginKind::Same);
    assert!(proxied.with(&[("Forwarded", "for=9.9.9.9;proto=https")]).secure);
    assert!(!Case { secure: true, ..proxied }.with(&[("X-Forwarded-Proto", "http")]).secure);

    let stranger = Case { secure: false, ..from(STRANGER) };
    let client = stranger.with(&[&public[..], &[("Origin", "https://gate.example")]].concat());
    assert!(!client.secure);
    assert_eq!(client.origin, OriginKind::Foreign);
}

#[test]
fn a_bad_own_host_is_named() {
    let made = TrustPolicy::new(vec![], vec![], ["nas.lan", "http://nas.lan"]);
    assert_eq!(made.map(|_| ()), Err("http://nas.lan".to_owned()));
}
