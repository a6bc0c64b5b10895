//! Plans as the objects that a cluster is given.

use serde_json::{Map, Value, json};

use super::plan::{ServicePlan, WorkloadPlan};
use crate::Protocol;
use crate::plan::{HealthTest, Labels};

/// On pods: which revision of their workload they are.
pub(super) const REVISION: &str = "svc.toolbox.revision";
/// The name of a workload, on its pods.
pub(super) const WORKLOAD: &str = "app.kubernetes.io/name";

const CONTAINER: &str = "main";
const FILES: &str = "files";
/// One without a health check counts as well when it has run for so long.
const PROOF_SECONDS: u32 = 2;
const GRACE_SECONDS: u64 = 10;

pub(super) fn claim(name: &str, labels: &Labels, size: &str) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": { "name": name, "labels": labels },
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "resources": { "requests": { "storage": size } },
        },
    })
}

pub(super) fn service(plan: &ServicePlan) -> Value {
    let ports = plan.ports.iter().map(|port| {
        let protocol = match port.protocol {
            Protocol::Udp => "UDP",
            Protocol::Sctp => "SCTP",
            Protocol::Tcp => "TCP",
        };
        let name = format!("{}-{}", protocol.to_ascii_lowercase(), port.port);
        let mut entry = json!({
            "name": name, "port": port.port, "targetPort": port.port, "protocol": protocol,
        });
        if let Some(number) = port.node_port {
            entry["nodePort"] = json!(number);
        }
        entry
    });
    json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {
            "name": plan.name, "labels": plan.labels, "annotations": plan.annotations,
        },
        "spec": {
            "type": if plan.at_nodes { "NodePort" } else { "ClusterIP" },
            "selector": plan.selector,
            "ports": ports.collect::<Vec<_>>(),
        },
    })
}

pub(super) fn secret(plan: &WorkloadPlan) -> Value {
    secret_of(plan, plan.secret_name(), json!(plan.environment))
}

pub(super) fn files(plan: &WorkloadPlan) -> Option<Value> {
    let contents = plan.files.iter().enumerate();
    let contents: Map<String, Value> =
        contents.map(|(number, file)| (file_key(number), json!(file.content))).collect();
    Some(secret_of(plan, plan.files_name()?, json!(contents)))
}

fn secret_of(plan: &WorkloadPlan, name: String, data: Value) -> Value {
    let mut labels = plan.labels.clone();
    labels.insert(REVISION.to_owned(), plan.revision.clone());
    json!({
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": { "name": name, "labels": labels },
        "stringData": data,
    })
}

fn file_key(number: usize) -> String {
    format!("file-{number}")
}

pub(super) fn deployment(plan: &WorkloadPlan) -> Value {
    let selector = selector(plan);
    let mut labels = selector.clone();
    labels.insert(REVISION.to_owned(), plan.revision.clone());
    // Two pods that write into one volume would spoil it. Without one, the old pod serves until
    // the new one is well.
    let strategy = if plan.claims.is_empty() {
        json!({
            "type": "RollingUpdate",
            "rollingUpdate": { "maxSurge": 1, "maxUnavailable": 0 },
        })
    } else {
        json!({ "type": "Recreate" })
    };
    let is_probed = plan.health.as_ref().is_some_and(|health| probe(health).is_some());
    let proof = if is_probed { 0 } else { PROOF_SECONDS };
    json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {
            "name": plan.name, "labels": selector, "annotations": plan.annotations,
        },
        "spec": {
            "replicas": plan.replicas,
            "minReadySeconds": proof,
            "revisionHistoryLimit": 2,
            "strategy": strategy,
            "selector": { "matchLabels": selector },
            "template": {
                "metadata": { "labels": labels, "annotations": plan.annotations },
                "spec": pod(plan),
            },
        },
    })
}

fn selector(plan: &WorkloadPlan) -> Labels {
    let mut labels = plan.labels.clone();
    labels.insert(WORKLOAD.to_owned(), plan.name.clone());
    labels
}

