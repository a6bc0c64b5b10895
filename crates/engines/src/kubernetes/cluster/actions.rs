//! Starting and stopping pods: their workload is scaled, or makes them anew. Whoever waits for the
//! outcome looks at the cluster again and again, so that one answer that is lost decides nothing.

use std::time::Duration;

use k8s_openapi::api::core::v1::Pod;
use kube::Api;
use kube::api::{DeleteParams, ListParams, Preconditions};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::api_call::ApiCall;
use super::connection::Connection;
use super::pods::{self, bounded, forgetting};
use super::workload::Workload;
use super::workloads::{self, Master};
use crate::{Action, ContainerId, Done, EngineError, Fault};

/// How long a cluster may take beyond the time that a pod has to end.
const LONGEST_WORK: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// How often a change is sent whose answer does not come. To say it twice does no harm.
const TRIES: usize = 4;

pub(super) async fn act(
    connection: &Connection,
    id: &ContainerId,
    action: Action,
) -> Result<Done, EngineError> {
    let place = pods::place(connection, id).await?;
    let target = match pods::get(connection, &place.namespace, &place.name).await {
        Ok(pod) => Target::of_pod(connection, &place.namespace, pod).await?,
        Err(error) if error.fault == Fault::NotFound => {
            Target::Stopped(Box::new(pods::stopped_workload(connection, &place).await?))
        }
        Err(error) => return Err(error),
    };
    let work = Work { connection, namespace: &place.namespace };
    match (action, target) {
        (Action::Start { replicas }, Target::Stopped(workload)) => {
            work.start(&workload, replicas.unwrap_or(1)).await
        }
        (Action::Restart { .. }, Target::Stopped(workload)) => work.start(&workload, 1).await,
        (Action::Stop { .. }, Target::Stopped(_)) => Ok(Done::default()),
        (Action::Start { replicas }, Target::Pod(pod, Master::Workload(workload))) => {
            if workload.is_stopped() {
                work.start(&workload, replicas.unwrap_or(1)).await
            } else {
                work.renew(&pod, Some(&workload), Duration::ZERO).await
            }
        }
        (Action::Stop { grace }, Target::Pod(pod, master)) => work.stop(&pod, master, grace).await,
        (Action::Restart { grace }, Target::Pod(pod, Master::Workload(workload))) => {
            work.renew(&pod, Some(&workload), grace).await
        }
        (Action::Restart { grace }, Target::Pod(pod, Master::Other(_))) => {
            work.renew(&pod, None, grace).await
        }
        (Action::Restart { grace }, Target::Pod(pod, Master::None)) => work.end(&pod, grace).await,
        (Action::Start { .. }, Target::Pod(..)) => {
            Err(EngineError::new(Fault::Conflict, "a pod without an owner cannot be started again")
                .advise("create it anew"))
        }
    }
}

enum Target {
    Pod(Box<Pod>, Master),
    Stopped(Box<Workload>),
}

impl Target {
    async fn of_pod(
        connection: &Connection,
        namespace: &str,
        pod: Pod,
    ) -> Result<Self, EngineError> {
        let master = workloads::master(connection, namespace, &pod.metadata).await?;
        Ok(Target::Pod(Box::new(pod), master))
    }
}

struct Work<'a> {
    connection: &'a Connection,
    namespace: &'a str,
}

