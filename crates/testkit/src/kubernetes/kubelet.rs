use std::fs;
use std::net::Ipv4Addr;
use std::path::Path;

use serde_json::json;

/// Writes how the kubelet is to run: quickly, for everybody, and on a machine whose control groups
/// and disk are not its own.
pub(super) fn write_config(folder: &Path, node: Ipv4Addr, port: u16) {
    let config = json!({
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "address": node,
        "port": port,
        "healthzPort": 0,
        "readOnlyPort": 0,
        "authentication": { "anonymous": { "enabled": true }, "webhook": { "enabled": false } },
        "authorization": { "mode": "AlwaysAllow" },
        "cgroupDriver": "cgroupfs",
        "cgroupsPerQOS": false,
        "enforceNodeAllocatable": [],
        "failSwapOn": false,
        // A disk that is nearly full is no reason to drive the tests' pods away.
        "evictionHard": { "nodefs.available": "0%", "imagefs.available": "0%" },
        "imageGCHighThresholdPercent": 100,
        "nodeStatusUpdateFrequency": "1s",
        "resolvConf": "",
        "volumePluginDir": folder.join("plugins"),
        // Its folder cannot be moved to where we want it.
        "featureGates": { "DevicePlugins": false },
    });
    let file = folder.join("kubelet.json");
    fs::write(file, config.to_string()).expect("the cluster's folder can be written");
}
