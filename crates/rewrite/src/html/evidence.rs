//! What a page shows about whether its app knows the prefix.

use crate::Place;

/// An app that does not know its prefix never writes it, but what people typed into it may hold
/// it: links, pictures. So only what the app itself puts into its pages counts: `base`, scripts,
/// style sheets, forms. And one such address without the prefix is proof enough that it does not.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    carried: bool,
    bare: bool,
}

impl Evidence {
    /// Takes note of an address that leads into the app; `icon`: of its icon, which even apps that
    /// know their prefix look for at the root.
    pub(super) fn see(&mut self, element: &str, path: &str, icon: bool, place: &Place) {
        if !["base", "script", "link", "form"].contains(&element) {
            return;
        }
        if place.carries_prefix(path) { self.carried = true } else { self.bare |= !icon }
    }

    pub(super) fn knows_prefix(&self) -> bool {
        self.shown() == Some(true)
    }

    /// `None` while nothing was seen that says it.
    pub(super) fn shown(&self) -> Option<bool> {
        (self.carried || self.bare).then_some(!self.bare)
    }
}
