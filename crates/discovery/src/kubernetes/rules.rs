//! Which services are proposed, and how sure that is.

use engines::kubernetes::{OwnPod, Service, ServiceKind};

use super::charts::{chart, is_backend, purpose};
use super::marks::{NAME, frontend, identifying, label, mesh};
use super::scene::{Path, Scene, is_refused};
use crate::model::{Offer, Score};
use crate::ports::COMMON;

/// The cluster's own; nobody looks for apps there.
const SYSTEM: [&str; 3] = ["kube-system", "kube-public", "kube-node-lease"];

/// Why the service is proposed; `None` where it is not.
pub(super) fn reason(scene: &Scene<'_>) -> Option<String> {
    if is_refused(&scene.own) || is_own(scene) {
        return None;
    }
    if scene.own.enable == Some(true) {
        return Some("It says svc.enable".to_owned());
    }
    if let Some(path) = explicit_ingress(scene) {
        return Some(format!("The Ingress {} says svc.enable", path.ingress.name));
    }
    if is_system(scene.service) || chart(&scene.service.marks).is_some_and(is_backend) {
        return None;
    }
    match scene.defaults.enable {
        Some(true) => Some("Its namespace says svc.enable for all services".to_owned()),
        Some(false) => None,
        None => by_itself(scene),
    }
}

fn by_itself(scene: &Scene<'_>) -> Option<String> {
    let marks = &scene.service.marks;
    if let Some(component) = frontend(marks) {
        return Some(format!("It is a component that people look at ({component})"));
    }
    if let (Some(kind), Some(label)) = (exposed_kind(scene.service), identifying(marks)) {
        return Some(format!("It is a {kind} service with the label {label}"));
    }
    if has_mesh(scene) {
        return Some("It is part of a service mesh".to_owned());
    }
    let mut paths = scene.ingresses.iter();
    let named = paths.find(|path| label(&path.ingress.marks, NAME).is_some())?;
    Some(format!("The Ingress {} has the label {NAME}", named.ingress.name))
}

pub(super) fn score(scene: &Scene<'_>, has_app_id: bool, offers: &[Offer]) -> Score {
    let mut score = Score::base(50, "a service of the cluster");
    if has_app_id {
        score.tier(85, "svc.app.id is given");
    }
    if scene.own.enable == Some(true) {
        score.tier(95, "svc.enable is true");
    }
    if let Some(path) = scene.ingresses.first() {
        score.tier(80, format!("the Ingress {} leads to it", path.ingress.name));
    }
    if let Some(path) = explicit_ingress(scene) {
        score.tier(95, format!("svc.enable is true on the Ingress {}", path.ingress.name));
    }
    if has_mesh(scene) {
        score.bonus(20, "a service mesh");
    }
    if let Some(chart) = chart(&scene.service.marks).filter(|chart| purpose(chart).is_some()) {
        score.bonus(20, format!("the well-known chart {chart}"));
    }
    if let Some(kind) = exposed_kind(scene.service) {
        score.bonus(10, format!("of the type {kind}"));
    }
    if let Some(offer) = offers.iter().find(|offer| COMMON.contains(&offer.own_port)) {
        score.bonus(10, format!("the common web port {}", offer.own_port));
    }
    if let Some(path) = scene.ingresses.iter().find(|path| path.ingress.tls.is_some()) {
        score.bonus(5, format!("TLS on the Ingress {}", path.ingress.name));
    }
    score
}

/// Tags of the chart and of the namespace.
pub(super) fn tags(scene: &Scene<'_>) -> Vec<String> {
    let of_chart = tags_of_chart(scene);
    let of_namespace = scene.defaults.tags.iter().flatten().cloned();
    let mut tags: Vec<String> = Vec::new();
    for tag in of_chart.into_iter().chain(of_namespace) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}

/// They are added to those that a service wishes for.
pub(super) fn tags_of_chart(scene: &Scene<'_>) -> Vec<String> {
    let chart = chart(&scene.service.marks);
    let of_chart = chart.and_then(|name| purpose(name).map(|purpose| [purpose, name]));
    of_chart.into_iter().flatten().map(str::to_owned).collect()
}

fn explicit_ingress<'a, 's>(scene: &'s Scene<'a>) -> Option<&'s Path<'a>> {
    scene.ingresses.iter().find(|path| path.wishes.enable == Some(true))
}

/// A service that says something about the mesh is not asked for its namespace.
fn has_mesh(scene: &Scene<'_>) -> bool {
    let of_namespace = || scene.namespace.and_then(|namespace| mesh(&namespace.marks));
    mesh(&scene.service.marks).or_else(of_namespace).unwrap_or(false)
}

fn exposed_kind(service: &Service) -> Option<&'static str> {
    match service.kind {
        ServiceKind::NodePort => Some("NodePort"),
        ServiceKind::LoadBalancer => Some("LoadBalancer"),
        _ => None,
    }
}

/// The cluster's namespaces, and the service behind which its API is.
fn is_system(service: &Service) -> bool {
    let (namespace, name) = (&*service.name.namespace, &*service.name.name);
    SYSTEM.contains(&namespace) || (namespace, name) == ("default", "kubernetes")
}

/// Whether it leads to the gateway itself.
fn is_own(scene: &Scene<'_>) -> bool {
    let own_pod = scene.standpoint.own_pod.as_ref();
    own_pod.is_some_and(|pod| {
        pod.name.namespace == scene.service.name.namespace && selects(scene.service, pod)
    })
}

fn selects(service: &Service, pod: &OwnPod) -> bool {
    let matches = |name: &str, value: &str| pod.labels.get(name).is_some_and(|own| own == value);
    let mut selector = service.selector.iter();
    !service.selector.is_empty() && selector.all(|(name, value)| matches(name, value))
}
