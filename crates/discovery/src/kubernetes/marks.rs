//! The labels and annotations that mean something here.

use engines::kubernetes::Marks;

use crate::labels;

pub(super) const NAME: &str = "app.kubernetes.io/name";
pub(super) const COMPONENT: &str = "app.kubernetes.io/component";
pub(super) const CHART: &str = "helm.sh/chart";

/// Who carries one of these says what it is.
const IDENTIFYING: [&str; 3] = [NAME, "app.kubernetes.io/instance", "app"];
/// Parts of an application that people look at.
const FRONTENDS: [&str; 4] = ["frontend", "ui", "web", "dashboard"];

const ISTIO_INJECTION: &str = "istio-injection";
const ISTIO_INJECT: &str = "sidecar.istio.io/inject";
const LINKERD_INJECT: &str = "linkerd.io/inject";
/// That they are there is enough.
const ISTIO_MARKS: [&str; 2] = ["istio.io/rev", "service.istio.io/canonical-name"];

/// Nothing else is kept of what a cluster tells.
pub(super) fn keep(name: &str) -> bool {
    name.starts_with("svc.")
        || [COMPONENT, CHART, ISTIO_INJECTION, ISTIO_INJECT, LINKERD_INJECT].contains(&name)
        || IDENTIFYING.contains(&name)
        || ISTIO_MARKS.contains(&name)
}

/// The label by which it says what it is.
pub(super) fn identifying(marks: &Marks) -> Option<&'static str> {
    IDENTIFYING.into_iter().find(|name| label(marks, name).is_some())
}

pub(super) fn frontend(marks: &Marks) -> Option<&str> {
    label(marks, COMPONENT).filter(|component| FRONTENDS.contains(component))
}

pub(super) fn label<'a>(marks: &'a Marks, name: &str) -> Option<&'a str> {
    marks.labels.get(name).map(AsRef::as_ref).filter(|value| !value.is_empty())
}

/// Whether a sidecar of a mesh is wanted; `None` where nothing is said about it.
pub(super) fn mesh(marks: &Marks) -> Option<bool> {
    let switches = [
        label(marks, ISTIO_INJECTION).and_then(switch),
        marks.get(ISTIO_INJECT).and_then(labels::flag),
        marks.get(LINKERD_INJECT).and_then(switch),
    ];
    let marked = ISTIO_MARKS.into_iter().any(|name| label(marks, name).is_some());
    let switched = switches.into_iter().flatten();
    switched.chain(marked.then_some(true)).reduce(|one, other| one || other)
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "enabled" => Some(true),
        "disabled" => Some(false),
        _ => None,
    }
}
