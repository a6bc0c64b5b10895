//! Both forms of a path lead to the same: the container's own, and a pod's with its namespace.

use axum::extract::State;
use http::StatusCode;
use web::responses::{
    Conflict, EngineFailed, Forbidden, Invalid, Limited, Missing, RuntimeUnavailable, Unauthorized,
};
use web::{Caller, Json, Path, Query, Require, Result, Write};

use super::target::{Ending, Starting, Target};
use crate::Containers;
use crate::link::ContainerRef;
use crate::model::{Order, Verb};
use crate::wire::AcceptedView;

type Answer = Result<(StatusCode, Json<AcceptedView>)>;

async fn begin(
    containers: &Containers,
    caller: &Caller,
    asked: ContainerRef,
    order: Order,
) -> Answer {
    let accepted = containers.begin(caller.actor(), &asked, order).await?;
    let now = containers.parts().clock.now();
    Ok((StatusCode::ACCEPTED, Json(AcceptedView::new(accepted, now))))
}

/// Start a container
///
/// It is seen to be stopped before the answer; the outcome comes as `container.start.completed` or
/// `container.start.failed`. A workload of a cluster is scaled up, although its pod is gone: it
/// goes by its own name or by that of the pod. 409 with `CONTAINER_ALREADY_STARTED` for one that
/// runs.
#[utoipa::path(
    post, path = "/api/v1/containers/{containerId}/start", tag = "Containers",
    params(("containerId" = String, Path, description = "An id, short or whole, or a name."),
        Target, Starting),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being started.", body = AcceptedView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn start(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(target): Query<Target>,
    Query(starting): Query<Starting>,
) -> Answer {
    let order = starting.shape(Order::new(Verb::Start))?;
    begin(&containers, &caller, target.of(id), order).await
}

/// Stop a container
///
/// The outcome comes as `container.stop.completed` or `container.stop.failed`; the app is unhealthy
/// at once. The workload of a pod is scaled to nothing and stays listed as stopped; a pod without
/// one is deleted. 409 with `CONTAINER_ALREADY_STOPPED` for one that does not run, and with
/// `CONFLICT` for one that the gateway needs itself.
#[utoipa::path(
    post, path = "/api/v1/containers/{containerId}/stop", tag = "Containers",
    params(("containerId" = String, Path, description = "An id, short or whole, or a name."),
        Target, Ending),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being stopped.", body = AcceptedView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn stop(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(target): Query<Target>,
    Query(ending): Query<Ending>,
) -> Answer {
    let order = ending.shape(Order::new(Verb::Stop))?;
    begin(&containers, &caller, target.of(id), order).await
}

/// Restart a container
///
/// Whatever its state. The outcome comes as `container.restart.completed` or
/// `container.restart.failed`. A pod is deleted, and its workload makes another.
#[utoipa::path(
    post, path = "/api/v1/containers/{containerId}/restart", tag = "Containers",
    params(("containerId" = String, Path, description = "An id, short or whole, or a name."),
        Target, Ending),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being restarted.", body = AcceptedView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn restart(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(target): Query<Target>,
    Query(ending): Query<Ending>,
) -> Answer {
    let order = ending.shape(Order::new(Verb::Restart))?;
    begin(&containers, &caller, target.of(id), order).await
}

/// Start a pod's workload
///
/// Like the form without a namespace; the runtime is `kubernetes` unless it is named.
#[utoipa::path(
    post, path = "/api/v1/containers/{namespace}/{pod}/start", tag = "Containers",
    params(("namespace" = String, Path, description = "The namespace."),
        ("pod" = String, Path, description = "The pod, or its workload."), Target, Starting),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being started.", body = AcceptedView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn start_pod(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Path((namespace, pod)): Path<(String, String)>,
    Query(target): Query<Target>,
    Query(starting): Query<Starting>,
) -> Answer {
    let order = starting.shape(Order::new(Verb::Start))?;
    begin(&containers, &caller, target.of_pod(namespace, pod), order).await
}

/// Stop a pod's workload
///
/// Like the form without a namespace; the runtime is `kubernetes` unless it is named.
#[utoipa::path(
    post, path = "/api/v1/containers/{namespace}/{pod}/stop", tag = "Containers",
    params(("namespace" = String, Path, description = "The namespace."),
        ("pod" = String, Path, description = "The pod."), Target, Ending),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being stopped.", body = AcceptedView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn stop_pod(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Path((namespace, pod)): Path<(String, String)>,
    Query(target): Query<Target>,
    Query(ending): Query<Ending>,
) -> Answer {
    let order = ending.shape(Order::new(Verb::Stop))?;
    begin(&containers, &caller, target.of_pod(namespace, pod), order).await
}

/// Restart a pod
///
/// Like the form without a namespace; the runtime is `kubernetes` unless it is named.
#[utoipa::path(
    post, path = "/api/v1/containers/{namespace}/{pod}/restart", tag = "Containers",
    params(("namespace" = String, Path, description = "The namespace."),
        ("pod" = String, Path, description = "The pod."), Target, Ending),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being restarted.", body = AcceptedView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn restart_pod(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Path((namespace, pod)): Path<(String, String)>,
    Query(target): Query<Target>,
    Query(ending): Query<Ending>,
) -> Answer {
    let order = ending.shape(Order::new(Verb::Restart))?;
    begin(&containers, &caller, target.of_pod(namespace, pod), order).await
}
