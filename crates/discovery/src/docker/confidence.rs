//! How sure it is that somebody wants to open what runs in a container.

use engines::Details;

use super::image::Image;
use crate::labels;
use crate::model::{Score, Wishes};
use crate::ports::COMMON;

const VIRTUAL_HOST: &str = "VIRTUAL_HOST";

pub(super) fn score(details: &Details, wishes: &Wishes, ports: &[u16]) -> Score {
    let mut score = Score::base(50, "a container runs");
    if wishes.app_id.is_some() {
        score.tier(85, "its label svc.app.id names an app");
    }
    if wishes.enable == Some(true) {
        score.tier(95, "its label svc.enable asks for it");
    }
    let image = Image::parse(&details.container.image);
    if image.is_well_known() {
        score.bonus(20, format!("the image {} is well known", image.name()));
    }
    if let Some(port) = COMMON.iter().find(|port| ports.contains(port)) {
        score.bonus(10, format!("port {port} is a common one for web pages"));
    }
    if let Some(sign) = reverse_proxy_sign(details) {
        score.bonus(15, format!("{sign} is meant for a reverse proxy"));
    }
    score
}

/// What tells that the container was made to be reached through a reverse proxy.
fn reverse_proxy_sign(details: &Details) -> Option<&'static str> {
    let found = details.container.labels.iter().find_map(|(name, value)| match name.as_str() {
        "traefik.enable" if labels::flag(value) == Some(true) => Some("the label traefik.enable"),
        VIRTUAL_HOST => Some("the label VIRTUAL_HOST"),
        name if name.starts_with("traefik.http.") => Some("a label traefik.http.*"),
        name if name == "caddy" || name.starts_with("caddy.") => Some("a label caddy"),
        _ => None,
    });
    let mut environment = details.environment.iter();
    found.or_else(|| {
        let given = environment.any(|(name, _)| name == VIRTUAL_HOST);
        given.then_some("the variable VIRTUAL_HOST")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample;

    fn confidence(details: &Details, ports: &[u16]) -> f64 {
        let wishes = labels::read(|name| details.container.labels.get(name).map(String::as_str));
        score(details, &wishes, ports).confidence()
    }

    #[test]
    fn every_figure_is_as_promised() {
        const ID: (&str, &str) = ("svc.app.id", "web");
        const ENABLED: (&str, &str) = ("svc.enable", "true");
        const PROXIED: (&str, &str) = ("traefik.enable", "true");
        for (labels, image, port, expected) in [
            (&[][..], "example/app", 9999, 0.50),
            (&[ID], "example/app", 9999, 0.85),
            (&[ENABLED], "example/app", 9999, 0.95),
            (&[ID, ENABLED], "example/app", 9999, 0.95),
            (&[("svc.enable", "false")], "example/app", 9999, 0.50),
            (&[], "nginx:1", 9999, 0.70),
            (&[], "example/app", 80, 0.60),
            (&[], "example/app", 8080, 0.60),
            (&[], "example/app", 3000, 0.60),
            (&[], "example/app", 8000, 0.50),
            (&[PROXIED], "example/app", 9999, 0.65),
            (&[], "nginx", 80, 0.80),
            (&[PROXIED], "nginx", 80, 0.95),
            (&[PROXIED], "nginx", 9999, 0.85),
            (&[PROXIED], "example/app", 80, 0.75),
            (&[ID], "example/app", 80, 0.95),
            (&[ID, PROXIED], "example/app", 9999, 1.0),
            (&[ID], "nginx", 9999, 1.0),
            (&[ENABLED, PROXIED], "nginx", 80, 1.0),
        ] {
            let mut details = sample::labelled(labels);
            details.container.image = image.to_owned();
            let found = confidence(&details, &[port, 4321]);
            assert_eq!(found, expected, "{labels:?} {image} {port}");
        }
    }

    #[test]
    fn labels_of_reverse_proxies_are_known() {
        for (name, value, expected) in [
            ("traefik.enable", "true", 0.65),
            ("traefik.enable", "TRUE", 0.65),
            ("traefik.enable", "false", 0.50),
            ("traefik.http.routers.web.rule", "Host(`a`)", 0.65),
            ("traefik.tcp.routers.web.rule", "", 0.50),
            ("caddy", "a.example", 0.65),
            ("caddy.reverse_proxy", "{{upstreams}}", 0.65),
            ("caddyfile", "", 0.50),
            ("VIRTUAL_HOST", "a.example", 0.65),
        ] {
            assert_eq!(confidence(&sample::labelled(&[(name, value)]), &[]), expected, "{name}");
        }
        let mut details = sample::details();
        details.environment.push(("VIRTUAL_HOST".into(), "a.example".into()));
        assert_eq!(confidence(&details, &[]), 0.65);
        // However many there are, they count once.
        details.container.labels.insert("caddy".into(), String::new());
        assert_eq!(confidence(&details, &[]), 0.65);
    }

    #[test]
    fn the_reasons_are_told() {
        let mut details = sample::labelled(&[("svc.enable", "1"), ("caddy", "x")]);
        details.container.image = "grafana/grafana:11".to_owned();
        let wishes = Wishes { enable: Some(true), ..Wishes::default() };
        let expected = [
            "0.95: its label svc.enable asks for it",
            "+0.20: the image grafana is well known",
            "+0.10: port 3000 is a common one for web pages",
            "+0.15: a label caddy is meant for a reverse proxy",
        ];
        assert_eq!(score(&details, &wishes, &[3000]).evidence(), expected);
    }
}
