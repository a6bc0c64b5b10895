//! An app that answers, for as long as it is kept.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use kit::{Shutdown, Supervisor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    page: Arc<Mutex<Page>>,
    shutdown: Shutdown,
}

#[derive(Clone)]
struct Page {
    status: u16,
    /// What `/favicon.ico` shows, where it shows anything.
    picture: Option<&'static [u8]>,
}

impl Site {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let page = Arc::new(Mutex::new(Page { status: 200, picture: None }));
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let (shown, token) = (page.clone(), shutdown.token());
        supervisor.spawn(async move {
            let serving = async {
                while let Ok((stream, _)) = listener.accept().await {
                    let page = shown.lock().expect("a lock").clone();
                    answer(stream, &page).await;
                }
            };
            token.run_until_cancelled(serving).await;
        });
        Site { address, page, shutdown }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What it answers from now on.
    pub(crate) fn answers(&self, status: u16) {
        self.page.lock().expect("a lock").status = status;
    }

    pub(crate) fn shows(&self, picture: &'static [u8]) {
        self.page.lock().expect("a lock").picture = Some(picture);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.shutdown.cut();
    }
}

async fn answer(mut stream: TcpStream, page: &Page) {
    let mut request = vec![0; 4_096];
    let Ok(read) = stream.read(&mut request).await else { return };
    let for_picture = request[..read].starts_with(b"GET /favicon.ico ");
    let (status, body) = match (for_picture, page.picture) {
        (true, Some(picture)) => (200, picture),
        (true, None) => (404, &b"none"[..]),
        (false, _) => (page.status, &b"ok"[..]),
    };
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
    let _ = stream.shutdown().await;
}
