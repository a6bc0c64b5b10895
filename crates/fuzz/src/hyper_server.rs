//! hyper's HTTP/1 server with a service that writes down what it is asked, for a second opinion.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;
use std::time::Duration;

use http::{Method, Request, Response, StatusCode, header, request};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::runtime::{Builder, Runtime};

/// Nothing waits for anything but bytes that are there.
const PATIENCE: Duration = Duration::from_secs(60);

thread_local! {
    static RUNTIME: Runtime =
        Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
}

/// A request as the service got it.
#[derive(Debug)]
pub(crate) struct Served {
    pub(crate) head: request::Parts,
    pub(crate) body: Vec<u8>,
    /// Whether the body came to its end.
    pub(crate) whole: bool,
}

/// The requests that are read off a connection that carries these bytes. At most `room` bytes are
/// read at once.
pub(crate) fn serve(data: &[u8], largest_head: usize, room: usize) -> Vec<Served> {
    let all = RUNTIME.with(|runtime| {
        runtime.block_on(async {
            tokio::time::timeout(PATIENCE, connection(data, largest_head, room)).await
        })
    });
    all.expect("the server neither answers nor closes")
}

async fn connection(data: &[u8], largest_head: usize, room: usize) -> Vec<Served> {
    let (client, server) = tokio::io::duplex(room);
    let (mut reader, mut writer) = tokio::io::split(client);
    let served = Rc::new(RefCell::new(Vec::new()));
    let service = service_fn(|request| answer(request, served.clone()));
    let io = TokioIo::new(server);
    let mut builder = http1::Builder::new();
    // The client has said everything before it hears anything, which is no reason to hang up.
    builder.half_close(true).header_read_timeout(None).max_buf_size(largest_head);
    let serving = builder.serve_connection(io, service).with_upgrades();
    // Where the server closes first, the rest of what the client sends is lost, as it should be.
    let serve = async move { drop(serving.await) };
    let send = async move {
        let _ = writer.write_all(data).await;
        let _ = writer.shutdown().await;
    };
    let receive = async {
        let _ = tokio::io::copy(&mut reader, &mut tokio::io::sink()).await;
    };
    tokio::join!(serve, send, receive);
    served.take()
}

async fn answer(
    request: Request<Incoming>,
    served: Rc<RefCell<Vec<Served>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (mut head, mut incoming) = request.into_parts();
    // Whoever keeps the way to an upgrade keeps the connection open.
    head.extensions.clear();
    let mut response = Response::new(Full::from("read"));
    if head.headers.contains_key(header::UPGRADE) {
        let close = header::HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    if head.method == Method::CONNECT {
        *response.status_mut() = StatusCode::NOT_IMPLEMENTED;
    }
    let (mut body, mut whole) = (Vec::new(), true);
    while let Some(frame) = incoming.frame().await {
        match frame.map(Frame::into_data) {
            Ok(data) => body.extend_from_slice(&data.unwrap_or_default()),
            Err(_) => whole = false,
        }
    }
    served.borrow_mut().push(Served { head, body, whole });
    Ok(response)
}
