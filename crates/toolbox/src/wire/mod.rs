//! The JSON of this slice. Bodies are read in both spellings; snake case is written.

mod deployment;
mod plan;
mod template;

pub(crate) use deployment::{
    DataView, DeletedView, DeployAnswer, DeployInput, DeploymentList, DeploymentView, RedeployInput,
};
pub(crate) use plan::PlanView;
pub(crate) use template::{TemplateList, TemplateView};
