//! Which headers of a client an app never sees.

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
const SPOKEN_FOR: [&str; 30] = [
    "cfconnectingip",
    "clientip",
    "fastlyclientip",
    "forwarded",
    "proxy",
    "remoteaddr",
    "remoteemail",
    "remotegroup",
    "remotegroups",
    "remotename",
    "remoteuser",
    "trueclientip",
    "xapikey",
    "xclientip",
    "xclusterclientip",
    "xemail",
    "xenvoyexternaladdress",
    "xgroups",
    "xoriginalforwardedfor",
    "xoriginalurl",
    "xoriginaluri",
    "xproxyuser",
    "xrealip",
    "xrewriteurl",
    "xscriptname",
    "xssouser",
    "xsubject",
    "xuser",
    "xuserid",
    "xusername",
];

/// Families of such names.
const FAMILIES: [&str; 17] = [
    "cfaccess",
    "sslclient",
    "tailscaleuser",
    "xauthemail",
    "xauthentic",
    "xauthentik",
    "xauthgroup",
    "xauthname",
    "xauthrequest",
    "xauthuser",
    "xforwarded",
    "xgatehouse",
    "xgoogauthenticated",
    "xingress",
    "xremote",
    "xsslclient",
    "xwebauth",
];

const LONGEST: usize = 32;

pub(crate) fn is_spoken_for(name: &str) -> bool {
    // Hardly any other header begins with one of these letters.
    if !matches!(
        name.as_bytes().first(),
        Some(b'x' | b'r' | b'f' | b't' | b'c' | b's' | b'p' | b'_' | b'.')
    ) {
        return false;
    }
    let mut plain = [0; LONGEST];
    let mut length = 0;
    for byte in name.bytes().filter(u8::is_ascii_alphanumeric).take(LONGEST) {
        plain[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    let plain = &plain[..length];
    SPOKEN_FOR.iter().any(|own| own.as_bytes() == plain)
        || FAMILIES.iter().any(|family| plain.starts_with(family.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "x-auth-username",
            "_x-forwarded-for",
            "x--forwarded--for",
        ] {
            assert!(is_spoken_for(name), "{name}");
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
            "cache-control",
            "te",
            "x-plex-token",
            "traceparent",
        ] {
            assert!(!is_spoken_for(name), "{name}");
        }
    }
}
