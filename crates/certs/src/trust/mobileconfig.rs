use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::parsed::Parsed;

/// A configuration profile for Apple's devices that holds the CA. The same CA makes the same one,
/// so that installing it twice changes nothing.
pub(crate) fn profile(ca: &[u8]) -> String {
    let id = hex(&Sha256::digest(ca)[..8]);
    let name = Parsed::new(ca).map_or_else(|| "Gatehouse local CA".to_owned(), |ca| ca.issuer());
    let (name, content) = (escaped(&name), BASE64_STANDARD.encode(ca));
    let (outer, inner) = (uuid(ca, b"profile"), uuid(ca, b"certificate"));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    <key>PayloadContent</key>
    <array>
        <dict>
            <key>PayloadCertificateFileName</key><string>gatehouse-ca.crt</string>
            <key>PayloadContent</key><data>{content}</data>
            <key>PayloadDescription</key><string>Adds the gateway's certificate authority.</string>
            <key>PayloadDisplayName</key><string>{name}</string>
            <key>PayloadIdentifier</key><string>gatehouse.ca.{id}.certificate</string>
            <key>PayloadType</key><string>com.apple.security.root</string>
            <key>PayloadUUID</key><string>{inner}</string>
            <key>PayloadVersion</key><integer>1</integer>
        </dict>
    </array>
    <key>PayloadDescription</key><string>Lets this device trust the gateway at home.</string>
    <key>PayloadDisplayName</key><string>Gatehouse</string>
    <key>PayloadIdentifier</key><string>gatehouse.ca.{id}</string>
    <key>PayloadRemovalDisallowed</key><false/>
    <key>PayloadType</key><string>Configuration</string>
    <key>PayloadUUID</key><string>{outer}</string>
    <key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
"#
    )
}

/// Of version 8: made from a hash, as it must not change.
fn uuid(ca: &[u8], of: &[u8]) -> String {
    let mut bytes = Sha256::new().chain_update(ca).chain_update(of).finalize();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let part = |range: std::ops::Range<usize>| hex(&bytes[range]).to_uppercase();
    [part(0..4), part(4..6), part(6..8), part(8..10), part(10..16)].join("-")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_stable_and_holds_the_certificate() {
        let profile = profile(b"not really a certificate");
        assert_eq!(profile, super::profile(b"not really a certificate"));
        assert_ne!(profile, super::profile(b"another"));
        assert!(profile.contains(&BASE64_STANDARD.encode(b"not really a certificate")));
        assert_eq!(uuid(b"a", b"b").len(), 36);
        assert_eq!(escaped("<a & b>"), "&lt;a &amp; b&gt;");
    }
}
