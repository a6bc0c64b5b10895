mod change;
mod delete;
mod deploy;
mod look;
mod plan;

pub(crate) use deploy::DeployRequest;
pub(crate) use plan::Planned;
