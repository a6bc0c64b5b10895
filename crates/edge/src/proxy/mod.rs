//! The way of a request to its app and back.

mod admit;
mod answer;
mod cached;
mod cookies;
mod frames;
mod head;
mod login;
mod names;
mod own_host;
mod pages;
mod relay;
mod rewriting;
mod send;
mod target;
mod tunnel;
mod upgrade;

use std::rc::Rc;
use std::sync::Arc;

use http::request::Parts;
use http::uri::PathAndQuery;
use http::{Response, StatusCode, header};
use hyper::body::Body;
use kit::ErrorKind;
use routing::{ClientInfo, Fault, Passport, Peering, Phase, Route, Upgrade};
use tokio::time::Instant;

pub(crate) use self::admit::AuthCache;
pub(crate) use self::head::is_passed_on;
pub(crate) use self::login::origin;
pub(crate) use self::pages::{is_navigation, misdirected, redirect, refuse};
pub(crate) use self::relay::Relay;
pub(crate) use self::rewriting::Rewritten;
pub(crate) use self::rewriting::hint::{self, Names as Hints};
pub(crate) use self::target::{as_read, objection};
pub(crate) use self::upgrade::is_asked as asks_for_socket;

use self::admit::{AppCaller, Authorizer, Rules};
use self::answer::Adapting;
use self::head::Outgoing;
use self::pages::{Notice, unavailable};
use self::relay::Credential;
use self::rewriting::Rewriting;
use self::send::{HeadChange, Received, Sending, Source};
use crate::ProxyConfig;
use crate::body::{RequestBody, ResponseBody};
use crate::cache::Recorder;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::listener_role::Apps;
use crate::record::Findings;
use crate::upstream::{BodyWanted, Upload};

pub(crate) const CONTINUE: &[u8] = b"100-continue";
const RETRY_SOON: u32 = 3;
const RETRY_LATER: u32 = 30;

/// A request that belongs to an app.
pub(crate) struct AppRequest {
    pub(crate) route: Arc<Route>,
    /// The route below it in which the app may see the request: its rules count, too.
    pub(crate) nested: Option<Arc<Route>>,
    pub(crate) way: Way,
    /// The main address, where this is another origin.
    pub(crate) main: Option<Arc<str>>,
    /// Where it would have come to, if it had not left the app's prefix.
    pub(crate) carried_to: Option<PathAndQuery>,
}

/// How a request came to its app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the app's own host name, so there is no prefix.
    ByHost,
    ByPath,
    /// By its path at the main address, though people open apps elsewhere: what is answered must
    /// never become a page of the dashboard's origin.
    Past,
}

impl Way {
    pub(crate) fn by_path(apps: Apps) -> Self {
        match apps {
            Apps::SentTo(_) => Way::Past,
            Apps::None | Apps::Here | Apps::Only => Way::ByPath,
        }
    }
}

