use std::fmt;

use serde::Serialize;

/// What a check found, and what to do about it where it is not good.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    /// What was looked at, the same in every version.
    pub(super) name: &'static str,
    pub(super) state: State,
    pub(super) found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mend: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Ok,
    /// The gateway works, but perhaps not as it was meant.
    Warn,
    /// The gateway does not start, or is open to people who were not meant.
    Fail,
}

impl Finding {
    pub(super) fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Finding { name, state: State::Ok, found: found.into(), mend: None }
    }

    pub(super) fn warn(
        name: &'static str,
        found: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Finding { name, state: State::Warn, found: found.into(), mend: Some(mend.into()) }
    }

    pub(super) fn fail(
        name: &'static str,
        found: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Finding { name, state: State::Fail, found: found.into(), mend: Some(mend.into()) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ok => "ok  ",
            State::Warn => "warn",
            State::Fail => "FAIL",
        };
        write!(f, "{state}  {}: {}", self.name, self.found)?;
        match &self.mend {
            Some(mend) => write!(f, "; {mend}"),
            None => Ok(()),
        }
    }
}
