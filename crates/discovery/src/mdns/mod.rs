//! What machines in the network announce.

mod group;
mod notes;
mod observe;
mod source;
mod txt;
mod types;

use std::collections::BTreeMap;

use crate::model::Wishes;

pub(crate) use source::MdnsSource;
pub(crate) use types::problems;

/// What one TXT record asks for, and the path on the server that it names.
pub(crate) fn read_txt(txt: &BTreeMap<String, String>) -> (Wishes, String) {
    let said = txt::read(txt);
    (txt::merge(vec![said.wishes]), said.server_path.unwrap_or_default())
}
