//! What the program measures of itself, and how all metrics leave it.

use std::sync::{Arc, Mutex, PoisonError};

use kit::{Error, Health, Instance, Metrics, Result};
use prometheus::{Counter, IntGauge, IntGaugeVec, Registry, TextEncoder};
use routing::SharedRoutes;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};
use web::Figures;

use crate::traffic::AppMetrics;

/// Brings the process's own figures up to date and renders everything.
#[derive(Clone)]
pub(crate) struct Exporter {
    metrics: Metrics,
    /// Those of apps are not kept here but read off their counters.
    apps: Registry,
    process: Arc<Mutex<Process>>,
    health: Health,
    components: IntGaugeVec,
}

struct Process {
    /// `None` on an operating system that cannot be asked.
    system: Option<System>,
    cpu: Counter,
    memory: IntGauge,
    files: IntGauge,
}

impl Exporter {
    pub(crate) fn new(
        metrics: Metrics,
        health: Health,
        (routes, figures): (SharedRoutes, Arc<dyn Figures>),
        instance: &Instance,
    ) -> Self {
        let start = metrics.gauge("process_start_time_seconds", "When the program was started.");
        start.set(instance.started_at.unix());
        let build = metrics.gauges("build_info", "Which program this is; always 1.", &["version"]);
        build.with_label_values(&[instance.version]).set(1);
        let process = Process {
            system: System::new().ok(),
            cpu: metrics
                .float_counter("process_cpu_seconds_total", "Processor time the program used."),
            memory: metrics.gauge("process_resident_memory_bytes", "Memory the program holds."),
            files: metrics.gauge("process_open_fds", "Files and sockets the program has open."),
        };
        let components = metrics.gauges(
            "component_status",
            "How a part of the program is: 0 healthy, 1 degraded, 2 unhealthy.",
            &["component"],
        );
        let apps = app_registry(AppMetrics::new(routes, figures));
        let process = Arc::new(Mutex::new(process));
        Exporter { metrics, apps, process, health, components }
    }

    /// Listing the open files takes a while when there are many.
    pub(crate) async fn render(&self) -> Result<String> {
        let exporter = self.clone();
        let task = tokio::task::spawn_blocking(move || {
            exporter.process.lock().unwrap_or_else(PoisonError::into_inner).measure();
            exporter.look_at_components();
            exporter.metrics.render() + &exporter.render_apps()
        });
        task.await.map_err(Error::internal)
    }

    fn look_at_components(&self) {
        for component in self.health.components().iter() {
            let gauge = self.components.with_label_values(&[component.name]);
            gauge.set(component.status as i64);
        }
    }

    fn render_apps(&self) -> String {
        let mut text = String::new();
        let encoded = TextEncoder::new().encode_utf8(&self.apps.gather(), &mut text);
        encoded.expect("writing into memory does not fail");
        text
    }
}

fn app_registry(apps: AppMetrics) -> Registry {
    let registry = Registry::new_custom(Some("gatehouse".to_owned()), None)
        .expect("the prefix is a valid metric name");
    let registered = registry.register(Box::new(apps));
    registered.expect("each metric is registered once");
    registry
}

impl Process {
    fn measure(&mut self) {
        let (Some(system), Ok(pid)) = (&mut self.system, sysinfo::get_current_pid()) else {
            return;
        };
        let wanted = ProcessRefreshKind::nothing().with_cpu().with_memory();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, wanted);
        let Some(process) = system.process(pid) else { return };
        let seconds = process.accumulated_cpu_time() as f64 / 1000.0;
        self.cpu.inc_by((seconds - self.cpu.get()).max(0.0));
        self.memory.set(i64::try_from(process.memory()).unwrap_or(i64::MAX));
        let files = process.open_files().unwrap_or_default();
        self.files.set(i64::try_from(files).unwrap_or(i64::MAX));
    }
}
