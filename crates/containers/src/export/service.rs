use engines::Blueprint;
use futures::stream::{self, StreamExt};
use kit::{Error, ErrorKind, Result};

use super::stack::{Stack, Wishes, stack};
use crate::Containers;
use crate::error::refused;
use crate::link::ContainerRef;

/// How many containers an engine is asked about at a time.
const AT_ONCE: usize = 5;
const MOST_IN_STACK: usize = 100;

/// A stack of several, and whether all that were asked for are in it.
pub(super) struct Batch {
    pub(super) stack: Stack,
    pub(super) is_whole: bool,
}

impl Containers {
    /// A container's name, and its compose file.
    pub(super) async fn export(
        &self,
        asked: &ContainerRef,
        wishes: Wishes,
    ) -> Result<(String, Stack)> {
        let (name, made) = self.blueprints(asked, ErrorKind::ExportFailed).await?;
        Ok((name, stack(&made, wishes)))
    }

    pub(super) async fn export_many(
        &self,
        asked: Vec<ContainerRef>,
        wishes: Wishes,
    ) -> Result<Batch> {
        if asked.is_empty() {
            let message = "At least one container has to be named";
            return Err(Error::new(ErrorKind::EmptyContainerList, message));
        }
        if asked.len() > MOST_IN_STACK {
            return Err(Error::invalid("container_ids", "at most 100 make one stack"));
        }
        let looked = stream::iter(asked)
            .map(|one| async move {
                let found = self.blueprints(&one, ErrorKind::BatchExportFailed).await;
                (one, found)
            })
            .buffered(AT_ONCE);
        let looked: Vec<_> = looked.collect().await;
        let (mut made, mut failures): (Vec<Blueprint>, Vec<String>) = Default::default();
        let mut last = None;
        for (one, found) in looked {
            match found {
                Ok((_, found)) => made.extend(found),
                Err(error) => {
                    failures.push(format!("{}: {}", shown(&one.id), error.message));
                    last = Some(error);
                }
            }
        }
        made.dedup_by(|one, other| one.id.is_some() && one.id == other.id);
        if made.is_empty() {
            return Err(none_of_them(last, &failures));
        }
        let mut stack = stack(&made, wishes);
        let is_whole = failures.is_empty();
        stack.warnings.splice(0..0, failures);
        Ok(Batch { stack, is_whole })
    }

    async fn blueprints(
        &self,
        asked: &ContainerRef,
        failed: ErrorKind,
    ) -> Result<(String, Vec<Blueprint>)> {
        let found = self.find(asked, failed).await?;
        let made = found.engine().blueprints(found.id()).await;
        let made = made.map_err(|error| refused(error, failed))?;
        Ok((found.container().name.to_string(), made))
    }
}

/// An engine that is not there, and a runtime that there is not, are said as such.
fn none_of_them(last: Option<Error>, failures: &[String]) -> Error {
    match last {
        Some(error)
            if matches!(
                error.kind,
                ErrorKind::RuntimeUnavailable
                    | ErrorKind::NoRuntime
                    | ErrorKind::InvalidRuntime
                    | ErrorKind::InvalidContainerId
                    | ErrorKind::BatchExportFailed
            ) =>
        {
            error
        }
        _ => {
            let message = "None of the containers could be looked at";
            let all = Error::new(ErrorKind::AllContainersFailed, message);
            failures.iter().fold(all, |all, failure| all.detail("container_ids", failure))
        }
    }
}

fn shown(id: &str) -> String {
    id.chars().filter(|letter| !letter.is_control()).take(80).collect()
}