/// Answers a request with what its app says, or with why it does not.
pub(crate) async fn visit(
    lane: &Rc<Lane>,
    client: &ClientInfo,
    visit: &AppRequest,
    request: &mut Parts,
    body: RequestBody,
) -> Response<ResponseBody> {
    let started = Instant::now();
    if let Some(target) = &visit.carried_to {
        hint::carry(&lane.edge.hints, request, target);
    }
    let request = &*request;
    let route = &visit.route;
    let mut findings = Findings { app: Some(route.app.id.clone()), ..Findings::default() };
    let mut response = match admit(lane, client, visit, request) {
        Ok(app_caller) => {
            route.app.traffic.used_by(app_caller.identity(), lane.edge.clock.now());
            findings.caller = app_caller.passport().and_then(|passport| passport.name.clone());
            let reported =
                (route.peering == Peering::From).then(|| client.reported(&request.headers));
            let client = reported.as_ref().unwrap_or(client);
            match carry(lane, client, visit, &app_caller, request, body).await {
                Ok(response) => response,
                Err(failure) => {
                    findings.fault = Some(failure.kind.fault());
                    explain(&failure, route, client, request)
                }
            }
        }
        Err(refusal) => *refusal,
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
    visit: &AppRequest,
    request: &Parts,
) -> Result<AppCaller, Box<Response<ResponseBody>>> {
    let edge = &lane.edge;
    let authorizer = Authorizer {
        gate: &*edge.gate,
        peers: &*edge.peers,
        auth_cache: &lane.auth_cache,
        clock: &edge.clock,
    };
    let rules = Rules { route: &visit.route, nested: visit.nested.as_deref() };
    authorizer.admit(rules, client, request).map_err(|error| {
        let came_without = !admit::has_header_credential(&request.headers);
        if error.kind == ErrorKind::Unauthorized && came_without && is_navigation(request) {
            let main = visit.main.as_deref();
            return Box::new(login::redirect_to_sign_in(request, client, main));
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
        Box::new(notice.answer(request))
    })
}

async fn carry(
    lane: &Rc<Lane>,
    client: &ClientInfo,
    visit: &AppRequest,
    app_caller: &AppCaller,
    request: &Parts,
    body: RequestBody,
) -> Result<Response<ResponseBody>, Failure> {
    let config = lane.edge.proxy.load();
    let route = &*visit.route;
    if route.app.lifecycle.get() == Phase::Away {
        let notice = unavailable("The app is not running", RETRY_SOON);
        return Ok(Notice { app: Some(&route.app.name), ..notice }.answer(request));
    }
    let cookies = Some(&*lane.edge.cookies);
    let (way, carried) = (visit.way, visit.carried_to.is_some());
    let by_host = way == Way::ByHost;
    let sandboxed = way == Way::Past;
    let token = app_caller.introduced(route, &*lane.edge.peers)?;
    let outgoing = Outgoing {
        request,
        client,
        route,
        app_caller,
        token,
        by_host,
        sandboxed,
        carried,
        cookies,
    };
    if let Some(answer) = rewriting::own_script(&outgoing) {
        return Ok(answer);
    }
    let exchange = Exchange { lane, outgoing, app_caller, config: &config };
    if upgrade::is_asked(request) {
        return Box::pin(exchange.socket()).await;
    }
    // What is rare has room of its own, because room for it would be made for every request.
    match route.options.cache {
        true => Box::pin(cached::carry(exchange, body)).await,
        false => exchange.go(body).await,
    }
}

/// A request on its way to an app.
struct Exchange<'a> {
    lane: &'a Rc<Lane>,
    outgoing: Outgoing<'a>,
    app_caller: &'a AppCaller,
    config: &'a ProxyConfig,
}

impl Exchange<'_> {
    async fn go(&self, body: RequestBody) -> Result<Response<ResponseBody>, Failure> {
        let received = self.send(body, None).await?;
        self.relay(received, None).await
    }

    /// Sends the request, its head changed by `change` where there is one.
    async fn send(
        &self,
        body: RequestBody,
        change: Option<&HeadChange<'_>>,
    ) -> Result<Received, Failure> {
        let sending = sending(&self.outgoing, body, self.config, change)?;
        let received = send::send(self.lane, &self.outgoing, sending, self.config).await?;
        if !self.outgoing.tells_own_host() && own_host::is_sent_round(&self.outgoing, &received) {
            return Box::pin(self.send_by_own_host(received, change)).await;
        }
        Ok(received)
    }

    fn credential(&self, passport: &Passport) -> Credential {
        let principal = &passport.principal;
        let left = principal.expires_at.map(|end| end.since(self.lane.edge.clock.now()));
        let revoked = Some(principal.revoked.clone());
        Credential { revoked, expires: left.map(|left| Instant::now() + left) }
    }

    /// Hands the answer on, to the client and to the recorder where there is one.
    async fn relay(
        &self,
        received: Received,
        recorder: Option<Recorder>,
    ) -> Result<Response<ResponseBody>, Failure> {
        let Received { head, source, upload } = received;
        let route = self.outgoing.route;
        let credential = self.app_caller.passport().map(|passport| self.credential(passport));
        let place = (route.upstream.endpoint.clone(), route.app.traffic.clone());
        let ends = (self.config.idle_timeout.0, credential.unwrap_or_default());
        let relay = Relay::new(self.lane, source, place, (upload, recorder), ends);
        self.give(Response::from_parts(head, ResponseBody::Relayed(Box::new(relay)))).await
    }

    /// An answer of the app as the client gets it.
    async fn give(
        &self,
        response: Response<ResponseBody>,
    ) -> Result<Response<ResponseBody>, Failure> {
        let outgoing = &self.outgoing;
        let (head, body) = response.into_parts();
        let rewriting = match Rewriting::of(outgoing, head.status, &head.headers) {
            Ok(rewriting) => rewriting,
            Err(why) => {
                if let Some(reason) = why.page {
                    self.lane.edge.metrics.page_passed_over(reason);
                }
                let mut response = self.adapt(Response::from_parts(head, body), false);
                rewriting::mark_untouched(why, outgoing, &mut response);
                return Ok(response);
            }
        };
        let budget = &self.lane.edge.rewriting;
        let (body, changed) = rewriting.begin(outgoing, &head.headers, body, budget).await?;
        let mut response = self.adapt(Response::from_parts(head, body), rewriting.injects());
        if changed {
            rewriting::mark(response.headers_mut());
            hint::set(&self.lane.edge.hints, outgoing, &rewriting, &mut response);
        }
        Ok(response)
    }

    /// The answer's head as the client gets it; cookies are kept where that was asked for.
    fn adapt(&self, response: Response<ResponseBody>, injects: bool) -> Response<ResponseBody> {
        let outgoing = &self.outgoing;
        let (mut head, body) = response.into_parts();
        if let Some(jar) = outgoing.jar()
            && head.headers.contains_key(header::SET_COOKIE)
        {
            let target = outgoing.target();
            let target = outgoing.cookie_target(target.path());
            self.lane.edge.cookies.keep(jar, target, &head.headers);
        }
        Adapting::new(outgoing, injects).adapt(&mut head);
        head.version = http::Version::default();
        head.extensions.clear();
        Response::from_parts(head, body)
    }

    async fn socket(&self) -> Result<Response<ResponseBody>, Failure> {
        let Outgoing { request, route, .. } = self.outgoing;
        if !route.options.websocket {
            let notice = Notice {
                status: StatusCode::BAD_REQUEST,
                code: ErrorKind::InvalidRequest.code(),
                message: "WebSockets are not enabled on this route",
                app: Some(&route.app.name),
                retry_after: None,
            };
            return Ok(notice.answer(request));
        }
        let Some(client) = request.extensions.get::<Upgrade>().cloned() else {
            let notice = Notice {
                status: StatusCode::BAD_REQUEST,
                code: ErrorKind::InvalidRequest.code(),
                message: "A WebSocket does not begin with a body",
                app: Some(&route.app.name),
                retry_after: None,
            };
            return Ok(notice.answer(request));
        };
        let (head, conn) = upgrade::dial(self.lane, &self.outgoing, self.config).await?;
        if head.status != StatusCode::SWITCHING_PROTOCOLS {
            let received = Received { head, source: Source::Own(conn), upload: None };
            return self.relay(received, None).await;
        }
        let mut response = self.adapt(Response::from_parts(head, ResponseBody::empty()), false);
        let principal = self.app_caller.passport().map(|passport| passport.principal.clone());
        let app = (*conn, route.app.traffic.clone());
        upgrade::join(self.lane, client, app, principal);
        upgrade::agree(&mut response);
        Ok(response)
    }
}

