//! An engine that does as it is told, and counts.

use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engines::kubernetes::Service;
use engines::{
    Action, Attachment, Change, Container, ContainerId, Details, Done, Engine, EngineError, Fault,
    Inspected, Port, Protocol, Runtime, State, Surroundings, Usage,
};
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use kit::Timestamp;
use serde_json::json;
use tokio::sync::broadcast;

pub(crate) struct Lab {
    runtime: Runtime,
    containers: Mutex<Vec<Container>>,
    pub(crate) services: Mutex<Vec<Service>>,
    pub(crate) own: Mutex<Option<ContainerId>>,
    /// What cannot be started or stopped.
    pub(crate) broken: Mutex<HashSet<String>>,
    /// Why nothing is answered at all.
    pub(crate) fault: Mutex<Option<EngineError>>,
    pub(crate) calls: AtomicUsize,
    at_work: AtomicUsize,
    pub(crate) most_at_work: AtomicUsize,
    changes: broadcast::Sender<Change>,
}

impl Lab {
    pub(crate) fn new(runtime: Runtime) -> Arc<Lab> {
        Arc::new(Lab {
            runtime,
            containers: Mutex::default(),
            services: Mutex::default(),
            own: Mutex::default(),
            broken: Mutex::default(),
            fault: Mutex::default(),
            calls: AtomicUsize::new(0),
            at_work: AtomicUsize::new(0),
            most_at_work: AtomicUsize::new(0),
            changes: broadcast::channel(64).0,
        })
    }

    /// Adds a container, or puts it in the place of the one with its name.
    pub(crate) fn put(&self, container: Container) {
        let mut all = self.containers.lock().unwrap();
        all.retain(|each| each.name != container.name);
        let id = container.id.clone();
        all.push(container);
        drop(all);
        let _ = self.changes.send(Change::Changed(id));
    }

    pub(crate) fn remove(&self, name: &str) {
        self.containers.lock().unwrap().retain(|each| *each.name != *name);
        let id = ContainerId::parse(name).unwrap();
        let _ = self.changes.send(Change::Gone(id));
    }

    pub(crate) fn state(&self, name: &str) -> State {
        self.named(name).expect("it is there").state
    }

    fn named(&self, name: &str) -> Option<Container> {
        let all = self.containers.lock().unwrap();
        let by_name = all.iter().find(|each| each.id.as_str() == name || each.answers_to(name));
        by_name.or_else(|| all.iter().find(|each| each.id.as_str().starts_with(name))).cloned()
    }

    fn ask(&self) -> Result<(), EngineError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.fault.lock().unwrap().clone().map_or(Ok(()), Err)
    }

    fn look(&self, id: &ContainerId) -> Result<Container, EngineError> {
        self.ask()?;
        let missing = || EngineError::new(Fault::NotFound, "there is no such container");
        self.named(id.as_str()).ok_or_else(missing)
    }

    async fn work(&self, id: &ContainerId, action: Action) -> Result<Done, EngineError> {
        let container = self.look(id)?;
        let at_work = self.at_work.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_at_work.fetch_max(at_work, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(20)).await;
        self.at_work.fetch_sub(1, Ordering::SeqCst);
        if self.broken.lock().unwrap().contains(&*container.name) {
            return Err(EngineError::new(Fault::Failed, "the engine answered 500: no"));
        }
        let stopped = matches!(action, Action::Stop { .. });
        let state = if stopped { State::Exited } else { State::Running };
        // What does not run has no address.
        let networks = if stopped { Vec::new() } else { container.networks.clone() };
        let ports = if stopped { Vec::new() } else { container.ports.clone() };
        self.put(Container { state, networks, ports, ..container });
        Ok(Done::default())
    }
}

impl engines::Witness for Lab {}

impl Engine for Lab {
    fn runtime(&self) -> Runtime {
        self.runtime
    }

    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>> {
        async {
            self.ask()?;
            Ok(self.containers.lock().unwrap().clone())
        }
        .boxed()
    }

    fn container<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>> {
        async { self.look(id).map(details) }.boxed()
    }

    fn inspect<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Inspected, EngineError>> {
        async {
            let details = details(self.look(id)?);
            let raw = json!({ "Id": id.as_str(), "Config": { "Env": ["A=1", "DB_PASSWORD=x"] } });
            Ok(Inspected { details, raw })
        }
        .boxed()
    }

    fn act<'a>(
        &'a self,
        id: &'a ContainerId,
        action: Action,
    ) -> BoxFuture<'a, Result<Done, EngineError>> {
        self.work(id, action).boxed()
    }

    fn usage(&self, id: &ContainerId) -> BoxStream<'static, Result<Usage, EngineError>> {
        if self.broken.lock().unwrap().contains(id.as_str()) {
            let error = EngineError::new(Fault::Failed, "no figures");
            return stream::iter([Err(error)]).boxed();
        }
        let usage = Usage {
            at: Timestamp::from_unix(1_800_000_000),
            cores_used: 0.5,
            total_cores: 4.0,
            cpu_time: Duration::from_secs(90),
            memory_used: 256,
            memory_limit: 1_024,
            received: 10,
            sent: 20,
            warning: None,
        };
        stream::iter([Ok(usage)]).chain(stream::pending()).boxed()
    }

    fn surroundings(&self) -> BoxFuture<'_, Result<Surroundings, EngineError>> {
        async {
            self.ask()?;
            Ok(Surroundings {
                own: self.own.lock().unwrap().clone(),
                services: self.services.lock().unwrap().clone(),
                ..Surroundings::default()
            })
        }
        .boxed()
    }

    fn changes(&self) -> BoxStream<'static, Change> {
        let heard = self.changes.subscribe();
        let told = stream::unfold(heard, |mut heard| async move {
            let change = heard.recv().await.unwrap_or(Change::Connected);
            Some((change, heard))
        });
        stream::iter([Change::Connected]).chain(told).boxed()
    }
}

fn details(container: Container) -> Details {
    Details {
        container,
        environment: vec![("DB_PASSWORD".to_owned(), "x".to_owned())],
        command: Vec::new(),
        working_dir: String::new(),
        user: String::new(),
        privileged: false,
        mounts: Vec::new(),
        started: None,
    }
}

/// One that runs, at this address.
pub(crate) fn container(name: &str, address: &str) -> Container {
    let address: IpAddr = address.parse().unwrap();
    Container {
        id: ContainerId::parse(&format!("{name}0123456789abcdef")).unwrap(),
        name: name.into(),
        runtime: Runtime::Docker,
        namespace: None,
        image: "example/web:1".to_owned(),
        labels: BTreeMap::new(),
        state: State::Running,
        status: "Up".to_owned(),
        created: Timestamp(0),
        ports: Vec::new(),
        networks: vec![Attachment {
            network: "bridge".to_owned(),
            addresses: vec![address],
            gateway: None,
        }],
        host_network: false,
        owner: None,
        former_names: Vec::new(),
    }
}

pub(crate) fn published(container: Container, public: u16) -> Container {
    let port = Port { ip: None, private: 80, public: Some(public), protocol: Protocol::Tcp };
    Container { ports: vec![port], ..container }
}

pub(crate) fn pod(namespace: &str, name: &str, labels: &[(&str, &str)]) -> Container {
    let owned = labels.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Container {
        id: ContainerId::parse(&format!("{namespace}/{name}")).unwrap(),
        runtime: Runtime::Kubernetes,
        namespace: Some(namespace.into()),
        labels: owned.collect(),
        ..container(name, "10.244.0.7")
    }
}
