//! What can be chosen for a route. An option is written down here, in the list, and nowhere else:
//! the stored form, the API and the configuration file are made from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Hands the list of options to a macro, after what it is given besides: what the API says about
/// each, its name, its type, the value that it has where nobody chose, and how else its name is
/// read.
#[macro_export]
macro_rules! route_options {
    ($then:ident $($more:tt)*) => {
        $then! {
            $($more)*
            /// Allow WebSocket upgrades; off by default. `websockets` is read, too.
            websocket: bool, false, "websockets";
            /// Leave the prefix out before forwarding; on by default.
            strip_prefix: bool, true, "strip_prefix";
            /// Rewrite pages so that they work below the prefix; on by default.
            rewrite_html: bool, true, "rewrite_html";
            /// Let anybody in, without a credential.
            public_access: bool, false, "public_access";
            // Answer from memory what the app allows to be kept.
            cache: bool, false, "cache";
            /// Keep the app's cookies for devices whose tokens list `access:mobile`.
            persist_cookies: bool, true, "persist_cookies";
            /// Take any certificate of the app.
            insecure_upstream: bool, false, "insecure_upstream";
            /// Let an `Authorization` that is not ours through to the app.
            forward_authorization: bool, false, "forward_authorization";
            // Which host the app is told.
            host_header: HostHeader, HostHeader::Client, "host_header";
        }
    };
}

macro_rules! options {
    ($($(#[$about:meta])* $option:ident: $kind:ty, $usual:expr, $other:tt;)*) => {
        /// Every option of a route, chosen.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct RouteOptions {
            $($(#[$about])* pub $option: $kind,)*
        }

        impl Default for RouteOptions {
            fn default() -> Self {
                RouteOptions { $($option: $usual),* }
            }
        }
    };
}

route_options!(options);

/// Which host the app is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum HostHeader {
    /// The one that the client asked for.
    Client,
    /// The one that the upstream's address names.
    Upstream,
}

impl TryFrom<String> for HostHeader {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        match text.as_str() {
            "client" => Ok(HostHeader::Client),
            "upstream" => Ok(HostHeader::Upstream),
            _ => Err("must be client or upstream"),
        }
    }
}
