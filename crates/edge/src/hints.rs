use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kit::Entropy;

const MOST: usize = 4096;

/// What credentials are called in the cookie. It goes to everything that answers at this host, at
/// any port, so it must not hold them. A restart forgets the names, and the next page brings one.
#[derive(Default)]
pub(crate) struct Hints(Mutex<Known>);

#[derive(Default)]
struct Known {
    names: HashMap<Box<str>, Box<str>>,
    credentials: HashMap<Box<str>, Box<str>>,
}

impl Hints {
    pub(crate) fn of(&self, credential: &str) -> Box<str> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = known.names.get(credential) {
            return name.clone();
        }
        if known.names.len() >= MOST {
            *known = Known::default();
        }
        let name: Box<str> = format!("{:032x}", u128::from_ne_bytes(Entropy.bytes())).into();
        known.names.insert(credential.into(), name.clone());
        known.credentials.insert(name.clone(), credential.into());
        name
    }

    pub(crate) fn credential(&self, name: &str) -> Option<Box<str>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.credentials.get(name).cloned()
    }
}
