//! What an image is called.

/// People run these to open them in a browser.
const WELL_KNOWN: [&str; 40] = [
    "nginx",
    "httpd",
    "caddy",
    "grafana",
    "prometheus",
    "alertmanager",
    "kibana",
    "jenkins",
    "gitlab",
    "gitea",
    "forgejo",
    "nextcloud",
    "wordpress",
    "ghost",
    "plex",
    "jellyfin",
    "emby",
    "sonarr",
    "radarr",
    "lidarr",
    "prowlarr",
    "bazarr",
    "overseerr",
    "homeassistant",
    "home-assistant",
    "node-red",
    "pihole",
    "adguardhome",
    "portainer",
    "uptime-kuma",
    "vaultwarden",
    "immich",
    "paperless-ngx",
    "syncthing",
    "transmission",
    "qbittorrent",
    "minio",
    "keycloak",
    "authentik",
    "code-server",
];

/// What images of the gateway itself are called.
const OWN: &str = "gatehouse";

/// An image's name without its registry's port, tag or digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Image<'a> {
    path: &'a str,
}

impl<'a> Image<'a> {
    /// From `registry:5000/team/name:tag@sha256:…`. An image without a name is an empty one.
    pub(super) fn parse(text: &'a str) -> Self {
        let text = if text.starts_with("sha256:") { "" } else { text };
        let text = text.split('@').next().unwrap_or_default();
        let slash = text.rfind('/').map_or(0, |at| at + 1);
        let end = text[slash..].find(':').map_or(text.len(), |at| slash + at);
        Image { path: &text[..end] }
    }

    /// The last component of the path.
    pub(super) fn name(self) -> &'a str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    pub(super) fn is_well_known(self) -> bool {
        WELL_KNOWN.contains(&self.name())
    }

    pub(super) fn is_own(self) -> bool {
        self.name() == OWN
    }

    /// What holds clusters and networks together, and is not for people.
    pub(super) fn is_system(self) -> bool {
        let name = self.name();
        name == "pause"
            || name.starts_with("pause-")
            || name.starts_with("kube-")
            || ["etcd", "coredns", "traefik"].contains(&name)
            || name.contains("socket-proxy")
            || self.path == "envoyproxy/envoy"
            || self.path.ends_with("/envoyproxy/envoy")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_last_part_before_tag_and_digest() {
        for (text, name) in [
            ("nginx", "nginx"),
            ("nginx:1.27-alpine", "nginx"),
            ("lscr.io/linuxserver/sonarr:latest", "sonarr"),
            ("registry:5000/team/app", "app"),
            ("registry:5000/team/app:2@sha256:00ff", "app"),
            ("nginx@sha256:00ff", "nginx"),
            ("sha256:00ff", ""),
            ("", ""),
        ] {
            assert_eq!(Image::parse(text).name(), name, "{text}");
        }
    }

    #[test]
    fn well_known_images_are_known_by_their_whole_name() {
        for name in WELL_KNOWN {
            assert!(Image::parse(&format!("ghcr.io/somebody/{name}:1")).is_well_known());
        }
        for text in ["mynginx", "nginx-exporter", "nginx/other", "postgres", ""] {
            assert!(!Image::parse(text).is_well_known(), "{text}");
        }
    }

    #[test]
    fn system_images_are_told_from_others() {
        for (text, system) in [
            ("registry.k8s.io/pause:3.9", true),
            ("k8s.gcr.io/pause-amd64:3.1", true),
            ("registry.k8s.io/kube-apiserver:v1.30", true),
            ("kube-proxy", true),
            ("quay.io/coreos/etcd:v3.5", true),
            ("coredns/coredns:1.11", true),
            ("traefik:v3", true),
            ("docker.io/library/traefik", true),
            ("envoyproxy/envoy:v1.30", true),
            ("docker.io/envoyproxy/envoy:v1.30", true),
            ("tecnativa/docker-socket-proxy", true),
            ("envoy", false),
            ("somebody/etcd-browser", false),
            ("traefik/whoami", false),
            ("nginx", false),
        ] {
            assert_eq!(Image::parse(text).is_system(), system, "{text}");
        }
    }
}
