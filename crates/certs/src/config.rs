use http::Uri;
use instant_acme::LetsEncrypt;
use serde::{Deserialize, Serialize};

/// What lies outside the gateway: a public authority that signs for names which the local CA may
/// not sign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub acme: AcmeConfig,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AcmeConfig {
    /// `letsencrypt`, `letsencrypt-staging`, or the address of a directory. Empty: there is none.
    pub directory: String,
    /// Where the authority writes to. It may be empty.
    pub email: String,
    pub challenge: ChallengeKind,
    /// The program, and what it is called with before our own arguments.
    pub dns_hook: Vec<String>,
}

/// How an authority is shown that a name is ours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChallengeKind {
    /// By a file on port 80.
    #[default]
    #[serde(rename = "http-01")]
    Http,
    /// By a handshake on port 443.
    #[serde(rename = "tls-alpn-01")]
    TlsAlpn,
    /// By a record, which a program sets.
    #[serde(rename = "dns-01")]
    Dns,
}

impl Config {
    /// What is wrong with the section: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let AcmeConfig { directory, email, challenge, dns_hook } = &self.acme;
        let mut problems = Vec::new();
        if !directory.is_empty() && self.acme.directory_url().is_none() {
            let why = "expected letsencrypt, letsencrypt-staging or an https:// address";
            problems.push(("directory", why));
        }
        if !email.is_empty() && !is_email(email) {
            problems.push(("email", "expected an address such as me@home.example"));
        }
        if *challenge == ChallengeKind::Dns && dns_hook.is_empty() {
            problems.push(("dns_hook", "dns-01 needs a program that sets the record"));
        }
        if dns_hook.first().is_some_and(String::is_empty) {
            problems.push(("dns_hook", "the program has no name"));
        }
        let whole = |(key, why): (&str, &str)| (format!("certificates.acme.{key}"), why.to_owned());
        problems.into_iter().map(whole).collect()
    }
}

impl AcmeConfig {
    /// `None`: there is none, or it is no address.
    pub(crate) fn directory_url(&self) -> Option<String> {
        match self.directory.as_str() {
            "" => None,
            "letsencrypt" => Some(LetsEncrypt::Production.url().to_owned()),
            "letsencrypt-staging" => Some(LetsEncrypt::Staging.url().to_owned()),
            url => {
                let uri: Uri = url.parse().ok()?;
                let good = uri.scheme_str() == Some("https") && uri.host().is_some();
                good.then(|| url.to_owned())
            }
        }
    }
}

fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    let plain = text.chars().all(|c| !c.is_whitespace() && !c.is_control());
    plain && parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(config: &str) -> Vec<String> {
        let acme = serde_json::from_str(config).expect(config);
        Config { acme }.problems().into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn what_cannot_work_is_told_with_its_key() {
        for good in [
            "{}",
            r#"{"directory": "letsencrypt", "email": "me@home.example"}"#,
            r#"{"directory": "https://acme.lan:14000/dir", "challenge": "tls-alpn-01"}"#,
            r#"{"challenge": "dns-01", "dns_hook": ["/bin/hook"]}"#,
        ] {
            assert!(broken(good).is_empty(), "{good}: {:?}", broken(good));
        }
        for (bad, key) in [
            (r#"{"directory": "http://acme.lan"}"#, "directory"),
            (r#"{"directory": "let's encrypt"}"#, "directory"),
            (r#"{"email": "me"}"#, "email"),
            (r#"{"challenge": "dns-01"}"#, "dns_hook"),
            (r#"{"dns_hook": [""]}"#, "dns_hook"),
        ] {
            assert_eq!(broken(bad), [format!("certificates.acme.{key}")], "{bad}");
        }
    }
}
