use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;
use kit::{Actor, Error, Identity, Principal};
use routing::{ClientInfo, OriginKind};

use super::{Authenticated, Authenticator, Class, Credential};
use crate::ApiError;

/// A caller that is known, with where it calls from.
#[derive(Debug, Clone)]
pub struct Caller {
    pub principal: Principal,
    pub credential: Credential,
    pub client: ClientInfo,
}

impl Caller {
    pub fn actor(&self) -> Actor {
        let id = self.principal.identity.actor_id();
        Actor { id, address: Some(self.client.address) }
    }

    /// Fails with 403 where the caller lacks the scope.
    pub fn need(&self, scope: &str) -> Result<(), Error> {
        if self.principal.may(scope) {
            return Ok(());
        }
        Err(Error::forbidden(format!("This needs the scope {scope}")))
    }
}

/// A caller that passed what class `C` asks for.
#[derive(Debug)]
pub struct Require<C> {
    caller: Caller,
    class: PhantomData<C>,
}

impl<C> Deref for Require<C> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl<C: Class, S: Sync> FromRequestParts<S> for Require<C> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let caller = admit::<C>(parts)?;
        Ok(Require { caller, class: PhantomData })
    }
}

fn admit<C: Class>(parts: &Parts) -> Result<Caller, Error> {
    let client = client(parts)?.clone();
    let authenticator = authenticator(parts)?;
    let Some(authenticated) = authenticator.judge(&parts.headers)? else {
        return admit_local::<C>(client);
    };
    let Authenticated { principal, credential, pending } = authenticated;
    if credential == Credential::Key && !C::KEY {
        return Err(Error::unauthorized("This needs a token; an API key is not enough"));
    }
    if pending && !C::PENDING {
        return Err(Error::forbidden("This device waits for an administrator to approve it"));
    }
    let caller = Caller { principal, credential, client };
    let relaxed = C::RELAXABLE && authenticator.relaxed_writes();
    if !relaxed && let Some(scope) = C::SCOPE {
        caller.need(scope)?;
    }
    if credential == Credential::Key
        && let Some(scope) = C::KEY_SCOPE
    {
        caller.need(scope)?;
    }
    Ok(caller)
}

/// Apps share this origin, so a page in a browser is never trusted for its address alone.
fn admit_local<C: Class>(client: ClientInfo) -> Result<Caller, Error> {
    if C::LOCAL && client.local && !client.browser {
        let principal = Principal::local();
        return Ok(Caller { principal, credential: Credential::Local, client });
    }
    Err(Error::unauthorized("Authentication is required"))
}

/// Anybody may call; who it is matters only to what is shown or how far it is trusted.
#[derive(Debug)]
pub struct Open {
    pub client: ClientInfo,
    /// The caller, where it is known: by a good credential, or as a program on this machine.
    pub caller: Option<Caller>,
}

impl Open {
    pub fn actor(&self) -> Actor {
        match &self.caller {
            Some(caller) => caller.actor(),
            None => Actor::anonymous(self.client.address),
        }
    }

    /// A caller on this machine. The dashboard's own page counts here, because endpoints that
    /// anybody may call grant it nothing but what it came for.
    pub fn is_local(&self) -> bool {
        let by_address = |caller: &Caller| caller.principal.identity == Identity::Local;
        self.client.local && self.caller.as_ref().is_none_or(by_address)
    }
}

impl<S: Sync> FromRequestParts<S> for Open {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut client = client(parts)?.clone();
        if client.origin == OriginKind::Foreign {
            return Err(Error::forbidden("Another site may not call this").into());
        }
        let caller = match authenticator(parts)?.judge(&parts.headers) {
            Ok(Some(Authenticated { principal, credential, pending: false })) => {
                Some(Caller { principal, credential, client: client.clone() })
            }
            Ok(None) => admit_local::<super::Read>(client.clone()).ok(),
            // A credential that does not pass takes away the trust in the address as well.
            Ok(Some(_)) | Err(_) => {
                client.local = false;
                None
            }
        };
        Ok(Open { client, caller })
    }
}

fn client(parts: &Parts) -> Result<&ClientInfo, Error> {
    let missing = || Error::internal("the request came without its ClientInfo");
    parts.extensions.get::<ClientInfo>().ok_or_else(missing)
}

fn authenticator(parts: &Parts) -> Result<&Arc<dyn Authenticator>, Error> {
    let missing = || Error::internal("the router was built without an Authenticator");
    parts.extensions.get::<Arc<dyn Authenticator>>().ok_or_else(missing)
}
