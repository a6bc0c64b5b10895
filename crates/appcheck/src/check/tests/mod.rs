//! Checks of apps that are really there, through a gateway that is not.

mod apps;
mod bounds;
mod front;

use std::sync::Arc;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use fetch::Fetcher;
use http::header;
use kit::{Clock, Result, Timestamp};
use routing::{App, Peering, Prefix, Route, RouteOptions, RoutingMode, Upstream};

use self::front::{Front, Served};
use super::{Checks, Report, Subject};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

struct Lab {
    checks: Checks,
}

impl Lab {
    async fn open() -> Self {
        let front = Arc::new(Front::open().await);
        Lab { checks: Checks::new(front, Fetcher::new(Arc::default()), Clock::manual(NOW)) }
    }

    async fn try_check(&self, to: &str, options: RouteOptions) -> Result<Arc<Report>> {
        self.checks.run(subject(to, options), |_| true).await
    }

    async fn check(&self, to: &str, options: RouteOptions) -> Arc<Report> {
        self.try_check(to, options).await.expect("a report")
    }

    async fn check_app(&self, app: Router, options: RouteOptions) -> Arc<Report> {
        let served = Served::start(app).await;
        self.check(&served.url(), options).await
    }
}

fn subject(to: &str, options: RouteOptions) -> Subject {
    let app = App {
        id: "app".into(),
        name: "App".into(),
        traffic: Arc::default(),
        lifecycle: Arc::default(),
        learned: Arc::default(),
    };
    let route = Route {
        id: "app".into(),
        app: Arc::new(app),
        prefix: Prefix::parse("/apps/app/").expect("a prefix"),
        host: None,
        by_path: true,
        upstream: Upstream::parse(to, false).expect("an address"),
        scopes: Vec::new(),
        options,
        peering: Peering::None,
    };
    let (route, mode) = (Arc::new(route), RoutingMode::Path);
    Subject { route, mode, created_at: NOW, has_domain: false }
}

fn page(html: &'static str) -> Router {
    let fine = || get(async || "fine");
    let code = |kind, text: &'static str| get(async move || ([(header::CONTENT_TYPE, kind)], text));
    Router::new()
        .route("/", get(async move || Html(html)))
        .route("/a.js", code("text/javascript", "export default 1"))
        .route("/a.css", code("text/css", "p{background:url(/bg.png)}"))
        .route("/plain.css", code("text/css", "p{background:url(bg.png)}"))
        .route("/m.js", code("text/javascript", "import a from \"/a.js\"; export default a"))
        .route("/bg.png", fine())
        .route("/i.png", fine())
}
