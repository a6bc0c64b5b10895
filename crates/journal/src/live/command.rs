use std::future::ready;

use futures::FutureExt;
use futures::future::BoxFuture;
use kit::Scope;
use serde_json::{Value, json};
use web::{Command, Session};

use crate::Journal;

/// `system.watch`: answered with `system.history`, and from then on with each `system.sample`.
pub(crate) struct Watch(pub(crate) Journal);

impl Command for Watch {
    fn kind(&self) -> &'static str {
        "system.watch"
    }

    fn run<'a>(&'a self, session: &'a Session, _: Value) -> BoxFuture<'a, ()> {
        if session.principal.may(Scope::READ_ALL) {
            self.0.live().watch(session);
        } else {
            let message = "To watch the host needs the scope read:*";
            session.send("error", &json!({ "error": "FORBIDDEN", "message": message }));
        }
        ready(()).boxed()
    }
}
