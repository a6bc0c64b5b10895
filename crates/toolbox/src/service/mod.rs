mod change;
mod data;
mod delete;
mod deploy;
mod look;
mod plan;

pub(crate) use deploy::DeployRequest;
pub(crate) use plan::Planned;
