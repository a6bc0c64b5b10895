//! The way of a request to its app and back.

mod admit;
mod answer;
mod cookies;
mod head;
mod login;
mod names;
mod pages;
mod relay;
mod send;
mod target;
mod tunnel;
mod upgrade;

use std::rc::Rc;
use std::sync::Arc;

use http::request::Parts;
use http::uri::PathAndQuery;
use http::{HeaderValue, Request, Response, StatusCode, header};
use hyper::body::{Body, Incoming};
use kit::{ErrorKind, Principal};
use routing::{ClientInfo, Fault, Phase, Route};
use tokio::time::Instant;

pub(crate) use self::admit::Passports;
pub(crate) use self::login::origin;
pub(crate) use self::pages::{is_navigation, redirect};
pub(crate) use self::relay::Relay;
pub(crate) use self::target::objection;
pub(crate) use self::tunnel::Scratch;

use self::admit::{Door, Guest};
use self::head::Outgoing;
use self::pages::Notice;
use self::send::{Received, Sending};
use crate::ProxyConfig;
use crate::body::Answer;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::record::Findings;
use crate::upstream::{Asked, Upload};

const RETRY_SOON: u32 = 3;
const RETRY_LATER: u32 = 30;

/// A request that belongs to an app.
pub(crate) struct Visit {
    pub(crate) route: Arc<Route>,
    /// It came to the app's own host name.
    pub(crate) by_host: bool,
    /// The main address, where this is another origin.
    pub(crate) main: Option<Arc<str>>,
}

/// Answers a request with what its app says, or with why it does not.
pub(crate) async fn visit(
    lane: &Rc<Lane>,
    client: &ClientInfo,
    visit: &Visit,
    request: Request<Incoming>,
) -> Response<Answer> {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let route = &visit.route;
    let mut findings = Findings { app: Some(route.app.id.clone()), ..Findings::default() };
    let mut response = match admit(lane, client, visit, &parts) {
        Ok(guest) => {
            findings.caller = guest.passport().and_then(|passport| passport.name.clone());
            match carry(lane, client, visit, &guest, &parts, body).await {
                Ok(response) => response,
                Err(failure) => {
                    findings.fault = Some(failure.kind.fault());
                    explain(&failure, route, client, &parts)
                }
            }
        }
        Err(refusal) => refusal,
    };
    route.app.traffic.answered(response.status(), started.elapsed());
    if lane.edge.log.is_on() {
        response.extensions_mut().insert(findings);
    }
    response
}

fn admit(
    lane: &Lane,
    client: &ClientInfo,
    visit: &Visit,
    request: &Parts,
) -> Result<Guest, Response<Answer>> {
    let edge = &lane.edge;
    let door = Door { gate: &*edge.gate, passports: &lane.passports, clock: &edge.clock };
    door.admit(&visit.route, client, request).map_err(|error| {
        if error.kind == ErrorKind::Unauthorized && is_navigation(request) {
            return login::redirect_to_sign_in(request, client, visit.main.as_deref());
        }
        let status = match error.kind {
            ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
            _ => StatusCode::FORBIDDEN,
        };
        let notice = Notice {
            status,
            code: error.kind.code(),
            message: &error.message,
            app: Some(&visit.route.app.name),
            retry_after: None,
        };
        notice.answer(request)
    })
}

async fn carry(
    lane: &Rc<Lane>,
    client: &ClientInfo,
    visit: &Visit,
    guest: &Guest,
    request: &Parts,
    body: Incoming,
) -> Result<Response<Answer>, Failure> {
    let config = lane.edge.proxy.load();
    let route = &*visit.route;
    let outgoing = Outgoing {
        request,
        client,
        route,
        guest,
        by_host: visit.by_host,
        cookies: Some(&*lane.edge.cookies),
    };
    if upgrade::is_asked(request) {
        return socket(lane, &outgoing, guest, &config).await;
    }
    let sending = sending(request, body, route, &config)?;
    let upload = sending.meter.clone();
    let received = send::send(lane, &outgoing, sending, &config).await?;
    let Received { head, body, via } = received;
    let revoked = guest.passport().map(|passport| passport.principal.revoked.clone());
    let source = (route.upstream.endpoint.clone(), route.app.traffic.clone());
    let ends = (config.idle_timeout.0, revoked);
    let relay = Relay::new(lane, (body, via), source, upload, ends);
    let response = Response::from_parts(head, Answer::Relayed(relay));
    Ok(adapt(lane, &outgoing, response))
}

/// The answer's head as the client gets it; cookies are kept where that was asked for.
fn adapt(lane: &Lane, outgoing: &Outgoing<'_>, response: Response<Answer>) -> Response<Answer> {
    let (mut head, body) = response.into_parts();
    if let Some(jar) = outgoing.jar()
        && head.headers.contains_key(header::SET_COOKIE)
    {
        let target = outgoing.target();
        lane.edge.cookies.keep(jar, outgoing.cookie_target(target.path()), &head.headers);
    }
    let host = outgoing.request.headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = outgoing.request.uri.authority().map(http::uri::Authority::as_str);
    let incoming = answer::Incoming {
        route: outgoing.route,
        by_host: outgoing.by_host,
        host: host.or(authority),
    };
    incoming.adapt(&mut head);
    head.version = http::Version::default();
    head.extensions.clear();
    Response::from_parts(head, body)
}

