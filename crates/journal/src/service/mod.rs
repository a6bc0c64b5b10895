mod live;
mod traffic;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use events::{Activity, AuditEntry, AuditFilter, Events};
use kit::{
    Clock, Component, Health, Instance, Page, Paged, Presence, Principal, Result, Scope, Status,
};
use store::Db;
use web::{Counts, Figures, Reload};

use crate::figures::{History, oldest_hour, trend};
use crate::host::Host;
use crate::live::Live;
use crate::metrics::Exporter;
use crate::model::{AllFigures, QuickStats, Resources, Stats};
use crate::totals::TrafficTotals;
use crate::traces::Tracer;
use crate::traffic::{Meter, REMEMBERED, first_quarter};
use crate::{AccessLogger, Deps, Records, Settings, health, store as rows};

/// The journal. Cheap to clone.
#[derive(Clone)]
pub struct Journal {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    events: Events,
    clock: Clock,
    instance: Arc<Instance>,
    health: Health,
    figures: Arc<dyn Figures>,
    presence: Arc<dyn Presence>,
    totals: TrafficTotals,
    live: Live,
    meter: Meter,
    records: Records,
    host: Host,
    exporter: Exporter,
    metrics_enabled: AtomicBool,
}

impl Journal {
    pub(crate) fn new(deps: Deps) -> Self {
        let Settings { metrics, access_log, traces } = deps.settings;
        let access_log = AccessLogger::new(access_log, deps.health.clone(), &deps.metrics);
        let tracer = Tracer::new(traces, deps.fetcher, deps.instance.clone(), &deps.metrics);
        let figures: Arc<dyn Figures> = Arc::new(AllFigures(deps.figures));
        let inner = Inner {
            exporter: Exporter::new(
                deps.metrics,
                deps.health.clone(),
                (deps.routes.clone(), figures.clone()),
                &deps.instance,
            ),
            live: Live::new(deps.routes.clone()),
            meter: Meter::new(deps.routes, deps.clock.clone()),
            records: Records { access_log, tracer },
            totals: TrafficTotals::new(deps.clock.clone()),
            host: Host::new(deps.data_dir),
            metrics_enabled: AtomicBool::new(metrics.enabled),
            db: deps.db,
            events: deps.events,
            clock: deps.clock,
            instance: deps.instance,
            health: deps.health,
            figures,
            presence: deps.presence,
        };
        Journal { inner: Arc::new(inner) }
    }

    /// Counts every request that `router` answers, and the time it took.
    pub fn counting(&self, router: axum::Router) -> axum::Router {
        router.layer(middleware::from_fn_with_state(self.clone(), count))
    }

    /// Where the data plane's records go.
    pub fn records(&self) -> &Records {
        &self.inner.records
    }

    /// Writes down what the last requests left, after everything else has ended.
    pub async fn finish(&self) {
        self.inner.records.access_log.finish().await;
        if let Err(error) = self.write_figures().await {
            tracing::warn!(%error, "writing traffic figures failed at shutdown; the last ones are lost");
        }
    }

    pub(crate) fn instance(&self) -> &Instance {
        &self.inner.instance
    }

    pub(crate) fn now(&self) -> kit::Timestamp {
        self.inner.clock.now()
    }

    pub(crate) fn uptime_seconds(&self) -> u64 {
        self.now().since(self.inner.instance.started_at).as_secs()
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.inner.health.is_ready()
    }

    pub(crate) fn health(&self) -> (Status, Arc<Vec<Component>>) {
        (self.inner.health.overall(), self.inner.health.components())
    }

    /// `None` while metrics are switched off.
    pub(crate) async fn metrics(&self) -> Result<Option<String>> {
        if !self.inner.metrics_enabled.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.inner.exporter.render().await.map(Some)
    }

    pub(crate) async fn activity(&self, page: Page) -> Result<Paged<Activity>> {
        Ok(self.inner.events.activity(page).await?)
    }

    /// Whoever may not read everything sees what it did itself.
    pub(crate) async fn audit(
        &self,
        viewer: &Principal,
        mut filter: AuditFilter,
        page: Page,
    ) -> Result<Paged<AuditEntry>> {
        if !viewer.may(Scope::READ_ALL) {
            let own = viewer.identity.actor_id();
            if filter.actor.is_some_and(|actor| actor != own) {
                return Ok(Paged { items: Vec::new(), total: 0 });
            }
            filter.actor = Some(own);
        }
        Ok(self.inner.events.audit(&filter, page).await?)
    }

