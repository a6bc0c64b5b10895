//! The records of this slice.

mod execution;
mod schedule;
mod script;
mod workflow;

pub(crate) use self::execution::{Execution, ExecutionStatus, Filter, Finish, Trigger};
pub(crate) use self::schedule::{Missed, Overlap, Schedule, Target};
pub(crate) use self::script::{Parameter, ParameterKind, Script, ScriptKind};
pub(crate) use self::workflow::{OnFailure, Run, Step, StepResult, StepStatus, Workflow};

use std::collections::BTreeMap;

/// Names and values, always in the same order.
pub(crate) type Values = BTreeMap<String, String>;

/// What is shown in the place of a secret.
pub(crate) const MASK: &str = "********";