/// The request's body. Where the client waits to be asked for it, so does this one.
fn sending<'a>(
    outgoing: &Outgoing<'_>,
    body: RequestBody,
    config: &ProxyConfig,
    change: Option<&'a HeadChange<'a>>,
) -> Result<Sending<'a>, Failure> {
    if body.is_end_stream() {
        return Ok(Sending { upload: Upload::default(), meter: None, asked: None, change });
    }
    let most = Some(config.max_request_body.0).filter(|most| *most > 0);
    if most.is_some_and(|most| body.size_hint().lower() > most) {
        return Err(FailureKind::TooLarge.into());
    }
    let expect = outgoing.request.headers.get(header::EXPECT);
    let waits = expect.is_some_and(|expect| expect.as_bytes().eq_ignore_ascii_case(CONTINUE));
    let asked = waits.then(Arc::<BodyWanted>::default);
    let traffic = outgoing.route.app.traffic.clone();
    let (upload, meter) = Upload::new(body, most, asked.clone(), traffic);
    Ok(Sending { upload, meter: Some(meter), asked, change })
}

/// Says what went wrong, to the log and to the client.
fn explain(
    failure: &Failure,
    route: &Route,
    client: &ClientInfo,
    request: &Parts,
) -> Response<ResponseBody> {
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
        Phase::Stopped | Phase::Away if down => unavailable("The app is stopped", RETRY_LATER),
        _ => {
            let retry_after = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_SOON);
            Notice { status, code, message, app: None, retry_after }
        }
    };
    Notice { app: Some(&route.app.name), ..notice }.answer(request)
}

/// The path of a request with its query.
pub(crate) fn path_and_query(request: &Parts) -> &str {
    request.uri.path_and_query().map_or("/", PathAndQuery::as_str)
}
