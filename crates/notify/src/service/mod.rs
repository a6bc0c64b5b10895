//! What can be asked of this slice.

pub(crate) mod channels;
pub(crate) mod deliveries;
mod prune;
mod queue;
mod reach;
pub(crate) mod rules;
mod send;
mod webhooks;

pub(crate) use queue::{Listed, Stats};
pub(crate) use reach::Reach;
pub(crate) use webhooks::{ActivityInput, CustomInput};

use kit::{Error, Result};

const LONGEST_DEVICE_ID: usize = 128;

/// What a device may be called: see pairing.
pub(crate) fn check_device_id(field: &str, id: &str) -> Result<()> {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"_.:@-".contains(&b);
    if (1..=LONGEST_DEVICE_ID).contains(&id.len()) && id.bytes().all(allowed) {
        return Ok(());
    }
    Err(Error::invalid(field, "must be 1 to 128 letters, digits, or characters of _.:@-"))
}

/// A text with bounds that is not empty.
pub(crate) fn check_text(field: &str, text: &str, most: usize) -> Result<()> {
    if text.trim().is_empty() || text.len() > most {
        Err(Error::invalid(field, format!("must be 1 to {most} bytes long")))
    } else {
        Ok(())
    }
}