fn pod(plan: &WorkloadPlan) -> Value {
    let rights = &plan.rights;
    let grace = plan.stop_after.map_or(GRACE_SECONDS, |grace| grace.as_secs());
    let hosts = plan.hosts.iter().map(|(ip, names)| json!({ "ip": ip, "hostnames": names }));
    let mut security = Map::new();
    if !rights.groups.is_empty() {
        security.insert("supplementalGroups".to_owned(), json!(rights.groups));
    }
    // A new volume is root's; one that is not root could not write into it.
    if !plan.claims.is_empty()
        && let Some(group) = rights.group.or(rights.user)
    {
        security.insert("fsGroup".to_owned(), json!(group));
    }
    let mut pod = json!({
        "automountServiceAccountToken": false,
        "enableServiceLinks": false,
        "terminationGracePeriodSeconds": grace,
        "shareProcessNamespace": rights.init,
        "securityContext": security,
        "containers": [container(plan)],
        "volumes": volumes(plan),
        "hostAliases": hosts.collect::<Vec<_>>(),
    });
    if let Some(hostname) = &plan.hostname {
        pod["hostname"] = json!(hostname);
    }
    pod
}

fn container(plan: &WorkloadPlan) -> Value {
    let mut container = json!({
        "name": CONTAINER,
        "image": plan.image,
        "imagePullPolicy": if plan.pull { "Always" } else { "IfNotPresent" },
        "envFrom": [{ "secretRef": { "name": plan.secret_name() } }],
        "tty": plan.tty,
        "stdin": plan.stdin_open,
        "volumeMounts": mounts(plan),
        "resources": resources(plan),
        "securityContext": rights(plan),
    });
    // An entrypoint of one's own leaves nothing of the image's command, as with Docker.
    if let Some(entrypoint) = &plan.entrypoint {
        container["command"] = words(entrypoint);
    }
    if let Some(command) = &plan.command {
        container["args"] = words(command);
    }
    if let Some(folder) = &plan.working_dir {
        container["workingDir"] = json!(folder);
    }
    if let Some(probe) = plan.health.as_ref().and_then(probe) {
        container["readinessProbe"] = probe;
    }
    container
}

/// A cluster fills in `$(NAME)`; here every sign is meant as it stands.
fn words(words: &[String]) -> Value {
    words.iter().map(|word| word.replace('$', "$$")).collect()
}

fn probe(health: &HealthTest) -> Option<Value> {
    let (kind, rest) = health.test.split_first()?;
    let command = match kind.as_str() {
        "CMD" => json!(rest),
        "CMD-SHELL" => json!(["/bin/sh", "-c", rest.first()?]),
        _ => return None,
    };
    let seconds = |span: Option<std::time::Duration>, usual: u64| {
        span.map_or(usual, |span| span.as_secs()).max(1)
    };
    Some(json!({
        "exec": { "command": command },
        "periodSeconds": seconds(health.interval, 30),
        "timeoutSeconds": seconds(health.timeout, 30),
        "failureThreshold": health.retries.unwrap_or(3).max(1),
    }))
}

