use std::fmt;

/// What a check found. Where it is not good, it says what to do about it.
#[derive(Debug)]
pub(super) enum Finding {
    Good(String),
    Doubtful(String),
    Bad(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Good(text) => write!(f, "ok    {text}"),
            Finding::Doubtful(text) => write!(f, "warn  {text}"),
            Finding::Bad(text) => write!(f, "FAIL  {text}"),
        }
    }
}
