use serde::{Deserialize, Serialize};
use serde_json::Error;

use super::scripts::ParameterView;
use crate::model::{OnFailure, Parameter, Step, StepResult, StepStatus, Values};

pub(crate) fn parameters_text(parameters: &[Parameter]) -> Result<String, Error> {
    serde_json::to_string(&parameters.iter().map(ParameterView::from).collect::<Vec<_>>())
}

pub(crate) fn parameters_of_text(text: &str) -> Result<Vec<Parameter>, String> {
    let views: Vec<ParameterView> = serde_json::from_str(text).map_err(|why| why.to_string())?;
    views.into_iter().map(ParameterView::parse).collect()
}

#[derive(Serialize, Deserialize)]
struct StoredStep {
    script: String,
    parameters: Values,
    on_failure: String,
}

pub(crate) fn steps_text(steps: &[Step]) -> Result<String, Error> {
    let stored = steps.iter().map(|step| StoredStep {
        script: step.script_id.clone(),
        parameters: step.parameters.clone(),
        on_failure: step.on_failure.as_str().to_owned(),
    });
    serde_json::to_string(&stored.collect::<Vec<_>>())
}

pub(crate) fn steps_of_text(text: &str) -> Result<Vec<Step>, Error> {
    let stored: Vec<StoredStep> = serde_json::from_str(text)?;
    let step = |stored: StoredStep| Step {
        script_id: stored.script,
        parameters: stored.parameters,
        on_failure: OnFailure::parse(&stored.on_failure).unwrap_or_default(),
    };
    Ok(stored.into_iter().map(step).collect())
}

#[derive(Serialize, Deserialize)]
struct StoredResult {
    script: String,
    execution: Option<String>,
    status: String,
}

pub(crate) fn results_text(results: &[StepResult]) -> Result<String, Error> {
    let stored = results.iter().map(|result| StoredResult {
        script: result.script_id.clone(),
        execution: result.execution_id.clone(),
        status: result.status.as_str().to_owned(),
    });
    serde_json::to_string(&stored.collect::<Vec<_>>())
}

pub(crate) fn results_of_text(text: &str) -> Result<Vec<StepResult>, String> {
    let stored: Vec<StoredResult> = serde_json::from_str(text).map_err(|why| why.to_string())?;
    let result = |stored: StoredResult| {
        let status = StepStatus::parse(&stored.status);
        Ok(StepResult {
            script_id: stored.script,
            execution_id: stored.execution,
            status: status.ok_or_else(|| format!("a step is {}", stored.status))?,
        })
    };
    stored.into_iter().map(result).collect()
}
