//! Every rule that a record must keep, whoever made it: the API, the file, another slice.

mod app;
mod own;
mod route;
pub(crate) mod text;

use kit::{Error, ErrorKind, FieldError};

pub(crate) use app::app;
pub(crate) use own::Own;
pub(crate) use route::route;

use crate::Origin;

/// Who a record is made for, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    pub(crate) origin: Origin,
    pub(crate) now: kit::Timestamp,
}

/// Everything that is wrong with a draft; fields have their JSON names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults(pub(crate) Vec<FieldError>);

impl Faults {
    fn add(&mut self, field: impl Into<String>, reason: impl Into<String>) {
        self.0.push(FieldError { field: field.into(), reason: reason.into() });
    }

    /// Notes the reason and goes on without the value.
    fn take<T>(&mut self, field: &str, checked: Result<T, String>) -> Option<T> {
        checked.map_err(|reason| self.add(field, reason)).ok()
    }
}

impl From<Faults> for Error {
    fn from(Faults(details): Faults) -> Self {
        let mut error = Error::new(ErrorKind::InvalidRequest, "The request is not valid");
        error.details = details;
        error
    }
}
