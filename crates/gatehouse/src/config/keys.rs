//! What every key means, and whether a change of it takes effect while the program runs.

/// When a change of a key takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Reload,
    Restart,
}

pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) effect: Effect,
    pub(crate) meaning: &'static str,
}

macro_rules! about_routes {
    ($($(#[$about:meta])* $option:ident: $kind:ty, $usual:expr, $other:tt;)*) => {
        concat!(
            "Routes that belong to the file: a list of `id`, `app_id`, `path_base`, `to`, `scopes`",
            $(", `", stringify!($option), "`",)*
            ", `routing_mode`, `subdomain`, `health_check` (`path`, `interval`, `timeout`, \
             `expected_status`, `disabled`)."
        )
    };
}

const fn reload(name: &'static str, meaning: &'static str) -> Key {
    Key { name, effect: Effect::Reload, meaning }
}

const fn restart(name: &'static str, meaning: &'static str) -> Key {
    Key { name, effect: Effect::Restart, meaning }
}

/// In the order of the reference.
pub(crate) const KEYS: &[Key] = &[
    restart(
        "server.addr",
        "Where to listen, `HOST:PORT`; without a host on every interface. `:8080` with `--insecure-http`.",
    ),
    restart(
        "server.base_url",
        "The address at which clients reach the gateway. Empty: the address of the interface with the default route.",
    ),
    restart(
        "server.tls_cert",
        "A certificate chain of your own (PEM file), with `server.tls_key`. Empty: one from the gateway's local CA.",
    ),
    restart("server.tls_key", "The private key of `server.tls_cert` (PEM file)."),
    restart(
        "server.http_redirect_addr",
        "Where to answer plain HTTP with a redirect to HTTPS, for example `:8080`. Empty: nowhere.",
    ),
    restart(
        "server.apps_addr",
        "A second address for apps alone, so that they do not share the origin of the dashboard. Empty: `:8444` while `server.addr` is left at its default, and used only once a browser was seen to reach it; else apps are served beside the dashboard.",
    ),
    reload(
        "server.base_domain",
        "The domain below which a route with `subdomain` has a host name of its own. Empty: there are none.",
    ),
    reload(
        "server.trusted_proxies",
        "Networks of reverse proxies before the gateway, whose word about the client's address counts.",
    ),
    reload(
        "server.allowed_hosts",
        "More names by which this machine is called; a local caller must use one of its names.",
    ),
    restart("auth.issuer", "The `iss` of tokens."),
    restart("auth.audience", "The `aud` of tokens."),
    restart(
        "auth.hs256_secret",
        "The key that signs tokens, at least 32 bytes. Empty: made once and kept in the database.",
    ),
    reload(
        "auth.local_networks",
        "Networks whose callers count as this machine itself over TLS, without a credential.",
    ),
    reload(
        "auth.relaxed_writes",
        "Let any valid token change what is not marked as needing `write:*` always (routes, proposals, containers and certificates do).",
    ),
    reload("auth.refresh_grace", "How long after its expiry a token can still be refreshed."),
    reload(
        "bootstrap.tokens",
        "Tokens for pairing without a code; each works once, for 5 minutes from start or reload.",
    ),
    reload("pairing.base_url", "The address given to devices that pair. Empty: `server.base_url`."),
    restart("storage.database_path", "The SQLite database."),
    restart(
        "storage.database_url",
        "`postgres://…` keeps the data in PostgreSQL instead of SQLite.",
    ),
    reload(
        "apps",
        "Apps that belong to the file: a list of `id`, `name`, `icon`, `tags`, `endpoints`.",
    ),
    reload("routes", routing::route_options!(about_routes)),
    reload("health_checks.enabled", "Ask apps now and then whether they are well."),
    reload("health_checks.interval", "How often an app is asked."),
    reload("health_checks.timeout", "How long an app may take to answer."),
    reload(
        "health_checks.unhealthy_threshold",
        "How many checks in a row must fail before an app counts as unhealthy.",
    ),
    reload("health_checks.path", "The path that is asked for, below the app's address."),
    reload(
        "certificates.acme.directory",
        "A public authority that signs certificates (RFC 8555): `letsencrypt`, `letsencrypt-staging`, or the `https://` address of its directory. Naming one agrees to its terms. Empty: there is none.",
    ),
    reload("certificates.acme.email", "Where the authority writes to. It may be empty."),
    reload(
        "certificates.acme.challenge",
        "How the authority sees that a name is ours: `http-01` (it asks at port 80, where `server.http_redirect_addr` must answer), `tls-alpn-01` (at port 443) or `dns-01` (`dns_hook`).",
    ),
    reload(
        "certificates.acme.dns_hook",
        "For `dns-01`: a program and its first arguments, as a list. It is called with `present` or `cleanup`, the record's name and its value, without a shell.",
    ),
    restart("discovery.enabled", "Find services and propose them."),
    restart("discovery.docker.enabled", "Find containers of a Docker engine, or of Podman."),
    restart(
        "discovery.docker.socket_path",
        "Where the engine listens: `unix:///path`, `/path` or `tcp://host:port`.",
    ),
    restart(
        "discovery.docker.tls_ca",
        "For a `tcp://` address that speaks TLS: the authority that signed the engine's certificate (PEM file).",
    ),
    restart("discovery.docker.tls_cert", "The certificate to show to the engine (PEM file)."),
    restart(
        "discovery.docker.tls_key",
        "The private key of `discovery.docker.tls_cert` (PEM file).",
    ),
    reload(
        "discovery.docker.poll_interval",
        "How often all containers are looked at. The engine's events tell of changes at once.",
    ),
    restart(
        "discovery.docker.network_mode",
        "Which networks of a container count: `all`, `first` (the first by name) or `preferred` (those of `networks` first).",
    ),
    restart(
        "discovery.docker.networks",
        "The names of the networks that count; with `preferred` an order of preference.",
    ),
    restart("discovery.docker.exclude_networks", "The names of networks that do not count."),
    restart(
        "discovery.mdns.enabled",
        "Find what machines in the network announce, and announce the gateway.",
    ),
    reload("discovery.mdns.scan_interval", "How often the whole network is asked anew."),
    restart(
        "discovery.mdns.services",
        "The types of services to look for. Empty: `_http._tcp`, `_https._tcp`, `_ssh._tcp`, `_smb._tcp`, `_printer._tcp`, `_workstation._tcp` and those of home automation.",
    ),
    restart("discovery.kubernetes.enabled", "Find services and ingresses of a cluster."),
    restart(
        "discovery.kubernetes.kubeconfig",
        "A kubeconfig file. Empty: the cluster that the gateway runs in, or the default file.",
    ),
    reload(
        "discovery.kubernetes.poll_interval",
        "How often the whole cluster is looked at. Watches tell of changes at once.",
    ),
    restart("discovery.kubernetes.namespaces", "The namespaces to look at. Empty: all."),
    restart(
        "runtimes.primary",
        "The runtime that is meant where a caller names none: `docker` or `kubernetes`.",
    ),
    restart("runtimes.docker.enabled", "Show and control containers of a Docker engine."),
    restart(
        "runtimes.docker.socket_path",
        "Where the engine listens: `unix:///path`, `/path` or `tcp://host:port`. Empty: where Docker usually does.",
    ),
    restart(
        "runtimes.docker.tls_ca",
        "For a `tcp://` address that speaks TLS: the authority that signed the engine's certificate (PEM file).",
    ),
    restart("runtimes.docker.tls_cert", "The certificate to show to the engine (PEM file)."),
    restart("runtimes.docker.tls_key", "The private key of `runtimes.docker.tls_cert` (PEM file)."),
    restart("runtimes.kubernetes.enabled", "Show and control pods of a cluster."),
    restart(
        "runtimes.kubernetes.kubeconfig",
        "A kubeconfig file. Empty: the cluster that the gateway runs in, or the default file.",
    ),
    restart(
        "runtimes.kubernetes.context",
        "The context of the kubeconfig to use. Empty: its current one.",
    ),
    restart("runtimes.kubernetes.namespaces", "The namespaces whose pods count. Empty: all."),
    restart(
        "runtimes.kubernetes.metrics_server",
        "Ask the cluster's metrics API what pods use. Off: statistics of pods are empty.",
    ),
    restart(
        "runtimes.kubernetes.metrics_cache_ttl",
        "How long an answer of the metrics API is used.",
    ),
    reload(
        "notifications.enabled",
        "Queue notifications for devices. Off: webhooks reach the sockets that are open, and nobody else.",
    ),
    reload("notifications.ack_timeout", "How long a device has to confirm a notification."),
    reload("notifications.max_attempts", "How often a notification is sent before it has failed."),
    reload("notifications.ttl", "How long a notification is kept, whatever became of it."),
    reload("notifications.stale_after", "When a notification that still waits counts as stale."),
    restart("scripts.enabled", "Run registered scripts, workflows and schedules."),
    restart("scripts.directory", "Where script files are."),
    restart(
        "scripts.default_timeout",
        "How many seconds a script may run that does not say so itself.",
    ),
    restart(
        "scripts.max_output_bytes",
        "How much of a script's output is kept; what is longer is cut there.",
    ),
    restart("scripts.max_concurrent", "How many scripts run at a time."),
    restart("scripts.max_queued", "How many executions may wait for their turn."),
    restart("scripts.max_executions", "How many records of executions are kept."),
    restart("scripts.max_age", "How long records of executions are kept."),
    restart(
        "scripts.max_stored_output",
        "How much output is kept of all executions together; that of the oldest goes first.",
    ),
    restart(
        "scripts.run_as",
        "As whom scripts run: `UID` or `UID:GID`, if the gateway is root. Empty: as the gateway.",
    ),
    restart("scripts.memory_limit", "The memory of each process of a script. `0`: no limit."),
    restart("scripts.cpu_limit", "The CPU time of each process of a script. `0s`: no limit."),
    restart("toolbox.enabled", "Deploy services from templates."),
    restart(
        "toolbox.catalog_dir",
        "A folder with templates of your own, as `<id>/compose.yaml`. They count more than those that the program brings, and are read again when they change.",
    ),
    restart("toolbox.data_dir", "Where the folders are that templates mount as `./folder`."),
    restart(
        "toolbox.host_data_dir",
        "What the engine's machine calls `toolbox.data_dir`, where the gateway runs in a container. Empty: the same.",
    ),
    restart("toolbox.auto_route", "Give each deployment an app and a route."),
    restart("toolbox.auto_start", "Start what was deployed, unless the caller says otherwise."),
    reload("backup.enabled", "Make backups by themselves. By hand they can be made always."),
    restart("backup.directory", "Where backups are kept."),
    reload("backup.schedule", "How often one is made."),
    reload(
        "backup.retention",
        "How many of those that were made by themselves are kept; others are deleted by hand.",
    ),
    reload(
        "backup.passphrase",
        "Encrypts backups, and opens them again; at least 8 characters. Empty: they are not encrypted.",
    ),
    restart("federation.enabled", "Share apps with other gateways."),
    restart(
        "federation.cluster_secret",
        "What all gateways of a cluster know and nobody else, at least 16 bytes: `openssl rand -hex 32`. Whoever knows it can join.",
    ),
    restart(
        "federation.gossip_port",
        "Where peers are listened to: datagrams and connections, both encrypted.",
    ),
    restart(
        "federation.advertise_addr",
        "Where peers reach this gateway, `HOST` or `HOST:PORT`. Empty: its address in the local network.",
    ),
    restart(
        "federation.bootstrap_peers",
        "Where to look for peers, `HOST` or `HOST:PORT` each. One that answers is enough.",
    ),
    restart(
        "federation.mdns",
        "Find peers in the local network, and be found. Only an address is announced.",
    ),
    restart(
        "federation.sync_interval",
        "How often every peer is asked whether something was missed. Changes are told at once.",
    ),
    restart(
        "federation.share",
        "Which apps peers may see: `[all]`, `[none]`, or tags of which an app must have one.",
    ),
    restart(
        "federation.allow_remote_routes",
        "Open apps of peers through this gateway, and let the callers of peers open the apps that are shared here, with their own rights. Both sides have to allow it; else an app opens at its own gateway.",
    ),
    reload("proxy.connect_timeout", "How long an app may take to accept a connection."),
    reload(
        "proxy.response_timeout",
        "How long an app may take from the end of a request to the first header of its answer.",
    ),
    reload("proxy.idle_timeout", "How long a request or an answer may stand still."),
    reload("proxy.max_request_body", "The largest body of a request to an app. `0`: no limit."),
    reload(
        "proxy.cache.max_bytes",
        "How much memory the cache of routes with `cache: true` may take.",
    ),
    reload("metrics.enabled", "Serve metrics in the Prometheus format."),
    restart("metrics.path", "Where metrics are served."),
    reload("access_log.enabled", "Write one line for every request."),
    reload("access_log.path", "The file of the access log; `-` for the standard output."),
    reload("access_log.format", "`text` or `json`."),
    reload("access_log.max_size", "The size at which the file is rotated."),
    reload("access_log.keep", "How many rotated files are kept."),
    reload(
        "traces.endpoint",
        "The address of a collector that takes OTLP over HTTP, such as `http://localhost:4318`; each request becomes a span there. Empty: nothing is traced.",
    ),
    reload(
        "traces.sample_percent",
        "How many in a hundred are kept of the traces that begin here. A caller's own trace is kept or not as the caller says.",
    ),
    reload("rate_limits.enabled", "Limit how often an address may call."),
    reload(
        "rate_limits.*.per_second",
        "Calls a second for an address. Classes: `health` (10, at once 50), `qr` (1, at once 5).",
    ),
    reload(
        "rate_limits.*.per_minute",
        "Calls a minute for an address, instead of `per_second`. Classes: `auth` and `pair` (10, at once 10), `websocket` (6, at once 3), `container` (30, at once 20), `device`, `metrics` and `general` (30, at once 30).",
    ),
    reload("rate_limits.*.burst", "Calls at once, as given above for each class."),
    reload(
        "logging.level",
        "`error`, `warn`, `info`, `debug` or `trace`; also for parts: `info,access=debug`.",
    ),
    restart("logging.format", "`text` or `json`."),
];

impl Key {
    /// A `*` stands for any one part of the name.
    pub(crate) fn is(&self, name: &str) -> bool {
        let mut theirs = name.split('.');
        let alike = |our: &str| theirs.next().is_some_and(|their| our == "*" || our == their);
        self.name.split('.').all(alike) && theirs.next().is_none()
    }
}

pub(crate) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.is(name))
}
