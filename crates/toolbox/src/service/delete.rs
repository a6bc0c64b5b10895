use std::time::Duration;

use events::Change;
use kit::{Actor, Error, ErrorKind, Result};
use tokio::time::{Instant, timeout};

use super::look::DEPLOYMENT;
use crate::model::{DeploymentStatus, Removed, Task};
use crate::{Toolbox, store};

/// Whoever deletes waits so long to hear of it; the work goes on.
const LONGEST_WAIT: Duration = Duration::from_secs(180);
const LOOK_EVERY: Duration = Duration::from_millis(500);

impl Toolbox {
    /// Removes a deployment, whatever is being done to it, and says what is gone.
    pub(crate) async fn delete(
        &self,
        actor: &Actor,
        id: &str,
        with_volumes: bool,
    ) -> Result<Removed> {
        self.refuse_while_off()?;
        self.refuse_without_target()?;
        let mut finished = self.finished().subscribe();
        let turn = self.order_removal(actor, id, with_volumes).await?;
        let end = Instant::now() + LONGEST_WAIT;
        while Instant::now() < end {
            let found = {
                let mut conn = self.db().read().await?;
                store::find(&mut conn, self.seal(), id).await?
            };
            match found {
                None => return Ok(Removed::default()),
                Some(gone) if gone.status == DeploymentStatus::Deleted => {
                    return Ok(gone.removed.unwrap_or_default());
                }
                Some(left) if left.task == Task::None && left.turn == turn => {
                    let reason = left.error.unwrap_or_default();
                    let message = format!("It could not be deleted: {reason}");
                    return Err(Error::new(ErrorKind::ServiceUnavailable, message));
                }
                Some(_) => drop(timeout(LOOK_EVERY, finished.changed()).await),
            }
        }
        let message = "The engine takes its time; the deployment is being deleted";
        Err(Error::new(ErrorKind::ServiceUnavailable, message))
    }

    async fn order_removal(&self, actor: &Actor, id: &str, with_volumes: bool) -> Result<i64> {
        let mut tx = self.events().begin().await?;
        let found = store::find(&mut tx, self.seal(), id).await?;
        let found = found.filter(|deployment| deployment.status != DeploymentStatus::Deleted);
        let mut deployment = found.ok_or_else(|| Error::not_found(DEPLOYMENT))?;
        let erase = with_volumes || deployment.task == Task::Erase;
        if deployment.task == Task::Erase || deployment.task == Task::Delete && !erase {
            // Somebody has ordered the same.
            return Ok(deployment.turn);
        }
        deployment.task = if erase { Task::Erase } else { Task::Delete };
        deployment.turn += 1;
        deployment.updated_at = self.clock().now();
        store::overtake(&mut tx, id).await?;
        store::update(&mut tx, self.seal(), &deployment).await?;
        let change = Change::by(actor.clone(), "toolbox.delete")
            .target(id)
            .details(serde_json::json!({"removeVolumes": with_volumes}));
        tx.record(&change).await?;
        tx.commit().await?;
        self.wake().notify_one();
        Ok(deployment.turn)
    }
}
