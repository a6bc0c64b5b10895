//! What the fuzz targets (`crates/fuzz`) need of the inside of this crate; nobody else uses it.

use std::collections::BTreeMap;

use mdns_sd::TxtProperties;

/// The keys and values of a TXT record as it comes over the wire, and whether some were left out.
pub fn txt(record: &[u8]) -> (BTreeMap<String, String>, bool) {
    crate::mdns::read_txt(&TxtProperties::from(record))
}
