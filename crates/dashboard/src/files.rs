//! The built files by their names, each with the forms it is stored in.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::HeaderValue;
use sha2::{Digest, Sha256};

use crate::coding::Coding;

/// The page that every address of the dashboard opens.
pub(crate) const SHELL: &str = "index.html";
/// What is in here has its content's hash in its name and never changes.
const HASHED: &str = "assets/";

#[derive(Debug, Clone)]
pub(crate) struct Files(Arc<HashMap<&'static str, File>>);

#[derive(Debug)]
pub(crate) struct File {
    pub(crate) kind: &'static str,
    pub(crate) hashed: bool,
    forms: HashMap<Coding, Form>,
}

/// The bytes of a file in one coding.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) bytes: &'static [u8],
    pub(crate) tag: HeaderValue,
}

impl Files {
    /// `None` where the dashboard is not among them.
    pub(crate) fn new(built: &'static [(&'static str, &'static [u8])]) -> Option<Self> {
        let mut files: HashMap<&'static str, File> = HashMap::new();
        for (stored, bytes) in built {
            let (name, coding) = Coding::of_stored(stored);
            let file = files.entry(name).or_insert_with(|| File::named(name));
            file.forms.insert(coding, Form::new(bytes));
        }
        files.retain(|_, file| file.forms.contains_key(&Coding::Identity));
        files.contains_key(SHELL).then(|| Files(Arc::new(files)))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&File> {
        self.0.get(name)
    }
}

impl File {
    fn named(name: &'static str) -> Self {
        File { kind: kind(name), hashed: name.starts_with(HASHED), forms: HashMap::new() }
    }

    /// The smallest form that the client takes.
    pub(crate) fn form(&self, accepted: &[Coding]) -> (Coding, &Form) {
        let offered = accepted.iter().filter_map(|coding| Some((*coding, self.forms.get(coding)?)));
        offered
            .min_by_key(|(_, form)| form.bytes.len())
            .unwrap_or_else(|| (Coding::Identity, &self.forms[&Coding::Identity]))
    }
}

impl Form {
    fn new(bytes: &'static [u8]) -> Self {
        let digest = BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(bytes)[..12]);
        let tag = HeaderValue::try_from(format!("\"{digest}\"")).expect("letters and digits");
        Form { bytes, tag }
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
