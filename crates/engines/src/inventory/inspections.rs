//! Looks at containers one by one, a few side by side.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};

use crate::{ContainerId, Details, Engine, EngineError};

const SIDE_BY_SIDE: usize = 16;

pub(super) type Looked = (ContainerId, Result<Details, EngineError>);

pub(super) struct Inspections {
    engine: Arc<dyn Engine>,
    stages: HashMap<ContainerId, Stage>,
    waiting: VecDeque<ContainerId>,
    running: FuturesUnordered<BoxFuture<'static, Looked>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Running,
    /// Something happened since the look began, so what it finds may be old.
    Outdated,
}

impl Inspections {
    pub(super) fn new(engine: Arc<dyn Engine>) -> Self {
        let (stages, waiting) = (HashMap::new(), VecDeque::new());
        Inspections { engine, stages, waiting, running: FuturesUnordered::new() }
    }

    /// Has a container be looked at, not before now.
    pub(super) fn ask(&mut self, id: ContainerId) {
        match self.stages.get_mut(&id) {
            None => {
                self.stages.insert(id.clone(), Stage::Waiting);
                self.waiting.push_back(id);
            }
            Some(stage @ Stage::Running) => *stage = Stage::Outdated,
            Some(Stage::Waiting | Stage::Outdated) => {}
        }
    }

    /// What a look that is under way finds does not count.
    pub(super) fn outdate(&mut self, id: &ContainerId) {
        if let Some(stage @ Stage::Running) = self.stages.get_mut(id) {
            *stage = Stage::Outdated;
        }
    }

    pub(super) fn forget_all(&mut self) {
        self.stages.clear();
        self.waiting.clear();
        self.running.clear();
    }

    /// What the next look found; never, where none was asked for. It may be dropped and called
    /// again.
    pub(super) async fn next(&mut self) -> Looked {
        loop {
            self.start();
            let Some((id, found)) = self.running.next().await else {
                return std::future::pending().await;
            };
            match self.stages.remove(&id) {
                Some(Stage::Outdated) => self.ask(id),
                _ => return (id, found),
            }
        }
    }

    fn start(&mut self) {
        while self.running.len() < SIDE_BY_SIDE
            && let Some(id) = self.waiting.pop_front()
        {
            self.stages.insert(id.clone(), Stage::Running);
            let engine = Arc::clone(&self.engine);
            let look = async move {
                let found = engine.container(&id).await;
                (id, found)
            };
            self.running.push(look.boxed());
        }
    }
}
