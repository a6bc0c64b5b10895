//! What can be done with scripts, workflows and schedules.

mod carry_out;
mod execute;
mod executions;
mod fire;
mod flow;
mod planned;
mod queue;
mod recover;
mod retain;
mod runs;
mod schedules;
mod scripts;
mod tell;
mod workflows;

use kit::{Entropy, Error, Principal, Result};

pub(crate) use self::recover::SIGN_OF_LIFE;

/// `exec_…` and the like.
fn new_id(prefix: &str) -> String {
    format!("{prefix}_{}", Entropy.hex::<12>())
}

/// Whoever may change things may run what asks for nothing more; else one of the scopes is needed.
fn permit(principal: &Principal, allowed_scopes: &[String]) -> Result<()> {
    if allowed_scopes.is_empty() || allowed_scopes.iter().any(|scope| principal.may(scope)) {
        return Ok(());
    }
    let scopes = allowed_scopes.join(", ");
    Err(Error::forbidden(format!("This needs one of the scopes {scopes}")))
}
