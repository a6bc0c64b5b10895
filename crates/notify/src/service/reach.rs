use kit::{Error, Principal, Result, Scope};

/// Whose notifications a caller may see or change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    Everybody,
    Own(String),
    Nobody,
}

impl Reach {
    /// Who lacks `read:*` sees its own.
    pub(crate) fn to_see(principal: &Principal) -> Self {
        Reach::new(principal, principal.may(Scope::READ_ALL))
    }

    /// Who lacks `write:*` changes its own. `relaxed`: nobody needs it.
    pub(crate) fn to_change(principal: &Principal, relaxed: bool) -> Self {
        Reach::new(principal, relaxed || principal.may(Scope::WRITE_ALL))
    }

    fn new(principal: &Principal, everybody: bool) -> Self {
        match principal.device_id() {
            _ if everybody => Reach::Everybody,
            Some(own) => Reach::Own(own.to_owned()),
            None => Reach::Nobody,
        }
    }

    pub(crate) fn covers(&self, device: &str) -> bool {
        match self {
            Reach::Everybody => true,
            Reach::Own(own) => own == device,
            Reach::Nobody => false,
        }
    }

    /// For changes of many at once, where those out of reach are left alone.
    pub(crate) fn or_forbidden(self) -> Result<Self> {
        match self {
            Reach::Nobody => Err(Error::forbidden("This needs the scope write:*")),
            reach => Ok(reach),
        }
    }

    /// Fails for a device that the caller may not change: as if it did not exist where the caller
    /// does not see it either.
    pub(crate) fn need(&self, sees: &Reach, device: &str, what: &str) -> Result<()> {
        match (self.covers(device), sees.covers(device)) {
            (true, _) => Ok(()),
            (false, true) => Err(Error::forbidden("This needs the scope write:*")),
            (false, false) => Err(Error::not_found(what)),
        }
    }
}
