use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engines::{Engine, EngineError, Runtime, Surroundings};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long nobody has to ask again. Requests come in bunches, services change rarely.
const FRESH: Duration = Duration::from_secs(2);

pub(crate) type Surrounded = Arc<Surroundings>;

/// What engines said about their surroundings a moment ago.
#[derive(Debug, Default)]
pub(crate) struct Views {
    last: Mutex<HashMap<Runtime, (Instant, Surrounded)>>,
}

impl Views {
    pub(crate) async fn surroundings(
        &self,
        engine: &Arc<dyn Engine>,
    ) -> Result<Surrounded, EngineError> {
        let runtime = engine.runtime();
        if let Some((at, known)) = self.last.lock().await.get(&runtime)
            && at.elapsed() < FRESH
        {
            return Ok(known.clone());
        }
        // Not under the lock: an engine that hangs must not keep the other one's callers waiting.
        let seen = Arc::new(engine.surroundings().await?);
        self.last.lock().await.insert(runtime, (Instant::now(), seen.clone()));
        Ok(seen)
    }
}
