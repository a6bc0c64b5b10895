//! Slices behind the management router, called without a network: what the tests of all slices
//! share.

mod answer;
mod base;
mod call;
mod callers;
mod facts;
mod running;

use std::sync::{Arc, Mutex};

use axum::Router;
use events::{AuditEntry, Events};
use http::Method;
use kit::{Clock, Metrics, Page, Shutdown, Supervisor, Worker};
use serde_json::Value;
use store::Db;
use utoipa::openapi::OpenApi;
use web::limits::{Config, Limiter};
use web::{Authenticator, Slice};

pub use answer::Answer;
pub use base::{Base, instance};
pub use call::{Call, LAN};
pub use callers::{People, Scoped, device, key, user};
pub use facts::until;
pub use running::Running;

/// A program of a few slices, as its callers see it, without rate limits.
pub struct Harness {
    pub db: Db,
    pub clock: Clock,
    pub events: Events,
    pub metrics: Metrics,
    pub router: Router,
    pub openapi: OpenApi,
    workers: Mutex<Vec<Worker>>,
}

impl Harness {
    /// The workers of the slices, and those that carry facts, wait until they are run.
    pub fn new(
        base: Base,
        slices: impl IntoIterator<Item = Slice>,
        authenticator: impl Authenticator + 'static,
    ) -> Harness {
        let Base { db, clock, events, metrics } = base;
        let (mut routes, mut workers) = (Vec::new(), events.workers());
        for slice in slices {
            routes.push(slice.routes);
            workers.extend(slice.workers);
        }
        let unlimited = Config { enabled: false, ..Config::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let management = web::assemble(routes, Arc::new(authenticator), limiter, &metrics);
        let (router, openapi) = (management.router, management.openapi);
        Harness { db, clock, events, metrics, router, openapi, workers: Mutex::new(workers) }
    }

    /// Starts the background work, for as long as the result is kept.
    pub fn run(&self) -> Running {
        self.run_under(Supervisor::new(Shutdown::default()))
    }

    /// The same under a supervisor that slices start tasks with, too.
    pub fn run_under(&self, supervisor: Supervisor) -> Running {
        Running::start(supervisor, self.take_workers())
    }

    /// The background work, for a test that starts it by itself.
    pub fn take_workers(&self) -> Vec<Worker> {
        std::mem::take(&mut *self.workers.lock().expect("a lock"))
    }

    /// With what another program on the same database records, such as the command line.
    pub async fn other_program(&self) -> Events {
        Events::open(self.db.clone(), self.clock.clone()).await.expect("events")
    }

    pub fn get(&self, path: &str) -> Call<'_> {
        self.call(Method::GET, path)
    }

    pub fn head(&self, path: &str) -> Call<'_> {
        self.call(Method::HEAD, path)
    }

    pub fn post(&self, path: &str) -> Call<'_> {
        self.call(Method::POST, path)
    }

    pub fn put(&self, path: &str) -> Call<'_> {
        self.call(Method::PUT, path)
    }

    pub fn patch(&self, path: &str) -> Call<'_> {
        self.call(Method::PATCH, path)
    }

    pub fn delete(&self, path: &str) -> Call<'_> {
        self.call(Method::DELETE, path)
    }

    /// From this machine, without a credential, unless the test says otherwise.
    pub fn call(&self, method: Method, path: &str) -> Call<'_> {
        Call::new(&self.router, method, path)
    }

    /// A whole call: from this machine, or from another one with a token that holds these scopes.
    pub async fn call_as(
        &self,
        scopes: Option<&str>,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Answer {
        let mut call = self.call(method, path);
        if let Some(scopes) = scopes {
            call = call.scopes(scopes);
        }
        if let Some(body) = body {
            call = call.body(&body);
        }
        call.send().await
    }

    /// The audit log, newest first.
    pub async fn audit(&self, page: Page) -> Vec<AuditEntry> {
        self.events.audit(&Default::default(), page).await.expect("the audit log").items
    }

    /// The lines of the feed, newest first.
    pub async fn feed(&self) -> Vec<String> {
        let feed = self.events.activity(Page::ALL).await.expect("the feed");
        feed.items.into_iter().map(|line| line.message).collect()
    }
}
