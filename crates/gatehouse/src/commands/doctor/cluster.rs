//! Whether discovery may read the cluster that it is to look at.

use std::time::Duration;

use engines::kubernetes::{ClusterChange, Kind, Things};
use engines::{EngineError, Kubernetes};
use futures::StreamExt;
use tokio::time::timeout;

use super::Context;
use super::finding::Finding;

const NAME: &str = "kubernetes";
const LONGEST: Duration = Duration::from_secs(20);
const MEND: &str = "see whether the API server can be reached from here";

/// Nothing where nobody asks for a cluster.
pub(super) async fn check(context: &Context<'_>) -> Vec<Finding> {
    let discovery = &context.config.discovery;
    if !discovery.enabled || !discovery.kubernetes.enabled {
        return Vec::new();
    }
    let kubernetes = Kubernetes::new(discovery.kubernetes.settings());
    match timeout(LONGEST, read(&kubernetes)).await {
        Ok(findings) => findings,
        Err(_) => vec![Finding::warn(NAME, "the cluster does not answer", MEND)],
    }
}

async fn read(kubernetes: &Kubernetes) -> Vec<Finding> {
    let mut changes = kubernetes.exposures(|_| false);
    let (mut findings, mut services) = (Vec::new(), 0);
    while let Some(change) = changes.next().await {
        match change {
            ClusterChange::All(_, Things::Services(seen)) => services += seen.len(),
            ClusterChange::Lost(part, error) => {
                findings.push(unseen(error));
                // Without them discovery waits, and nothing else is worth looking at.
                if part.kind == Kind::Services {
                    return findings;
                }
            }
            ClusterChange::Connected => break,
            _ => {}
        }
    }
    if findings.is_empty() {
        findings.push(Finding::ok(NAME, format!("the cluster shows its {services} services")));
    }
    findings
}

fn unseen(error: EngineError) -> Finding {
    Finding::warn(NAME, error.message, error.advice.unwrap_or_else(|| MEND.to_owned()))
}