    pub(crate) async fn stats(&self, viewer: &Principal) -> Result<Stats> {
        let history = self.history().await?;
        let counts = self.counts_for(viewer);
        let before = history.a_day_ago();
        let devices_before = if viewer.may(Scope::READ_ALL) {
            before.map_or(0, |hour| hour.devices)
        } else {
            counts.devices
        };
        Ok(Stats {
            routes: trend(counts.routes, before.map_or(0, |hour| hour.routes)),
            devices: trend(counts.devices, devices_before),
            discoveries: trend(counts.discoveries, before.map_or(0, |hour| hour.discoveries)),
            requests: trend(history.requests_today(), history.requests_yesterday()),
        })
    }

    pub(crate) async fn quick_stats(&self, viewer: &Principal) -> Result<QuickStats> {
        let history = self.history().await?;
        Ok(QuickStats {
            counts: self.counts_for(viewer),
            requests_today: history.requests_today(),
            average_millis: history.average_millis(),
            uptime_percent: history.uptime_percent(),
        })
    }

    /// The host's resources, and the bytes that the database takes.
    pub(crate) async fn resources(&self) -> Result<(Resources, u64)> {
        let storage = self.inner.db.size().await?;
        Ok((self.inner.host.read().await?, storage))
    }

    pub(crate) async fn check(&self) -> bool {
        let in_order = health::check_database(&self.inner.db, &self.inner.health).await;
        self.inner.totals.checked(in_order);
        in_order
    }

    pub(crate) async fn write_figures(&self) -> store::Result<()> {
        self.read_traffic();
        let hours = self.inner.totals.take();
        let taken = self.inner.meter.take_unwritten();
        let counts = self.inner.figures.counts();
        let written = async {
            let mut tx = self.inner.db.begin().await?;
            for (number, tally) in &hours {
                rows::add(&mut tx, *number, tally, &counts).await?;
            }
            for ((app, number), quarter) in &taken.quarters {
                rows::add_quarter(&mut tx, app, *number, quarter).await?;
            }
            for ((app, identity), uses) in &taken.uses {
                rows::add_uses(&mut tx, app, identity.as_ref(), uses).await?;
            }
            rows::forget_before(&mut tx, oldest_hour(self.now())).await?;
            rows::forget_quarters_before(&mut tx, first_quarter(self.now())).await?;
            rows::forget_callers(&mut tx, self.now().before(REMEMBERED)).await?;
            tx.commit().await
        }
        .await;
        if written.is_err() {
            self.inner.totals.put_back(hours);
            self.inner.meter.put_back(taken);
        }
        written
    }

    async fn history(&self) -> Result<History> {
        self.read_traffic();
        let now = self.now();
        let mut conn = self.inner.db.read().await?;
        let hours = rows::hours_since(&mut conn, oldest_hour(now)).await?;
        Ok(History::new(hours, self.inner.totals.look(), now))
    }

    /// Other people's devices do not count for a caller that may not read them.
    fn counts_for(&self, viewer: &Principal) -> Counts {
        let counts = self.inner.figures.counts();
        if viewer.may(Scope::READ_ALL) {
            return counts;
        }
        let own = viewer.device_id();
        let online = own.is_some_and(|id| self.inner.presence.is_online(id));
        Counts { devices: own.is_some().into(), devices_online: online.into(), ..counts }
    }
}

impl Reload<Settings> for Journal {
    /// Takes over what may change while the program runs: whether metrics are served, and all of
    /// the access log.
    async fn reload(&self, settings: Settings) -> Result<()> {
        self.inner.metrics_enabled.store(settings.metrics.enabled, Ordering::Relaxed);
        self.inner.records.access_log.reload(settings.access_log);
        self.inner.records.tracer.reload(settings.traces);
        Ok(())
    }
}

async fn count(State(journal): State<Journal>, request: Request, next: Next) -> Response {
    let started = std::time::Instant::now();
    let response = next.run(request).await;
    journal.inner.totals.answered(started.elapsed());
    response
}
