//! The way of a request to its app and back: [`visit`] is its list of steps.

mod admit;
mod answer;
mod app_request;
mod cached;
mod cookies;
mod exchange;
mod frames;
mod head;
mod login;
mod outgoing;
mod own_host;
mod pages;
mod refusal;
mod relay;
mod rewriting;
mod send;
mod set_cookie;
mod target;
mod tunnel;
mod upgrade;

use std::rc::Rc;

use http::Response;
use http::request::Parts;
use routing::{ClientInfo, Peering, Phase};
use tokio::time::Instant;

pub(crate) use self::app_request::{AppRequest, Way, path_and_query};
pub(crate) use self::login::origin;
pub(crate) use self::pages::{is_navigation, misdirected, redirect, refuse};
pub(crate) use self::rewriting::hint;
pub(crate) use self::target::{as_read, objection};
pub(crate) use self::upgrade::is_asked as asks_for_socket;

use self::admit::{Authorizer, Rules};
use self::exchange::Exchange;
use self::outgoing::Outgoing;
use crate::body::{RequestBody, ResponseBody};
use crate::failure::Failure;
use crate::lane::Lane;
use crate::record::Findings;

/// Answers a request with what its app says, or with why it does not.
pub(crate) async fn visit(
    lane: &Rc<Lane>,
    client: &ClientInfo,
    visit: &AppRequest,
    request: &mut Parts,
    body: RequestBody,
) -> Response<ResponseBody> {
    let started = Instant::now();
    // 1. A request that left its app's prefix is carried back below it (`rewriting::hint`).
    if let Some(target) = &visit.carried_to {
        hint::carry(&lane.edge.hints, request, target);
    }
    let request = &*request;
    let route = &visit.route;
    let mut findings = Findings::default();
    let mut response = match answer(lane, client, visit, request, body, &mut findings).await {
        Ok(response) => response,
        Err(failure) => {
            findings.fault = Some(failure.kind.fault());
            refusal::not_answered(&failure, route, client, request)
        }
    };
    // 9. What came of it is counted, and noted for the access log.
    route.app.traffic.answered(response.status(), started.elapsed());
    if lane.edge.log.is_on() {
        findings.app = Some(route.app.id.clone());
        response.extensions_mut().insert(findings);
    }
    response
}

async fn answer(
    lane: &Rc<Lane>,
    client: &ClientInfo,
    visit: &AppRequest,
    request: &Parts,
    body: RequestBody,
    findings: &mut Findings,
) -> Result<Response<ResponseBody>, Failure> {
    let edge = &lane.edge;
    let route = &*visit.route;
    let now = edge.clock.now();

    // 2. May this caller use the app? (`admit`; who may not hears of it from `refusal`, or is led to
    //    the sign-in page by `login`)
    let authorizer =
        Authorizer { gate: &*edge.gate, peers: &*edge.peers, auth_cache: &lane.auth_cache, now };
    let rules = Rules { route, nested: visit.nested.as_deref() };
    let app_caller = match authorizer.admit(rules, client, request) {
        Ok(app_caller) => app_caller,
        Err(error) => return Ok(refusal::not_admitted(&error, visit, client, request)),
    };
    route.app.traffic.used_by(app_caller.identity(), now);
    if edge.log.is_on() {
        findings.caller = app_caller.passport().and_then(|passport| passport.name.clone());
    }
    let reported = (route.peering == Peering::From).then(|| client.reported(&request.headers));
    let client = reported.as_ref().unwrap_or(client);

    // 3. An app that is known not to run is not asked.
    if route.app.lifecycle.get() == Phase::Away {
        return Ok(refusal::away(route, request));
    }

    // 4. What the app will be told (`head`).
    let config = edge.proxy.load();
    let outgoing = Outgoing {
        request,
        client,
        route,
        app_caller: &app_caller,
        token: app_caller.introduced(route, &*edge.peers)?,
        by_host: visit.way == Way::ByHost,
        sandboxed: visit.way == Way::Past,
        carried: visit.carried_to.is_some(),
        cookies: Some(&*edge.cookies),
    };

    // 5. The run-time script of rewritten pages is ours (`rewriting::own`).
    if let Some(answer) = rewriting::own::own_script(&outgoing) {
        return Ok(answer);
    }

    let exchange = Exchange { lane, outgoing, app_caller: &app_caller, config: &config };
    // What is rare has room of its own, because room for it would be made for every request.
    if upgrade::is_asked(request) {
        // 6. A WebSocket joins the connections of both (`upgrade`, `tunnel`).
        Box::pin(upgrade::open(&exchange)).await
    } else if route.options.cache {
        // 7. An answer that was kept is given instead, or what is answered now is kept (`cached`).
        Box::pin(cached::carry(exchange, body)).await
    } else {
        // 8. The app is asked (`send`; once more by `own_host`), and its answer given: its body by
        //    `rewriting`, its head by `answer`, piece by piece by `relay`.
        exchange.go(body).await
    }
}
