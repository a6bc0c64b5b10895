//! The records of this slice, as rules see them.

use std::collections::BTreeMap;
use std::fmt;

use kit::Timestamp;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// A template that somebody wanted to run, and what became of it.
#[derive(Debug, Clone)]
pub(crate) struct Deployment {
    pub(crate) id: String,
    pub(crate) template: String,
    pub(crate) name: String,
    pub(crate) status: DeploymentStatus,
    /// What is being done to it.
    pub(crate) task: Task,
    /// Grows with every task, so that one that was overtaken can tell.
    pub(crate) turn: i64,
    pub(crate) recipes: Recipes,
    pub(crate) route: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) deployed_by: String,
    pub(crate) made: Made,
    pub(crate) removed: Option<Removed>,
    pub(crate) deployed_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum DeploymentStatus {
    Pending,
    Deploying,
    Deployed,
    Failed,
    Stopped,
    /// Nobody sees it any more; it is kept until whoever deleted it was answered.
    Deleted,
}

/// Work at a deployment. It is written down before it begins, so that it is taken up again after a
/// crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum Task {
    #[strum(serialize = "")]
    None,
    /// Make everything, and start it.
    Deploy,
    /// Make everything, and leave it.
    Prepare,
    /// Make everything anew in the place of what is there.
    Replace,
    Start,
    Stop,
    Delete,
    /// With the volumes.
    Erase,
}

impl Task {
    pub(crate) fn removes(self) -> bool {
        matches!(self, Task::Delete | Task::Erase)
    }
}

/// What a deployment consists of at the engine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Made {
    /// Id and name.
    pub(crate) containers: Vec<(String, String)>,
    pub(crate) images_pulled: Vec<String>,
}

/// What a deletion removed, and what it left.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Removed {
    pub(crate) containers: Vec<String>,
    pub(crate) networks: Vec<String>,
    pub(crate) volumes: Vec<String>,
    pub(crate) kept_volumes: Vec<String>,
}

/// Everything that is needed to make a deployment again, whatever becomes of its template. It is
/// kept under seal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recipe {
    /// The template as it was.
    pub(crate) text: String,
    pub(crate) answers: BTreeMap<String, String>,
    pub(crate) custom_image: Option<String>,
    pub(crate) custom_port: Option<u16>,
    /// Ask the registry for newer images, though there are some.
    pub(crate) pull: bool,
}

/// What runs, and what shall run in its place.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recipes {
    pub(crate) current: Recipe,
    pub(crate) next: Option<Recipe>,
    /// Whether it ran before it was to be replaced.
    pub(crate) ran: bool,
}

/// Without what is secret.
impl fmt::Debug for Recipes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recipes").field("next", &self.next.is_some()).finish_non_exhaustive()
    }
}
