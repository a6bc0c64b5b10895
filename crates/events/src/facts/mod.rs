//! The facts that parts of the program tell each other and the sockets. Their JSON is the `data`
//! of the socket message whose type is `KIND`.

mod access;
mod backup;
mod catalog;
mod certificate;
mod config;
mod containers;
mod device;
mod discovery;
mod federation;
mod notify;
mod scripts;
mod toolbox;

pub use access::AccessChanged;
pub use backup::{BackupCreated, BackupRestored};
pub use catalog::{CatalogChanged, HealthChanged};
pub use certificate::{CertificateChanging, CertificateExpiring, CertificatesChanged};
pub use config::ConfigReloaded;
pub use containers::{
    ContainerDied, ContainerDone, ContainerFailed, ContainerRestartFailed, ContainerRestarted,
    ContainerStartFailed, ContainerStarted, ContainerStopFailed, ContainerStopped,
};
pub use device::{DevicePaired, DevicePending, DeviceRevoked};
pub use discovery::{
    DecisionsCleared, Discovered, ProposalApproved, ProposalDismissed, ProposalRestored,
    ProposalWithdrawn,
};
pub use federation::{FederationChanged, PeerConnected, PeerDisconnected};
pub use notify::{Aloud, Listeners, NotificationQueued};
pub use scripts::{
    ExecutionCancelled, ExecutionCompleted, ExecutionOutput, ExecutionStarted, SchedulesChanged,
    WorkflowCompleted, WorkflowStarted,
};
use serde::{Deserialize, Serialize};
pub use toolbox::ToolboxProgress;

/// Something that happened.
pub trait Fact: Serialize {
    const KIND: &'static str;

    fn audience(&self) -> Audience {
        Audience::Scope(kit::Scope::READ_EVENTS.to_owned())
    }
}

/// Which sockets may hear of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Those whose caller holds this scope, and `read:events` too.
    Scope(String),
    /// These devices alone.
    Devices(Vec<String>),
}
