use std::thread;

use serde_json::Value;

use super::running::{create, remove};
use super::{Container, DockerEngine};

/// How many calls are under way at once; more do not make the engine any faster.
const AT_ONCE: usize = 4;

/// Many containers, removed with this value.
#[derive(Debug)]
pub struct Created<'a> {
    engine: &'a DockerEngine,
    ids: Vec<String>,
}

impl<'a> Created<'a> {
    pub(super) fn create(engine: &'a DockerEngine, containers: &[Container]) -> Created<'a> {
        Created { engine, ids: for_each(containers, |container| create(engine, container)) }
    }

    /// In the order of their numbers.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Starts all of them. The host's network makes this five times as fast.
    pub fn start(&self) {
        for_each(&self.ids, |id| {
            self.engine.must("POST", &format!("/containers/{id}/start"), &Value::Null)
        });
    }
}

impl Drop for Created<'_> {
    fn drop(&mut self) {
        for_each(&self.ids, |id| remove(self.engine, id));
    }
}

fn for_each<I: Sync, O: Send>(items: &[I], act: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let share = items.len().div_ceil(AT_ONCE).max(1);
    thread::scope(|scope| {
        let act = &act;
        let shares = items.chunks(share);
        let threads: Vec<_> = shares
            .map(|share| scope.spawn(move || share.iter().map(act).collect::<Vec<O>>()))
            .collect();
        let done = threads.into_iter().map(|thread| thread.join().expect("it said why"));
        done.flatten().collect()
    })
}
