use catalog::{AppView, RouteView};
use events::facts::ProposalApproved;
use events::{Change, IconClass};
use kit::{Actor, Error, ErrorKind, Result};
use serde_json::json;

use crate::Discovery;
use crate::model::{Choice, Proposal};
use crate::store::{self, State};

/// What somebody wants otherwise than it is proposed.
#[derive(Debug, Default)]
pub(crate) struct Wishes {
    pub(crate) port: Option<i64>,
    pub(crate) name: Option<String>,
    pub(crate) tags: Option<Vec<String>>,
    pub(crate) path_base: Option<String>,
}

/// What an approval made.
pub(crate) struct Made {
    pub(crate) app: AppView,
    pub(crate) route: RouteView,
}

impl Discovery {
    /// Makes an app and a route of a proposal, with what was chosen instead of the suggestion, or
    /// moves the route that there is.
    pub(crate) async fn approve(&self, actor: &Actor, id: &str, wishes: Wishes) -> Result<Made> {
        self.refuse_while_off()?;
        let mut reconciler = self.reconciler().await;
        let proposal =
            reconciler.proposal(id).cloned().ok_or_else(|| Error::not_found(PROPOSAL))?;
        let choice = chosen(&proposal, wishes.port)?;

        let mut writer = self.catalog().writer().await;
        let mut service = self.drafted(&proposal, choice)?;
        service.app.name = wishes.name.or(service.app.name);
        service.app.tags = wishes.tags.or(service.app.tags);
        service.route.path_base = wishes.path_base.or(service.route.path_base);
        let preview = self.catalog().preview(&service).map_err(refused)?;
        let mut tx = self.events().begin().await?;
        match proposal.moves {
            None => writer.found(&mut tx, actor, &service).await.map_err(refused)?,
            Some(_) => drop(writer.put(&mut tx, actor, &service).await.map_err(refused)?),
        }
        store::decide(&mut tx, id, State::Approved, self.clock().now()).await?;
        let fact = ProposalApproved {
            proposal_id: id.to_owned(),
            app: serde_json::to_value(&preview.app).map_err(Error::internal)?,
            route: serde_json::to_value(&preview.route).map_err(Error::internal)?,
        };
        tx.record(&approved(actor, &proposal, choice, &fact)).await?;
        tx.commit().await?;
        writer.publish();

        self.adopt_catalogue(&mut reconciler);
        self.settle(&mut reconciler);
        let route_id = &service.route_id;
        let app = self.catalog().app_view(route_id).unwrap_or(preview.app);
        let route = self.catalog().route_view(route_id).unwrap_or(preview.route);
        Ok(Made { app, route })
    }
}

pub(super) const PROPOSAL: &str = "This proposal";

fn chosen(proposal: &Proposal, port: Option<i64>) -> Result<&Choice> {
    let Some(port) = port else { return Ok(proposal.suggested()) };
    let choice = u16::try_from(port).ok().and_then(|port| proposal.choice(port));
    choice.ok_or_else(|| {
        let ports = proposal.choices.iter().map(|choice| choice.address.port.to_string());
        let ports = ports.collect::<Vec<_>>().join(", ");
        Error::new(ErrorKind::InvalidPort, format!("The port must be one of {ports}"))
    })
}

/// What the catalogue does not take is no fault of the request: the proposal is behind the times.
/// The name, the tags and the path are the request's own.
fn refused(error: Error) -> Error {
    let is_wish = |field: &str| matches!(field, "name" | "pathBase") || field.starts_with("tags");
    if error.kind != ErrorKind::InvalidRequest
        || error.details.iter().any(|fault| is_wish(&fault.field))
    {
        return error;
    }
    let reasons = error.details.iter().map(|fault| format!("{} {}", fault.field, fault.reason));
    let reasons = reasons.collect::<Vec<_>>().join("; ");
    Error::conflict(format!("This service cannot be let in as it is proposed: {reasons}"))
}

fn approved(
    actor: &Actor,
    proposal: &Proposal,
    choice: &Choice,
    fact: &ProposalApproved,
) -> Change {
    let name = fact.app["name"].as_str().unwrap_or(&proposal.plan.app_id).to_owned();
    let to = choice.to(&proposal.plan.server_path);
    let what = if proposal.moves.is_some() { "moved" } else { "let in" };
    Change::by(actor.clone(), "proposal.approved")
        .target(proposal.id.clone())
        .details(json!({
            "service": proposal.service.to_string(),
            "appId": proposal.plan.app_id,
            "port": choice.own_port,
            "to": to,
        }))
        .fact(fact)
        .notice("CheckCircle", IconClass::Success, format!("{name} was {what}"))
        .notice_details(format!("{} leads to {to}", proposal.plan.path_base))
}
