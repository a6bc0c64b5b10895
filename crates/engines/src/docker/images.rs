use std::collections::HashMap;
use std::time::Duration;

use bollard::errors::Error;
use bollard::query_parameters::CreateImageOptionsBuilder;
use futures::StreamExt;
use tokio::time::timeout;

use super::session::Session;
use super::{Docker, MOST_ANSWER_BYTES, fault};
use crate::plan::Pulled;
use crate::{EngineError, Fault};

/// Registries are slow, but not silent.
const LONGEST_SILENCE: Duration = Duration::from_secs(180);
const LONGEST_LINE: usize = 200;

impl Docker {
    /// The id of an image that the engine has. Two of the same name differ by it.
    pub async fn image(&self, name: &str) -> Result<Option<String>, EngineError> {
        let found = self.call(|docker| async move { docker.inspect_image(name).await }).await;
        match found {
            Ok(image) => Ok(image.id),
            Err(error) if error.fault == Fault::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Fetches an image, and says how far it has come. Dropped, it leaves the engine to itself.
    pub async fn pull(
        &self,
        name: &str,
        mut tell: impl FnMut(Pulled) + Send,
    ) -> Result<(), EngineError> {
        if self.version.load().is_none() {
            self.negotiate().await?;
        }
        let Session { docker, mut carrier, budget, .. } = self.session(MOST_ANSWER_BYTES)?;
        let (image, tag) = parts(name);
        let options = CreateImageOptionsBuilder::default().from_image(image).tag(tag).build();
        let mut lines = std::pin::pin!(docker.create_image(Some(options), None, None));
        let mut layers: HashMap<String, (u64, u64)> = HashMap::new();
        loop {
            let next = timeout(LONGEST_SILENCE, carrier.during(lines.next())).await;
            let line = match next {
                Err(_) => return Err(fault::timeout(self.address())),
                Ok(None) => return Ok(()),
                Ok(Some(Err(Error::DockerStreamError { error }))) => {
                    return Err(refused(name, &error));
                }
                Ok(Some(Err(error))) => return Err(self.failed(&error)),
                Ok(Some(Ok(line))) => line,
            };
            budget.refill();
            if let Some(error) = line.error_detail.and_then(|detail| detail.message) {
                return Err(refused(name, &error));
            }
            if let (Some(layer), Some(detail)) = (line.id, line.progress_detail) {
                let bytes = |number: Option<i64>| number.unwrap_or(0).max(0).unsigned_abs();
                if detail.total.is_some() {
                    layers.insert(layer, (bytes(detail.current), bytes(detail.total)));
                }
            }
            tell(Pulled {
                message: plain(&line.status.unwrap_or_default()),
                current: layers.values().map(|(current, _)| current).sum(),
                total: layers.values().map(|(_, total)| total).sum(),
            });
        }
    }
}

/// The registry does not give it, or something went wrong on the way.
fn refused(name: &str, said: &str) -> EngineError {
    EngineError::new(Fault::Failed, format!("{name} cannot be pulled: {}", plain(said)))
}

/// The name and the tag or digest; without one of them every tag there is would come.
fn parts(name: &str) -> (&str, &str) {
    if name.contains('@') {
        return (name, "");
    }
    let slash = name.rfind('/').unwrap_or(0);
    match name.rfind(':').filter(|colon| *colon > slash) {
        Some(colon) => (&name[..colon], &name[colon + 1..]),
        None => (name, "latest"),
    }
}

fn plain(text: &str) -> String {
    text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_LINE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_from_its_tag() {
        assert_eq!(parts("nginx"), ("nginx", "latest"));
        assert_eq!(parts("nginx:1.29"), ("nginx", "1.29"));
        assert_eq!(parts("lan:5000/a/b"), ("lan:5000/a/b", "latest"));
        assert_eq!(parts("lan:5000/a/b:2"), ("lan:5000/a/b", "2"));
        assert_eq!(parts("a@sha256:00"), ("a@sha256:00", ""));
    }
}
