//! Which headers go from one side to the other.

use http::HeaderName;
use routing::is_usual_header;

/// Whether a header of the client's goes on to the app as it is.
pub(crate) fn is_passed_on(name: &HeaderName) -> bool {
    let text = name.as_str();
    // Most names are usual ones, of which few stay here.
    if is_usual_header(text) {
        return !matches!(text, "authorization" | "connection" | "cookie" | "host" | "te");
    }
    !(is_hop_by_hop(text) || text == "expect" || is_reserved_header(text))
}

/// Headers that speak of one connection, not of the message.
pub(crate) fn is_hop_by_hop(name: &str) -> bool {
    matches!(
        name,
        "connection"
            | "keep-alive"
            | "proxy-connection"
            | "proxy-authenticate"
            | "proxy-authorization"
            | "te"
            | "trailer"
            | "transfer-encoding"
            | "upgrade"
            | "http2-settings"
    )
}

/// Apps believe these of the gateway, so nobody else may send them. Names are compared without
/// anything but letters and digits, because servers that turn headers into variables see no
/// difference between `X-Forwarded-User`, `X_Forwarded_User` and `X.Forwarded.User`.
const SPOKEN_FOR: [&str; 31] = [
    "authenticateduser",
    "authuser",
    "cfconnectingip",
    "clientip",
    "fastlyclientip",
    "forwarded",
    "frontendhttps",
    "proxy",
    "scriptname",
    "trueclientip",
    "wlproxyclientip",
    "xapikey",
    "xclientdn",
    "xclientip",
    "xclusterclientip",
    "xemail",
    "xgroups",
    "xhost",
    "xjwtassertion",
    "xlogin",
    "xoriginalhost",
    "xoriginaluri",
    "xoriginalurl",
    "xoriginatingip",
    "xproxyuser",
    "xrealip",
    "xrewriteurl",
    "xscriptname",
    "xssouser",
    "xsubject",
    "xurlscheme",
];

/// Families of such names.
const FAMILIES: [&str; 33] = [
    "cfaccess",
    "clientcert",
    "httpremote",
    "httpx",
    "impersonate",
    "oidc",
    "remote",
    "shib",
    "sslclient",
    "tailscale",
    "xamznoidc",
    "xauth",
    "xclientcert",
    "xconsumer",
    "xcredential",
    "xenvoy",
    "xforwarded",
    "xgatehouse",
    "xgoogauthenticated",
    "xgrafanauser",
    "xingress",
    "xmsclientprincipal",
    "xoriginalforwarded",
    "xpomerium",
    "xproxyremote",
    "xremote",
    "xshib",
    "xsslclient",
    "xtokensubject",
    "xtokenuser",
    "xuser",
    "xvouch",
    "xwebauth",
];

/// Not identities although they look like it: credentials that apps have of their own, and the
/// name of a program.
const EXEMPT: [&str; 3] = ["xauthkey", "xauthtoken", "xuseragent"];

const LONGEST: usize = 32;

pub(crate) fn is_reserved_header(name: &str) -> bool {
    if is_usual_header(name) {
        return false;
    }
    let mut plain = [0; LONGEST];
    let mut length = 0;
    for byte in name.bytes().filter(u8::is_ascii_alphanumeric).take(LONGEST) {
        plain[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    let plain = &plain[..length];
    let family = || FAMILIES.iter().any(|family| plain.starts_with(family.as_bytes()));
    let exempt = || EXEMPT.iter().any(|name| name.as_bytes() == plain);
    SPOKEN_FOR.iter().any(|own| own.as_bytes() == plain) || family() && !exempt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_headers_go_on_but_for_those_that_stay_here() {
        for name in ["accept", "content-type", "content-length", "origin", "x-custom", "range"] {
            assert!(is_passed_on(&HeaderName::from_static(name)), "{name}");
        }
        let hop_by_hop =
            ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];
        let ours = ["host", "cookie", "authorization", "expect", "x-forwarded-for", "x-api-key"];
        for name in hop_by_hop.iter().chain(&ours) {
            assert!(!is_passed_on(&HeaderName::from_static(name)), "{name}");
        }
    }

    #[test]
    fn identity_headers_are_ours_in_every_spelling() {
        for name in [
            "remote-user",
            "remote_user",
            "remote.user",
            "x-forwarded-user",
            "x_forwarded_user",
            "x.forwarded.for",
            "x-forwarded-for",
            "x-forwarded-anything-new",
            "x-real-ip",
            "x_real_ip",
            "forwarded",
            "x-script-name",
            "x-ingress-path",
            "x-api-key",
            "x_api_key",
            "x-auth-request-email",
            "x-remote-user",
            "x-webauth-user",
            "true-client-ip",
            "x-original-url",
            "proxy",
            "tailscale-user-login",
            "x-authenticated-user",
            "ssl-client-cert",
            "cf-access-jwt-assertion",
            "x-auth-subject",
            "x-vouch-user",
            "http_remote_user",
            "remote-id",
            "x-user-email",
            "x-authelia-user",
            "oidc_claim_sub",
            "client-cert",
            "x-auth-username",
            "_x-forwarded-for",
            "x--forwarded--for",
        ] {
            assert!(is_reserved_header(name), "{name}");
        }
        for name in [
            "accept",
            "cookie",
            "referer",
            "range",
            "x-requested-with",
            "x-csrf-token",
            "origin",
            "content-type",
            "x-custom",
            "x-auth-token",
            "x-user-agent",
            "x-csrftoken",
            "cache-control",
            "te",
            "x-plex-token",
            "traceparent",
        ] {
            assert!(!is_reserved_header(name), "{name}");
        }
    }
}
