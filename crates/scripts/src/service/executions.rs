use std::time::Duration;

use events::Change;
use events::facts::ExecutionCancelled;
use kit::{Error, Page, Paged, Result};
use tokio::time::Instant;
use web::Caller;

use super::permit;
use crate::model::{Execution, Filter};
use crate::run::Why;
use crate::{Scripts, store};

/// Asking politely, then not, takes a few seconds at most.
pub(super) const CANCEL_TIME: Duration = Duration::from_secs(15);
/// How often the record is looked at while another program ends the run.
const LOOK: Duration = Duration::from_millis(200);

impl Scripts {
    pub(crate) async fn executions(&self, filter: &Filter, page: Page) -> Result<Paged<Execution>> {
        if !self.is_enabled() {
            return Ok(Paged { items: Vec::new(), total: 0 });
        }
        let mut conn = self.db().read().await?;
        let items = store::executions::list(&mut conn, filter, page).await?;
        let total = store::counts::total(&mut conn, filter).await?;
        Ok(Paged { items, total })
    }

    pub(crate) async fn execution(&self, id: &str) -> Result<Execution> {
        self.refuse_while_off()?;
        let found = store::executions::find(&mut *self.db().read().await?, id).await?;
        found.ok_or_else(|| Error::not_found("This execution"))
    }

    /// Ends an execution, and returns when it has ended.
    pub(crate) async fn cancel(&self, caller: &Caller, id: &str) -> Result<Execution> {
        let execution = self.execution(id).await?;
        // A script that is gone asks for nothing any more.
        if let Ok(script) = self.script(&execution.script_id).await {
            permit(&caller.principal, &script.allowed_scopes)?;
        }
        if execution.status.is_over() {
            return Err(Error::conflict("The execution is over already"));
        }
        let change = Change::by(caller.actor(), "execution.cancelled").target(id);
        self.ask_to_end(change, id).await?;
        let until = Instant::now() + CANCEL_TIME;
        loop {
            let execution = self.execution(id).await?;
            if execution.status.is_over() || Instant::now() > until {
                return Ok(execution);
            }
            self.one_ended(id).await;
        }
    }

    /// Ends what runs here, and tells the other programs, one of which may run it.
    pub(super) async fn ask_to_end(&self, change: Change, id: &str) -> Result<()> {
        let fact = ExecutionCancelled { id: id.to_owned() };
        self.events().note(&change.fact(&fact)).await?;
        self.stop(id, Why::Cancelled);
        Ok(())
    }

    /// Returns when this one has ended, where it runs here, or after a short while.
    pub(super) async fn one_ended(&self, id: &str) {
        let ticket = self.board().tickets.get(id).cloned();
        let _ = tokio::time::timeout(LOOK, async {
            match ticket {
                Some(ticket) => ticket.done().await,
                None => std::future::pending().await,
            }
        })
        .await;
    }
}
