use std::error::Error as StdError;
use std::io;

/// Looks for a reason in an error and in all that it holds; the innermost counts.
pub(crate) fn cause<'a, T: StdError + 'static>(
    error: &'a (dyn StdError + 'static),
) -> Option<&'a T> {
    let mut next = Some(error);
    let mut found = None;
    while let Some(error) = next {
        found = error.downcast_ref().or(found);
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    found
}
