use engines::EngineError;
use kit::Error;

/// Why a job does not go on.
#[derive(Debug)]
pub(crate) enum Broken {
    /// Another task has taken its place.
    Overtaken,
    /// In words for people; it holds nothing that is secret.
    Failed(String),
    /// The database is away; what was to be done is still written there.
    Storage(Error),
}

impl From<EngineError> for Broken {
    fn from(error: EngineError) -> Self {
        Broken::Failed(error.to_string())
    }
}

impl From<Error> for Broken {
    fn from(error: Error) -> Self {
        Broken::Storage(error)
    }
}

impl From<store::StoreError> for Broken {
    fn from(error: store::StoreError) -> Self {
        Broken::Storage(error.into())
    }
}
