use std::sync::Arc;

/// What a cluster is asked, as its rules of permission call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ApiCall {
    pub(super) verb: &'static str,
    pub(super) resource: &'static str,
    group: &'static str,
    reach: Reach,
    /// The one thing that is asked for.
    name: Option<Arc<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reach {
    Namespace(Arc<str>),
    AllNamespaces,
    /// What has no namespace.
    Cluster,
}

impl ApiCall {
    /// `None`: in all namespaces.
    pub(super) fn list(
        resource: &'static str,
        group: &'static str,
        namespace: Option<&str>,
    ) -> Self {
        let reach = namespace.map_or(Reach::AllNamespaces, |name| Reach::Namespace(name.into()));
        ApiCall { verb: "list", resource, group, reach, name: None }
    }

    pub(super) fn list_of_cluster(resource: &'static str) -> Self {
        ApiCall { verb: "list", resource, group: "", reach: Reach::Cluster, name: None }
    }

    pub(super) fn get(resource: &'static str, namespace: &str, name: &str) -> Self {
        let reach = Reach::Namespace(namespace.into());
        ApiCall { verb: "get", resource, group: "", reach, name: Some(name.into()) }
    }

    /// One thing of a namespace, to look at or to change.
    pub(super) fn one(
        verb: &'static str,
        resource: &'static str,
        group: &'static str,
        namespace: &str,
        name: &str,
    ) -> Self {
        let reach = Reach::Namespace(namespace.into());
        ApiCall { verb, resource, group, reach, name: Some(name.into()) }
    }

    /// `services in the namespace media`.
    pub(super) fn place(&self) -> String {
        let resource = self.resource;
        match &self.reach {
            Reach::Namespace(namespace) => format!("{resource} in the namespace {namespace}"),
            Reach::AllNamespaces => format!("{resource} in all namespaces"),
            Reach::Cluster => resource.to_owned(),
        }
    }

    pub(super) fn thing(&self) -> String {
        let place = self.place();
        self.name.as_ref().map_or_else(|| place.clone(), |name| format!("{name} among {place}"))
    }

    /// What kind of role can hold the rule.
    pub(super) fn role(&self) -> String {
        match &self.reach {
            Reach::Namespace(namespace) => format!("Role in the namespace {namespace}"),
            _ => "ClusterRole".to_owned(),
        }
    }

    /// As it is written in a role.
    pub(super) fn rule(&self) -> String {
        let (group, resource) = (self.group, self.resource);
        let verbs = match self.verb {
            "get" | "list" => r#""get", "list", "watch""#.to_owned(),
            change => format!(r#""get", "{change}""#),
        };
        format!(r#"{{apiGroups: ["{group}"], resources: ["{resource}"], verbs: [{verbs}]}}"#)
    }
}
