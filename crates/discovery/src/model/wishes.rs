use routing::Scheme;

/// What a service asks for, by labels, annotations or records. Strangers wrote it: nobody has
/// checked any of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wishes {
    pub(crate) enable: Option<bool>,
    pub(crate) skip: bool,
    pub(crate) app_id: Option<String>,
    pub(crate) app_name: Option<String>,
    pub(crate) icon: Option<String>,
    /// `None`: those that the source finds by itself.
    pub(crate) tags: Option<Vec<String>>,
    pub(crate) path_base: Option<String>,
    pub(crate) scopes: Option<Vec<String>>,
    pub(crate) strip_prefix: Option<bool>,
    pub(crate) rewrite_html: Option<bool>,
    pub(crate) websocket: Option<bool>,
    pub(crate) scheme: Option<Scheme>,
    pub(crate) primary_port: Option<u16>,
    pub(crate) all_ports: bool,
    pub(crate) is_test: bool,
    /// What was asked for in words that mean nothing, one line each.
    pub(crate) misread: Vec<String>,
}
