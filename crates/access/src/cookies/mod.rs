//! Cookies of apps, kept for devices whose web views forget them. They are read from memory and
//! written behind, sealed.

mod cookie;
mod jar;
mod jars;
mod place;
mod seal;
mod shelves;
mod usage;

use http::HeaderMap;
use http::header::SET_COOKIE;
use routing::{CookieStore, CookieTarget, Jar as JarName};

pub(crate) use self::jar::Jar;
pub(crate) use self::jars::{Jars, StoredJar};
use self::place::CookieScope;
pub(crate) use self::seal::Seal;
pub(crate) use self::shelves::Key;
use crate::Access;

impl CookieStore for Access {
    fn visit(&self, name: JarName<'_>, target: CookieTarget<'_>, each: &mut dyn FnMut(&str, &str)) {
        let epoch = self.epoch_of(name.device);
        let Some(jar) = epoch.and_then(|epoch| self.jars().get(name.device, name.app, epoch))
        else {
            return;
        };
        jar.visit(&CookieScope::new(target), self.clock().now(), each);
    }

    fn keep(&self, name: JarName<'_>, target: CookieTarget<'_>, answer: &HeaderMap) {
        if !answer.contains_key(SET_COOKIE) {
            return;
        }
        let Some(epoch) = self.epoch_of(name.device) else { return };
        let (place, now) = (CookieScope::new(target), self.clock().now());
        let lines = answer.get_all(SET_COOKIE).iter();
        let lines = lines.filter_map(|line| std::str::from_utf8(line.as_bytes()).ok());
        let cookies: Vec<_> =
            lines.filter_map(|line| cookie::read(line, &place, now)).take(jar::MOST).collect();
        if !cookies.is_empty() {
            let key = Key { device: name.device.into(), app: name.app.into() };
            self.jars().keep(&key, epoch, &place, cookies, now);
        }
    }
}

impl Access {
    /// Jars belong to one pairing of a device: whoever pairs its id again finds them empty.
    pub(crate) fn epoch_of(&self, device: &str) -> Option<i64> {
        self.memory().load().devices.get(device).map(|entry| entry.device.epoch)
    }
}
