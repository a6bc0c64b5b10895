use axum::extract::State;
use kit::{Error, ErrorKind};
use web::responses::{
    EngineFailed, Forbidden, Invalid, Limited, NotJson, RuntimeUnavailable, TooLarge, Unauthorized,
};
use web::{Json, Query, Require, Result, Write};

use super::target::{Ending, Target, given};
use crate::Containers;
use crate::link::ContainerRef;
use crate::model::{Order, Verb};
use crate::wire::{BatchInput, BulkView};

/// More than anybody marks by hand.
const MOST: usize = 1_000;

async fn all(
    containers: &Containers,
    caller: &web::Caller,
    target: Target,
    order: Order,
) -> Result<Json<BulkView>> {
    let runtime = given(target.runtime);
    let done = containers.act_on_all(&caller.actor(), runtime.as_deref(), order).await?;
    Ok(Json(done.into()))
}

/// Start all containers
///
/// Those that routes lead to and that are stopped, at most five at a time. The answer comes when
/// all are done; one that fails does not keep the others from it.
#[utoipa::path(
    post, path = "/api/v1/containers/start-all", tag = "Containers", params(Target),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What came of each.", body = BulkView),
        Invalid, Unauthorized, Forbidden, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn start_all(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Query(target): Query<Target>,
) -> Result<Json<BulkView>> {
    all(&containers, &caller, target, Order::new(Verb::Start)).await
}

/// Stop all containers
///
/// Those that routes lead to and that run, at most five at a time; never the gateway's own, its
/// database or the proxy before it.
#[utoipa::path(
    post, path = "/api/v1/containers/stop-all", tag = "Containers", params(Target, Ending),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What came of each.", body = BulkView),
        Invalid, Unauthorized, Forbidden, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn stop_all(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Query(target): Query<Target>,
    Query(ending): Query<Ending>,
) -> Result<Json<BulkView>> {
    let order = ending.shape(Order::new(Verb::Stop))?;
    all(&containers, &caller, target, order).await
}

/// Restart all containers
///
/// Those that routes lead to, at most five at a time; never the gateway's own, its database or the
/// proxy before it.
#[utoipa::path(
    post, path = "/api/v1/containers/restart-all", tag = "Containers", params(Target, Ending),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What came of each.", body = BulkView),
        Invalid, Unauthorized, Forbidden, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn restart_all(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Query(target): Query<Target>,
    Query(ending): Query<Ending>,
) -> Result<Json<BulkView>> {
    let order = ending.shape(Order::new(Verb::Restart))?;
    all(&containers, &caller, target, order).await
}

/// Start, stop or restart some containers
///
/// At most five at a time. The answer comes when all are done, with what came of each in the order
/// in which they were named. 400 with `INVALID_ACTION`, `EMPTY_CONTAINER_LIST` or
/// `INVALID_TIMEOUT`.
#[utoipa::path(
    post, path = "/api/v1/containers/batch", tag = "Containers", params(Target),
    request_body = BatchInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What came of each.", body = BulkView),
        Invalid, Unauthorized, Forbidden, TooLarge, NotJson, Limited, EngineFailed,
        RuntimeUnavailable),
)]
pub(super) async fn batch(
    caller: Require<Write>,
    State(containers): State<Containers>,
    Query(target): Query<Target>,
    Json(input): Json<BatchInput>,
) -> Result<Json<BulkView>> {
    let verb = input
        .action
        .as_deref()
        .or(input.operation.as_deref())
        .and_then(|verb| verb.parse::<Verb>().ok());
    let order = Order::new(verb.ok_or_else(invalid_action)?).within(input.timeout()?)?;
    let asked = named(input.container_ids, &target)?;
    // Whoever asks for a runtime that there is not learns that at once.
    containers.runtimes().named(target.runtime.as_deref())?;
    Ok(Json(containers.act_on_each(&caller.actor(), asked, order).await.into()))
}

/// Each once, in the order in which they were named.
fn named(ids: Vec<String>, target: &Target) -> kit::Result<Vec<ContainerRef>> {
    if ids.is_empty() {
        let message = "The list of containers is empty";
        return Err(Error::new(ErrorKind::EmptyContainerList, message));
    }
    if ids.len() > MOST {
        return Err(Error::invalid("containerIds", format!("has more than {MOST} entries")));
    }
    let mut once: Vec<String> = Vec::with_capacity(ids.len());
    for id in ids {
        if !once.contains(&id) {
            once.push(id);
        }
    }
    let asked = |id| ContainerRef {
        id,
        runtime: given(target.runtime.clone()),
        namespace: given(target.namespace.clone()),
    };
    Ok(once.into_iter().map(asked).collect())
}

fn invalid_action() -> Error {
    Error::new(ErrorKind::InvalidAction, "The action must be start, stop or restart")
}
