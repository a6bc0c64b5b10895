use std::fmt::Debug;

use kube::api::ListParams;
use kube::{Api, Client};
use serde::de::DeserializeOwned;

use super::api_call::ApiCall;
use super::connection::Connection;
use super::pods::{bounded, forgetting};
use crate::EngineError;

const PAGE: u32 = 500;

/// Everything of a kind, page by page.
pub(super) async fn list_all<K: Clone + Debug + DeserializeOwned>(
    connection: &Connection,
    asked: &ApiCall,
    api: impl Fn(Client) -> Api<K>,
) -> Result<Vec<K>, EngineError> {
    list(connection, asked, ListParams::default(), api).await
}

/// Everything of a kind that carries these labels, as `name=value` or the name alone, with
/// commas between them.
pub(super) async fn list_labelled<K: Clone + Debug + DeserializeOwned>(
    connection: &Connection,
    asked: &ApiCall,
    label: &str,
    api: impl Fn(Client) -> Api<K>,
) -> Result<Vec<K>, EngineError> {
    list(connection, asked, ListParams::default().labels(label), api).await
}

async fn list<K: Clone + Debug + DeserializeOwned>(
    connection: &Connection,
    asked: &ApiCall,
    wanted: ListParams,
    api: impl Fn(Client) -> Api<K>,
) -> Result<Vec<K>, EngineError> {
    let mut all = Vec::new();
    let mut page = wanted.limit(PAGE);
    loop {
        let link = connection.link().await?;
        let listed = bounded(&link.server, asked, api(link.client).list(&page)).await;
        let listed = forgetting(connection, listed).await?;
        all.extend(listed.items);
        match listed.metadata.continue_.filter(|more| !more.is_empty()) {
            Some(more) => page = page.continue_token(&more),
            None => return Ok(all),
        }
    }
}