/// The request's body. Where the client waits to be asked for it, so does this one.
fn sending(
    request: &Parts,
    body: Incoming,
    route: &Route,
    config: &ProxyConfig,
) -> Result<Sending, Failure> {
    if body.is_end_stream() {
        return Ok(Sending::nothing());
    }
    let most = Some(config.max_request_body.0).filter(|most| *most > 0);
    if most.is_some_and(|most| body.size_hint().lower() > most) {
        return Err(FailureKind::TooLarge.into());
    }
    let waits = request
        .headers
        .get(header::EXPECT)
        .is_some_and(|expect| expect.as_bytes().eq_ignore_ascii_case(b"100-continue"));
    let asked = waits.then(Arc::<Asked>::default);
    let traffic = route.app.traffic.clone();
    let (upload, meter) = Upload::new(body, most, asked.clone(), traffic);
    let prepare = asked.map(|asked| {
        let prepare = move |request: &mut Request<Upload>| {
            let asked = asked.clone();
            let go_on = HeaderValue::from_static("100-continue");
            request.headers_mut().insert(header::EXPECT, go_on);
            hyper::ext::on_informational(request, move |_| asked.set());
        };
        Box::new(prepare) as Box<dyn Fn(&mut Request<Upload>)>
    });
    Ok(Sending { upload, meter: Some(meter), prepare })
}

async fn socket(
    lane: &Rc<Lane>,
    outgoing: &Outgoing<'_>,
    guest: &Guest,
    config: &ProxyConfig,
) -> Result<Response<Answer>, Failure> {
    let Outgoing { request, route, .. } = outgoing;
    if !route.websocket {
        let notice = Notice {
            status: StatusCode::BAD_REQUEST,
            code: ErrorKind::InvalidRequest.code(),
            message: "WebSockets are not enabled on this route",
            app: Some(&route.app.name),
            retry_after: None,
        };
        return Ok(notice.answer(request));
    }
    let mut response = upgrade::dial(lane, outgoing, config).await?;
    let agreed = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let app = agreed.then(|| hyper::upgrade::on(&mut response));
    let client = request.extensions.get::<hyper::upgrade::OnUpgrade>().cloned();
    let (head, body) = response.into_parts();
    let body =
        http_body_util::BodyExt::boxed_unsync(http_body_util::BodyExt::map_err(body, Into::into));
    let mut response = adapt(lane, outgoing, Response::from_parts(head, Answer::Local(body)));
    if let (Some(app), Some(client)) = (app, client) {
        let principal: Option<Principal> = guest.passport().map(|p| p.principal.clone());
        upgrade::join(lane, client, app, principal);
        let (mut head, _) = response.into_parts();
        upgrade::agree(&mut head);
        response = Response::from_parts(head, Answer::empty());
    }
    Ok(response)
}

/// Says what went wrong, to the log and to the client.
fn explain(
    failure: &Failure,
    route: &Route,
    client: &ClientInfo,
    request: &Parts,
) -> Response<Answer> {
    let Failure { kind, source } = failure;
    route.app.traffic.failed(kind.fault());
    if kind.fault() != Fault::Client {
        let source = source.as_deref().map(ToString::to_string);
        tracing::debug!(
            app = &*route.app.id,
            request = &*client.request_id,
            ?kind,
            source,
            "no answer from an app"
        );
    }
    let ((status, code), message) = (kind.status(), kind.message());
    let down = kind.fault() == Fault::Connect;
    let notice = match route.app.lifecycle.get() {
        Phase::Starting if down => unavailable("The app is starting", RETRY_SOON),
        Phase::Stopped if down => unavailable("The app is stopped", RETRY_LATER),
        _ => {
            let retry_after = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_SOON);
            Notice { status, code, message, app: None, retry_after }
        }
    };
    Notice { app: Some(&route.app.name), ..notice }.answer(request)
}

fn unavailable(message: &'static str, seconds: u32) -> Notice<'static> {
    Notice {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: ErrorKind::ServiceUnavailable.code(),
        message,
        app: None,
        retry_after: Some(seconds),
    }
}

/// For a path below `/apps/` that belongs to no app, or must not be forwarded.
pub(crate) fn refuse(status: StatusCode, message: &str, request: &Parts) -> Response<Answer> {
    let kind = match status {
        StatusCode::NOT_FOUND => ErrorKind::NotFound,
        _ => ErrorKind::InvalidRequest,
    };
    let code = kind.code();
    Notice { status, code, message, app: None, retry_after: None }.answer(request)
}

/// The path of a request with its query.
pub(crate) fn path_and_query(request: &Parts) -> &str {
    request.uri.path_and_query().map_or("/", PathAndQuery::as_str)
}
