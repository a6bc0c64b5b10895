use std::collections::BTreeMap;

use engines::{Attachment, Inspected, Mount};
use serde::Serialize;
use serde_json::Value;

use super::ContainerView;

/// A container in every detail.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DetailsView {
    #[serde(flatten)]
    container: ContainerView,
    config: ConfigView,
    network_settings: BTreeMap<String, NetworkView>,
    mounts: Vec<MountView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<OwnerView>,
    /// What the cluster tells.
    raw: Value,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ConfigView {
    /// `NAME=value`.
    env: Vec<String>,
    cmd: Vec<String>,
    working_dir: String,
    user: String,
}

#[derive(Debug, Serialize)]
struct NetworkView {
    addresses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gateway: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MountView {
    source: String,
    target: String,
    read_only: bool,
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Debug, Serialize)]
struct OwnerView {
    kind: String,
    name: String,
}

impl From<Inspected> for DetailsView {
    fn from(Inspected { details, raw }: Inspected) -> Self {
        let container = &details.container;
        let env = details.environment.iter().map(|(name, value)| format!("{name}={value}"));
        let owner = container.owner.as_ref();
        DetailsView {
            config: ConfigView {
                env: env.collect(),
                cmd: details.command,
                working_dir: details.working_dir,
                user: details.user,
            },
            network_settings: container.networks.iter().map(network).collect(),
            mounts: details.mounts.into_iter().map(MountView::from).collect(),
            owner: owner.map(|owner| OwnerView {
                kind: owner.kind.to_string(),
                name: owner.name.to_string(),
            }),
            container: ContainerView::from(container),
            raw,
        }
    }
}

fn network(attachment: &Attachment) -> (String, NetworkView) {
    let addresses = attachment.addresses.iter().map(ToString::to_string).collect();
    let gateway = attachment.gateway.map(|gateway| gateway.to_string());
    (attachment.network.clone(), NetworkView { addresses, gateway })
}

impl From<Mount> for MountView {
    fn from(mount: Mount) -> Self {
        MountView {
            source: mount.source,
            target: mount.target,
            read_only: mount.read_only,
            kind: if mount.is_bind { "bind" } else { "volume" },
        }
    }
}
