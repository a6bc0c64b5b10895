use std::fmt;

/// Whose fault it was that an engine did not do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nobody answers: it does not run, or the address is wrong.
    Unreachable,
    /// It is there, but we may not.
    Forbidden,
    NotFound,
    /// It is not in a state in which that can be done.
    Conflict,
    /// It took longer than we wait.
    Timeout,
    /// It refused or failed, for reasons of its own.
    Failed,
}

/// What went wrong, in words for people: what it was and, where there is one, the way to mend it.
/// It holds nothing that is secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineError {
    pub fault: Fault,
    pub message: String,
    /// What to do about it.
    pub advice: Option<String>,
}

impl EngineError {
    pub fn new(fault: Fault, message: impl Into<String>) -> Self {
        EngineError { fault, message: message.into(), advice: None }
    }

    #[must_use]
    pub fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.advice {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for EngineError {}
