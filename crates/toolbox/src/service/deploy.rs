use events::{Change, IconClass};
use kit::{Actor, Entropy, Error, Result};
use serde_json::json;

use crate::model::{Deployment, DeploymentStatus, Made, Recipes, Task};
use crate::plan::{Draft, Request};
use crate::{Toolbox, rules, store};

/// More than any house has.
const MOST_DEPLOYMENTS: i64 = 500;

/// A deployment that somebody wants.
#[derive(Clone)]
pub(crate) struct DeployRequest {
    pub(crate) template: String,
    pub(crate) name: String,
    pub(crate) request: Request,
    /// `None`: as configured.
    pub(crate) start: Option<bool>,
}

impl Toolbox {
    /// Checks what is wanted, and writes down that it shall be made.
    pub(crate) async fn deploy(&self, actor: &Actor, wanted: DeployRequest) -> Result<Deployment> {
        self.refuse_while_off()?;
        let draft = self.draft(&wanted)?;
        self.refuse_without_target()?;
        self.refuse_what_the_target_cannot(&draft)?;
        let now = self.clock().now();
        let start = wanted.start.unwrap_or(self.auto_start());
        // Nobody else makes one with this number, be it in the same millisecond: not here, and not
        // another gateway at the same engine.
        let random = u32::from_be_bytes(Entropy.bytes()) % 1_000_000;
        let deployment = Deployment {
            id: format!("deploy_{}{random:06}", now.0),
            template: wanted.template,
            name: wanted.name,
            status: DeploymentStatus::Pending,
            task: if start { Task::Deploy } else { Task::Prepare },
            turn: 1,
            recipes: Recipes { current: draft.recipe, next: None, ran: false },
            route: None,
            error: None,
            deployed_by: actor.id.clone(),
            made: Made::default(),
            removed: None,
            deployed_at: None,
            created_at: now,
            updated_at: now,
        };
        let mut tx = self.events().begin().await?;
        if store::count(&mut tx).await? >= MOST_DEPLOYMENTS {
            let message = format!("There are {MOST_DEPLOYMENTS} deployments; delete some first");
            return Err(Error::conflict(message));
        }
        store::insert(&mut tx, self.seal(), &deployment).await?;
        let change = Change::by(actor.clone(), "toolbox.deploy")
            .target(&deployment.id)
            .details(json!({"template": deployment.template, "name": deployment.name}))
            .notice("Target", IconClass::Info, format!("{} is being deployed", deployment.name));
        tx.record(&change).await?;
        tx.commit().await?;
        self.wake().notify_one();
        Ok(deployment)
    }

    pub(super) fn draft(&self, wanted: &DeployRequest) -> Result<Draft> {
        let template = self.good_template(&wanted.template)?;
        if !rules::is_service_name(&wanted.name) {
            let reason = "must be 1 to 64 letters, digits, spaces or . _ -, beginning with a letter \
                          or a digit";
            return Err(Error::invalid("service_name", reason));
        }
        Draft::new(template, wanted.request.clone(), None)
    }
}