fn volumes(plan: &WorkloadPlan) -> Vec<Value> {
    let mut names: Vec<&str> = plan.claims.iter().map(|mount| mount.claim.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let claims = names
        .into_iter()
        .map(|name| json!({ "name": name, "persistentVolumeClaim": { "claimName": name } }));
    let folders = plan.memory_folders.iter().enumerate().map(|(number, (_, size))| {
        let mut folder = json!({ "medium": "Memory" });
        if let Some(size) = size {
            folder["sizeLimit"] = json!(size.to_string());
        }
        json!({ "name": memory_folder(number), "emptyDir": folder })
    });
    let items = plan.files.iter().enumerate().map(|(number, file)| {
        json!({ "key": file_key(number), "path": file_key(number), "mode": file.mode })
    });
    let files = plan.files_name().map(|name| {
        let items: Vec<Value> = items.collect();
        json!({ "name": FILES, "secret": { "secretName": name, "items": items } })
    });
    claims.chain(folders).chain(files).collect()
}

fn mounts(plan: &WorkloadPlan) -> Vec<Value> {
    let claims = plan.claims.iter().map(|mount| {
        json!({ "name": mount.claim, "mountPath": mount.target, "readOnly": mount.read_only })
    });
    let folders =
        plan.memory_folders.iter().enumerate().map(
            |(number, (target, _))| json!({ "name": memory_folder(number), "mountPath": target }),
        );
    let files = plan.files.iter().enumerate().map(|(number, file)| {
        json!({
            "name": FILES, "mountPath": file.path, "subPath": file_key(number), "readOnly": true,
        })
    });
    claims.chain(folders).chain(files).collect()
}

fn memory_folder(number: usize) -> String {
    format!("memory-{number}")
}

fn resources(plan: &WorkloadPlan) -> Value {
    let (mut limits, mut requests) = (Map::new(), Map::new());
    if let Some(bytes) = plan.limits.memory {
        limits.insert("memory".to_owned(), json!(bytes.to_string()));
    }
    if let Some(cpus) = plan.limits.cpus {
        limits.insert("cpu".to_owned(), json!(format!("{cpus}")));
        // Left out, it would be as much as the limit, which is kept free for it.
        requests.insert("cpu".to_owned(), json!("10m"));
    }
    if let Some(bytes) = plan.limits.memory_reservation {
        requests.insert("memory".to_owned(), json!(bytes.to_string()));
    }
    json!({ "limits": limits, "requests": requests })
}

fn rights(plan: &WorkloadPlan) -> Value {
    let rights = &plan.rights;
    let mut security = json!({
        "privileged": rights.privileged,
        "readOnlyRootFilesystem": rights.read_only,
        "capabilities": { "add": rights.cap_add, "drop": rights.cap_drop },
    });
    if rights.no_new_privileges && !rights.privileged {
        security["allowPrivilegeEscalation"] = json!(false);
    }
    if let Some(user) = rights.user {
        security["runAsUser"] = json!(user);
    }
    if let Some(group) = rights.group {
        security["runAsGroup"] = json!(group);
    }
    security
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::kubernetes::plan::ClaimMount;

    fn plan() -> WorkloadPlan {
        WorkloadPlan {
            name: "deploy-1-web".to_owned(),
            labels: [("svc.toolbox.deployment".to_owned(), "deploy_1".to_owned())].into(),
            revision: "3".to_owned(),
            image: "web:1".to_owned(),
            ..WorkloadPlan::default()
        }
    }

    #[test]
    fn a_command_is_taken_as_it_stands() {
        let command = vec!["sh".to_owned(), "-c".to_owned(), "echo $(id) $HOME $$".to_owned()];
        let made = deployment(&WorkloadPlan { command: Some(command), ..plan() });
        let container = &made["spec"]["template"]["spec"]["containers"][0];
        assert_eq!(container["args"], json!(["sh", "-c", "echo $$(id) $$HOME $$$$"]));
    }

    #[test]
    fn the_old_pod_stays_until_the_new_one_is_well_unless_they_share_a_volume() {
        let strategy = |plan: &WorkloadPlan| deployment(plan)["spec"]["strategy"]["type"].clone();
        assert_eq!(strategy(&plan()), "RollingUpdate");
        let claim =
            ClaimMount { claim: "data".to_owned(), target: "/data".to_owned(), read_only: false };
        assert_eq!(strategy(&WorkloadPlan { claims: vec![claim], ..plan() }), "Recreate");
    }

    #[test]
    fn the_environment_stands_in_the_secret_alone() {
        let environment = [("TOKEN".to_owned(), "very secret".to_owned())].into();
        let plan = WorkloadPlan { environment, ..plan() };
        assert!(!deployment(&plan).to_string().contains("very secret"));
        assert_eq!(secret(&plan)["stringData"]["TOKEN"], "very secret");
        assert!(!format!("{plan:?}").contains("very secret"));
    }

    #[test]
    fn a_health_check_becomes_a_probe() {
        let health = HealthTest {
            test: vec!["CMD-SHELL".to_owned(), "true".to_owned()],
            interval: Some(Duration::from_millis(200)),
            timeout: None,
            retries: None,
            start_period: None,
        };
        let probe = probe(&health).expect("a probe");
        assert_eq!(probe["exec"]["command"], json!(["/bin/sh", "-c", "true"]));
        assert_eq!((&probe["periodSeconds"], &probe["failureThreshold"]), (&json!(1), &json!(3)));
        let off = HealthTest { test: vec!["NONE".to_owned()], ..health };
        assert!(super::probe(&off).is_none());
    }
}
