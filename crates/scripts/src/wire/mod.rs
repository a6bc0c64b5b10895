//! The JSON of this slice, over HTTP.

mod executions;
mod schedules;
mod scripts;
mod workflows;

pub(crate) use self::executions::{
    ExecuteInput, ExecutionFilter, ExecutionList, ExecutionView, Waiting,
};
pub(crate) use self::schedules::{
    Preview, PreviewQuery, ScheduleInput, ScheduleList, ScheduleView,
};
pub(crate) use self::scripts::{
    AvailableList, ParameterView, ScriptFilter, ScriptInput, ScriptList, ScriptView,
};
pub(crate) use self::workflows::{
    RunList, RunView, StepInput, WorkflowInput, WorkflowList, WorkflowView,
};

fn is_true(flag: &bool) -> bool {
    *flag
}