impl Work<'_> {
    async fn start(&self, workload: &Workload, replicas: u32) -> Result<Done, EngineError> {
        self.patch(workload, &workload.starting(replicas)).await?;
        let ready = |now: &Workload| now.is_observed() && now.ready() >= 1;
        Ok(if self.until(workload, LONGEST_WORK, ready).await? {
            Done::default()
        } else {
            Done::but("it is scaled up, but no pod of it is ready yet")
        })
    }

    async fn stop(&self, pod: &Pod, master: Master, grace: Duration) -> Result<Done, EngineError> {
        let workload = match master {
            Master::Workload(workload) => workload,
            Master::None => return self.end(pod, grace).await,
            Master::Other(owner) => {
                let (kind, name) = (&owner.kind, &owner.name);
                let message = format!("the pod belongs to the {kind} {name}, which has no count");
                return Err(EngineError::new(Fault::Conflict, message)
                    .advise(format!("stop the {kind} by its own means")));
            }
        };
        // One of several pods at once: another's stop has written down how many there were.
        if !workload.is_stopped() {
            let names = self.siblings(pod).await?;
            self.patch(&workload, &workload.stopping(&names)).await?;
        }
        let gone = |now: &Workload| now.is_observed() && now.present() == 0;
        if self.until(&workload, grace + LONGEST_WORK, gone).await? {
            Ok(Done::default())
        } else {
            Ok(Done::but("it is scaled to 0, but its pods have not ended yet"))
        }
    }

    /// Deletes a pod that nothing makes anew.
    async fn end(&self, pod: &Pod, grace: Duration) -> Result<Done, EngineError> {
        self.delete(pod, grace).await?;
        self.until_gone(pod, grace + LONGEST_WORK).await?;
        Ok(Done::but("the pod has no owner, so it was deleted and nothing makes it anew"))
    }

    /// Deletes a pod, and waits until its workload has made another.
    async fn renew(
        &self,
        pod: &Pod,
        workload: Option<&Workload>,
        grace: Duration,
    ) -> Result<Done, EngineError> {
        self.delete(pod, grace).await?;
        self.until_gone(pod, grace + LONGEST_WORK).await?;
        let Some(workload) = workload else { return Ok(Done::default()) };
        let ready = |now: &Workload| now.is_observed() && now.ready() >= now.wanted().max(1);
        Ok(if self.until(workload, LONGEST_WORK, ready).await? {
            Done::default()
        } else {
            Done::but("the pod was deleted, but not all new ones are ready yet")
        })
    }

    async fn patch(&self, workload: &Workload, change: &Value) -> Result<Workload, EngineError> {
        let mut tries = 1;
        loop {
            match workloads::patch(self.connection, workload, change).await {
                Err(error) if is_transient(&error) && tries < TRIES => sleep(LOOK_AGAIN).await,
                answer => return answer,
            }
            tries += 1;
        }
    }

    /// The pods that go with this one: those with the same direct owner.
    async fn siblings(&self, pod: &Pod) -> Result<Vec<String>, EngineError> {
        let link = self.connection.link().await?;
        let api: Api<Pod> = Api::namespaced(link.client, self.namespace);
        let asked = ApiCall::list("pods", "", Some(self.namespace));
        let page = ListParams::default().limit(500);
        let listed = bounded(&link.server, &asked, api.list(&page)).await;
        let listed = forgetting(self.connection, listed).await?;
        let owners = &pod.metadata.owner_references;
        let same =
            listed.items.into_iter().filter(|each| each.metadata.owner_references == *owners);
        let own = pod.metadata.name.clone();
        let mut names: Vec<String> = own.into_iter().collect();
        names.extend(same.filter_map(|each| each.metadata.name));
        names.dedup();
        Ok(names)
    }

    async fn delete(&self, pod: &Pod, grace: Duration) -> Result<(), EngineError> {
        let name = pod.metadata.name.as_deref().unwrap_or_default();
        let mut tries = 1;
        loop {
            match self.try_to_delete(name, pod.metadata.uid.clone(), grace).await {
                Ok(()) => return Ok(()),
                // It is gone, or another one has its name by now.
                Err(error) if matches!(error.fault, Fault::NotFound | Fault::Conflict) => {
                    return Ok(());
                }
                Err(error) if is_transient(&error) && tries < TRIES => sleep(LOOK_AGAIN).await,
                Err(error) => return Err(error),
            }
            tries += 1;
        }
    }

    async fn try_to_delete(
        &self,
        name: &str,
        uid: Option<String>,
        grace: Duration,
    ) -> Result<(), EngineError> {
        let link = self.connection.link().await?;
        let api: Api<Pod> = Api::namespaced(link.client, self.namespace);
        let asked = ApiCall::one("delete", "pods", "", self.namespace, name);
        let parameters = DeleteParams {
            grace_period_seconds: u32::try_from(grace.as_secs()).ok(),
            preconditions: Some(Preconditions { uid, resource_version: None }),
            ..DeleteParams::default()
        };
        let deleted = bounded(&link.server, &asked, api.delete(name, &parameters)).await;
        forgetting(self.connection, deleted).await.map(drop)
    }

    async fn until_gone(&self, pod: &Pod, limit: Duration) -> Result<(), EngineError> {
        let name = pod.metadata.name.as_deref().unwrap_or_default();
        let until = Instant::now() + limit;
        loop {
            match pods::get(self.connection, self.namespace, name).await {
                Err(error) if error.fault == Fault::NotFound => return Ok(()),
                Ok(now) if now.metadata.uid != pod.metadata.uid => return Ok(()),
                Err(error) if !is_transient(&error) => return Err(error),
                _ if Instant::now() >= until => {
                    let message = "the pod was deleted, but has not ended in time";
                    return Err(EngineError::new(Fault::Timeout, message));
                }
                _ => sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// Whether the workload becomes so in time.
    async fn until(
        &self,
        workload: &Workload,
        limit: Duration,
        check: impl Fn(&Workload) -> bool,
    ) -> Result<bool, EngineError> {
        let until = Instant::now() + limit;
        let (kind, name) = (workload.kind, workload.name());
        loop {
            match workloads::get(self.connection, kind, self.namespace, name).await {
                Ok(now) if check(&now) => return Ok(true),
                Err(error) if !is_transient(&error) => return Err(error),
                _ if Instant::now() >= until => return Ok(false),
                _ => sleep(LOOK_AGAIN).await,
            }
        }
    }
}

fn is_transient(error: &EngineError) -> bool {
    matches!(error.fault, Fault::Timeout | Fault::Unreachable)
}
