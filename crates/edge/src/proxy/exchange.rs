//! The request goes to the app, and what it answers comes back.

use std::rc::Rc;
use std::sync::Arc;

use http::{Response, header};
use hyper::body::Body;

use super::admit::AppCaller;
use super::answer::Adapting;
use super::head::CONTINUE;
use super::head::HeadChange;
use super::outgoing::Outgoing;
use super::own_host;
use super::relay::Relay;
use super::rewriting::hint;
use super::rewriting::{self, Rewriting};
use super::send::{self, Received, Sending};
use crate::body::{RequestBody, ResponseBody};
use crate::cache::Recorder;
use crate::config::ProxyConfig;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::{BodyWanted, Upload};

/// A request on its way to an app.
pub(super) struct Exchange<'a> {
    pub(super) lane: &'a Rc<Lane>,
    pub(super) outgoing: Outgoing<'a>,
    pub(super) app_caller: &'a AppCaller,
    pub(super) config: &'a ProxyConfig,
}

impl Exchange<'_> {
    pub(super) async fn go(&self, body: RequestBody) -> Result<Response<ResponseBody>, Failure> {
        let received = self.send(body, None).await?;
        self.relay(received, None).await
    }

    /// Sends the request, its head changed by `change` where there is one.
    pub(super) async fn send(
        &self,
        body: RequestBody,
        change: Option<&HeadChange<'_>>,
    ) -> Result<Received, Failure> {
        let sending = sending(&self.outgoing, body, self.config, change)?;
        let received = send::send(self.lane, &self.outgoing, sending, self.config).await?;
        if !self.outgoing.tells_own_host() && own_host::is_sent_round(&self.outgoing, &received) {
            let again =
                own_host::Again { lane: self.lane, outgoing: &self.outgoing, config: self.config };
            return Box::pin(again.send(received, change)).await;
        }
        Ok(received)
    }

    /// Hands the answer on, to the client and to the recorder where there is one.
    pub(super) async fn relay(
        &self,
        received: Received,
        recorder: Option<Recorder>,
    ) -> Result<Response<ResponseBody>, Failure> {
        let Received { head, source, upload } = received;
        let route = self.outgoing.route;
        let passport = match self.app_caller {
            AppCaller::Known(passport, _) => Some(passport.clone()),
            AppCaller::Local | AppCaller::Stranger => None,
        };
        let place = (route.upstream.endpoint.clone(), route.app.traffic.clone());
        let ends = (self.config.idle_timeout.0, passport);
        let relay = Relay::new(self.lane, source, place, (upload, recorder), ends);
        self.give(Response::from_parts(head, ResponseBody::Streaming(Box::new(relay)))).await
    }

    /// An answer of the app as the client gets it.
    pub(super) async fn give(
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
    pub(super) fn adapt(
        &self,
        response: Response<ResponseBody>,
        injects: bool,
    ) -> Response<ResponseBody> {
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
