use std::net::IpAddr;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{Scope, Scopes, Timestamp};

/// Who a caller turned out to be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    /// A program on this machine, or one in a network the configuration trusts.
    Local,
    User(Arc<str>),
    Device(Arc<str>),
    ApiKey(Arc<str>),
}

impl Identity {
    /// The name under which changes by this caller are written into the audit log.
    pub fn actor_id(&self) -> String {
        match self {
            Identity::Local => "local".to_owned(),
            Identity::User(name) => format!("user-{name}"),
            Identity::Device(id) | Identity::ApiKey(id) => id.to_string(),
        }
    }
}

/// A caller whose credential was checked, with what it may do right now.
#[derive(Debug, Clone)]
pub struct Principal {
    pub identity: Identity,
    pub scopes: Arc<Scopes>,
    /// Cancelled when the credential is revoked, so that long-lived streams can end.
    pub revoked: CancellationToken,
    /// When the credential stops counting by itself.
    pub expires_at: Option<Timestamp>,
}

impl Principal {
    pub fn local() -> Self {
        Principal {
            identity: Identity::Local,
            scopes: Arc::new(Scopes::administrator()),
            revoked: CancellationToken::new(),
            expires_at: None,
        }
    }

    pub fn may(&self, scope: &str) -> bool {
        self.scopes.allow(scope)
    }

    pub fn is_admin(&self) -> bool {
        self.may(Scope::ADMIN)
    }

    pub fn device_id(&self) -> Option<&str> {
        match &self.identity {
            Identity::Device(id) => Some(id),
            _ => None,
        }
    }
}

/// Who made a change, and from where: what the audit log keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub id: String,
    pub address: Option<IpAddr>,
}

impl Actor {
    /// A change the program makes by itself, such as a retention run or a reload.
    pub fn system() -> Self {
        Actor { id: "system".to_owned(), address: None }
    }

    /// A caller that has not proven who it is, for attempts worth remembering.
    pub fn anonymous(address: IpAddr) -> Self {
        Actor { id: "anonymous".to_owned(), address: Some(address) }
    }
}
