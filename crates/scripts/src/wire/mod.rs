//! The JSON of this slice, over HTTP and in the columns that hold lists.

mod executions;
mod schedules;
mod scripts;
mod stored;
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
pub(crate) use self::stored::{
    parameters_of_text, parameters_text, results_of_text, results_text, steps_of_text, steps_text,
};
pub(crate) use self::workflows::{
    RunList, RunView, StepInput, WorkflowInput, WorkflowList, WorkflowView,
};

macro_rules! names {
    ($($kind:ident: $($name:ident)*;)*) => {$(
        #[derive(utoipa::ToSchema)]
        #[schema(rename_all = "lowercase")]
        #[allow(dead_code, reason = "it only describes")]
        pub(crate) enum $kind { $($name),* }
    )*};
}

names! {
    ScriptTypeName: Shell Python Binary;
    ParameterTypeName: Text Password Number Boolean Select;
    ExecutionStatusName: Pending Running Completed Failed Timeout Cancelled;
    StepStatusName: Pending Running Completed Failed Timeout Cancelled Skipped;
    OnFailureName: Stop Continue;
    OverlapName: Skip Queue Allow;
    MissedName: Skip Once;
}

fn is_true(flag: &bool) -> bool {
    *flag
}
