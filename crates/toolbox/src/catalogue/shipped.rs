//! The templates that the program brings.

use std::sync::Arc;

use super::{Shelf, Template};

macro_rules! templates {
    ($($id:literal,)*) => {
        const TEMPLATES: &[(&str, &str)] = &[
            $(($id, include_str!(concat!("../../templates/", $id, "/compose.yaml"))),)*
        ];
    };
}

templates! {
    "actual-budget",
    "adguard-home",
    "adminer",
    "audiobookshelf",
    "calibre-web",
    "changedetection",
    "dozzle",
    "filebrowser",
    "forgejo",
    "freshrss",
    "gitea",
    "grafana",
    "home-assistant",
    "homepage",
    "homer",
    "it-tools",
    "jellyfin",
    "kavita",
    "linkding",
    "mealie",
    "memos",
    "navidrome",
    "nextcloud",
    "node-red",
    "ntfy",
    "paperless-ngx",
    "pgadmin",
    "pihole",
    "prometheus",
    "prowlarr",
    "qbittorrent",
    "radarr",
    "sonarr",
    "stirling-pdf",
    "syncthing",
    "transmission",
    "trilium",
    "uptime-kuma",
    "vaultwarden",
}

pub(super) fn all() -> Shelf {
    let read =
        |(id, text): &(&str, &str)| ((*id).to_owned(), Template::read(id, text).map(Arc::new));
    TEMPLATES.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::compose::{Restart, Service, Source};

    const MOVING_TAGS: [&str; 8] =
        ["latest", "stable", "main", "master", "edge", "nightly", "release", "dev"];

    #[test]
    fn every_folder_is_in_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let folders = std::fs::read_dir(folder).expect("the templates");
        let folders: BTreeSet<String> = folders
            .map(|entry| entry.expect("a folder").file_name().into_string().expect("a name"))
            .collect();
        let known: BTreeSet<String> = TEMPLATES.iter().map(|(id, _)| (*id).to_owned()).collect();
        assert_eq!(folders, known);
        assert!(known.len() >= 28);
    }

    #[test]
    fn every_template_is_whole_pinned_and_modest() {
        let mut ports = BTreeSet::new();
        for (id, template) in all() {
            let template = template.unwrap_or_else(|problem| panic!("{id}: {problem}"));
            assert!(template.description.ends_with('.'), "{id}");
            assert!(template.icon.is_some() && template.documentation.is_some(), "{id}");
            assert!(template.repository_url.is_some() && !template.tags.is_empty(), "{id}");
            assert_ne!(template.category, "general", "{id}");
            let route = template.route.as_ref().unwrap_or_else(|| panic!("{id} has no route"));
            let main = &template.sample.services[&template.main];
            let published = main.ports.iter().find(|port| port.target == route.port);
            let published = published.unwrap_or_else(|| panic!("{id}: the route's port"));
            assert!(published.host_ip.is_some_and(|ip| ip.is_loopback()), "{id} is open to all");
            assert_eq!(template.default_port, published.published, "{id}");
            assert!(ports.insert(published.published), "{id} has the port of another");
            for (name, service) in &template.sample.services {
                modest(&format!("{id}/{name}"), service);
            }
            let secret = |name: &str| crate::rules::looks_secret(name);
            for variable in template.variables.iter().filter(|variable| secret(&variable.name)) {
                let made = variable.generate.is_some() && variable.default.is_none();
                assert!(made, "{id}: {} must differ everywhere", variable.name);
            }
        }
    }

    fn modest(name: &str, service: &Service) {
        let tag = service.image.rsplit_once(':').map(|(_, tag)| tag);
        let tag = tag.unwrap_or_else(|| panic!("{name} has no tag"));
        assert!(
            !MOVING_TAGS.contains(&tag) && tag.contains(|c: char| c.is_ascii_digit()),
            "{name}"
        );
        let health = service.healthcheck.as_ref();
        assert!(health.is_some_and(|health| !health.is_off()), "{name} has no health check");
        assert!(!service.privileged && service.network_mode.is_none(), "{name}");
        assert!(service.pid.is_none() && service.ipc.is_none(), "{name}");
        assert!(service.cap_add.is_empty() && service.devices.is_empty(), "{name}");
        assert_eq!(service.security_opt, ["no-new-privileges:true"], "{name}");
        assert_eq!(service.restart, Restart::UnlessStopped, "{name}");
        for mount in &service.volumes {
            match &mount.source {
                Source::Volume(_) => {}
                Source::Host(_) => assert!(mount.read_only, "{name}"),
                Source::Folder(_) => panic!("{name} keeps data outside of volumes"),
            }
        }
    }
}
