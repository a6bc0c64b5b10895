//! Which port a container's labels for another reverse proxy name. Whoever wrote them knew.

use engines::Details;
use routing::Scheme;

use crate::labels;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) port: u16,
    pub(super) scheme: Option<Scheme>,
    /// What named it.
    pub(super) by: &'static str,
}

/// `None` where nothing names a port, or several name different ones.
pub(super) fn named_port(details: &Details) -> Option<Named> {
    let labels = &details.container.labels;
    let labels = labels.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut found = traefik(labels.clone()).into_iter().chain(labels.filter_map(caddy));
    let Some(first) = found.next() else { return nginx_proxy(details) };
    found.all(|other| other.port == first.port).then_some(first)
}

/// `traefik.http.services.<name>.loadbalancer.server.port`, and `.scheme` beside it.
fn traefik<'a>(labels: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Vec<Named> {
    let of = |name: &'a str| -> Option<&'a str> {
        name.strip_prefix("traefik.http.services.")?
            .split_once(".loadbalancer.server.")
            .map(|x| x.1)
    };
    let scheme = labels.clone().find(|(name, _)| of(name) == Some("scheme"));
    let scheme = scheme.and_then(|(_, value)| labels::scheme(value));
    let ports = labels.filter(|(name, _)| of(name) == Some("port"));
    let named = |(_, value)| Some(Named { port: port(value)?, scheme, by: "A label of Traefik" });
    ports.filter_map(named).collect()
}

/// `caddy.reverse_proxy: {{upstreams https 8443}}`, where the scheme may be left out.
fn caddy((name, value): (&str, &str)) -> Option<Named> {
    let (site, directive) = name.split_once('.')?;
    if !site.starts_with("caddy") || !directive.ends_with("reverse_proxy") {
        return None;
    }
    let (_, template) = value.split_once("{{")?;
    let mut words = template.split_once("}}")?.0.split_whitespace();
    if words.next() != Some("upstreams") {
        return None;
    }
    let (mut scheme, mut last) = (None, words.next()?);
    if let Some(next) = words.next() {
        (scheme, last) = (labels::scheme(last), next);
    }
    Some(Named { port: port(last)?, scheme, by: "A label of Caddy" })
}

/// `VIRTUAL_PORT` and `VIRTUAL_PROTO`, in the environment.
fn nginx_proxy(details: &Details) -> Option<Named> {
    let variable = |wanted: &str| {
        let mut all = details.environment.iter();
        all.find_map(|(name, value)| (name == wanted).then_some(value.as_str()))
    };
    let scheme = variable("VIRTUAL_PROTO").and_then(labels::scheme);
    Some(Named { port: port(variable("VIRTUAL_PORT")?)?, scheme, by: "The variable VIRTUAL_PORT" })
}

fn port(text: &str) -> Option<u16> {
    text.trim().parse().ok().filter(|port| *port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample;

    fn named(labels: &[(&str, &str)]) -> Option<(u16, Option<Scheme>)> {
        named_port(&sample::labelled(labels)).map(|named| (named.port, named.scheme))
    }

    #[test]
    fn labels_of_traefik_and_caddy_name_a_port() {
        const PORT: &str = "traefik.http.services.web.loadbalancer.server.port";
        const SCHEME: &str = "traefik.http.services.web.loadbalancer.server.scheme";
        const OTHER: &str = "traefik.http.services.api.loadbalancer.server.port";
        const CADDY: &str = "caddy.reverse_proxy";
        assert_eq!(named(&[(PORT, "9000")]), Some((9000, None)));
        assert_eq!(named(&[(PORT, "443"), (SCHEME, "https")]), Some((443, Some(Scheme::Https))));
        assert_eq!(named(&[(PORT, "80"), (OTHER, "80")]), Some((80, None)));
        assert_eq!(named(&[(PORT, "80"), (OTHER, "81")]), None, "which is the page?");
        assert_eq!(named(&[(CADDY, "{{upstreams 8080}}")]), Some((8080, None)));
        assert_eq!(
            named(&[("caddy_1.handle.0_reverse_proxy", "/x/* {{ upstreams https 8443 }}")]),
            Some((8443, Some(Scheme::Https)))
        );
        for nothing in [(CADDY, "{{upstreams}}"), (CADDY, "web:80"), (PORT, "0"), (PORT, "web")] {
            assert_eq!(named(&[nothing]), None, "{nothing:?}");
        }
    }

    #[test]
    fn the_environment_of_nginx_proxy_names_a_port() {
        let mut details = sample::details();
        details.environment.push(("VIRTUAL_PROTO".into(), "https".into()));
        assert_eq!(named_port(&details), None);
        details.environment.push(("VIRTUAL_PORT".into(), "8443".into()));
        let named = named_port(&details).expect("a port");
        assert_eq!((named.port, named.scheme), (8443, Some(Scheme::Https)));
    }
}
