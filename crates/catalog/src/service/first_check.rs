//! The first check of a new route. What it suggests is taken over where nobody set that option, and
//! the activity feed says what was chosen and why; whoever sets the option again undoes it.

use std::time::Duration;

use ::store::Lease;
use appcheck::Suggestion;
use events::{Change, IconClass};
use kit::{Actor, Entropy, Error, Result};
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::writer::{IfExists, Service};
use crate::store::first_checks::{self, FirstCheck};
use crate::{AppDraft, Catalog, Report, RouteDraft};

const LOOK_EVERY: Duration = Duration::from_secs(2);
const LEASE_LIFETIME: Duration = Duration::from_secs(60);
/// An app that was just started may not answer yet. After the last of these it is let be.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(2),
    Duration::from_secs(10),
    Duration::from_secs(30),
    Duration::from_secs(120),
    Duration::from_secs(600),
];

impl Catalog {
    /// Checks routes that are new, one after the other. Of several programs on one database one
    /// does it.
    pub(crate) async fn check_new_routes(self, token: CancellationToken) {
        let holder = Entropy.hex::<16>();
        let lease = Lease { name: "catalog.first_checks", holder, lifetime: LEASE_LIFETIME };
        while token.run_until_cancelled(sleep(LOOK_EVERY)).await.is_some() {
            let checked = token.run_until_cancelled(self.check_due_routes(&lease)).await;
            if let Some(Err(error)) = checked {
                tracing::warn!(%error, "checking new routes failed; retrying in 2 s");
            }
        }
    }

    async fn check_due_routes(&self, lease: &Lease) -> Result<()> {
        let due = {
            let mut conn = self.db().read().await?;
            first_checks::due(&mut conn, self.clock().now()).await?
        };
        for route_id in due {
            if self.db().is_shared() && !lease.take(self.db(), self.clock().now()).await? {
                return Ok(());
            }
            match self.check(&route_id).await {
                Ok(report) => self.take_over(&route_id, &report).await?,
                Err(error) => {
                    tracing::debug!(route_id, %error, "a new route could not be checked yet");
                    self.put_off(&route_id).await?;
                }
            }
        }
        Ok(())
    }

    /// Sets what the report suggests and nobody has set. Where that was something, the app is
    /// looked at once more: what was hidden before may be seen now.
    async fn take_over(&self, route_id: &str, report: &Report) -> Result<()> {
        let has_domain = self.memory().look().base_domain().is_some();
        let mut writer = self.writer().await;
        let mut tx = self.events().begin().await?;
        let Some(check) = first_checks::find(&mut tx, route_id).await? else { return Ok(()) };
        let (draft, chosen) = choose(report, &check, has_domain)?;
        if chosen.is_empty() {
            first_checks::delete(&mut tx, route_id).await?;
            return Ok(tx.commit().await?);
        }
        let Some(origin) = self.known_route(route_id).ok().map(|(route, _)| route.origin) else {
            return Ok(());
        };
        let service = Service {
            route_id: route_id.to_owned(),
            route: draft,
            app: AppDraft::default(),
            origin,
        };
        writer.put_as(&mut tx, &Actor::system(), &service, IfExists::Known).await?;
        tx.record(&news(route_id, &chosen)).await?;
        tx.commit().await?;
        writer.publish();
        Ok(())
    }

    async fn put_off(&self, route_id: &str) -> Result<()> {
        let mut tx = self.db().begin().await?;
        let Some(mut check) = first_checks::find(&mut tx, route_id).await? else { return Ok(()) };
        let pause = usize::try_from(check.tries).ok().and_then(|tries| PAUSES.get(tries));
        check.tries += 1;
        match pause {
            Some(pause) => {
                let due = self.clock().now().after(*pause);
                first_checks::update(&mut tx, &check, due).await?;
            }
            None => first_checks::delete(&mut tx, route_id).await?,
        }
        Ok(tx.commit().await?)
    }
}

/// What of the report is taken over.
fn choose<'r>(
    report: &'r Report,
    check: &FirstCheck,
    has_domain: bool,
) -> Result<(RouteDraft, Vec<&'r Suggestion>)> {
    // A host name of its own needs a domain, which only a person can give.
    let is_possible = |field: &str| has_domain || field != "routingMode";
    let is_open = |field: &str| check.options.iter().any(|option| option == field);
    let suggestions = report.suggestions.iter();
    let chosen: Vec<_> =
        suggestions.filter(|one| is_open(one.field) && is_possible(one.field)).collect();
    let fields = chosen.iter().map(|one| (one.field.to_owned(), one.value.clone())).collect();
    let draft = serde_json::from_value(Value::Object(fields)).map_err(Error::internal)?;
    Ok((draft, chosen))
}

fn news(route_id: &str, chosen: &[&Suggestion]) -> Change {
    let said = chosen.iter().map(|one| {
        let value = one.value.as_str().map_or_else(|| one.value.to_string(), str::to_owned);
        format!("{} is {value}: {}", one.field, one.why)
    });
    let details = chosen.iter().map(|one| json!({ "field": one.field, "value": one.value }));
    Change::by(Actor::system(), "route.chosen")
        .target(route_id)
        .details(json!({ "chosen": details.collect::<Vec<_>>() }))
        .notice(
            "CheckCircle",
            IconClass::Info,
            format!("The route {route_id} was adapted to its app"),
        )
        .notice_details(said.collect::<Vec<_>>().join("; "))
}
