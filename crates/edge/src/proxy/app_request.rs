use std::sync::Arc;

use http::request::Parts;
use http::uri::PathAndQuery;
use routing::Route;

use crate::listener_role::Apps;

/// A request that belongs to an app.
pub(crate) struct AppRequest {
    pub(crate) route: Arc<Route>,
    /// The route below it in which the app may see the request: its rules count, too.
    pub(crate) nested: Option<Arc<Route>>,
    pub(crate) way: Way,
    /// The main address, where this is another origin.
    pub(crate) main: Option<Arc<str>>,
    /// Where it would have come to, if it had not left the app's prefix.
    pub(crate) carried_to: Option<PathAndQuery>,
}

/// How a request came to its app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the app's own host name, so there is no prefix.
    ByHost,
    ByPath,
    /// By its path at the main address, though people open apps elsewhere: what is answered must
    /// never become a page of the dashboard's origin.
    Past,
}

impl Way {
    pub(crate) fn by_path(apps: Apps) -> Self {
        match apps {
            Apps::SentTo(_) => Way::Past,
            Apps::None | Apps::Here | Apps::Only => Way::ByPath,
        }
    }
}

/// The path of a request with its query.
pub(crate) fn path_and_query(request: &Parts) -> &str {
    request.uri.path_and_query().map_or("/", PathAndQuery::as_str)
}
