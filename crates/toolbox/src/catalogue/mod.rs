//! The templates that can be deployed: those inside the program, and over them those of a folder.

mod answers;
mod block;
mod overlay;
mod shipped;
mod template;
mod variable;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub(crate) use answers::Answers;
pub(crate) use overlay::{Stamp, stamp};
pub(crate) use template::{RouteSpec, Template};
pub(crate) use variable::{Kind, Variable};

use crate::compose::Problem;

/// A template, or what is wrong with it: a broken one harms no other.
pub(crate) type Shelf = BTreeMap<String, Result<Arc<Template>, Problem>>;

/// Everything there is. What the folder holds counts more than what the program brings.
pub(crate) fn read(folder: &Path) -> Shelf {
    let mut shelf = shipped::all();
    shelf.extend(overlay::read(folder));
    shelf
}
