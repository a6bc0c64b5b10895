//! What a container looks like to the rest of discovery.

use engines::{Details, Surroundings};

use super::image::Image;
use super::other_proxies::Named;
use super::{addresses, admission, confidence, networks, notes, other_proxies, ports};
use crate::config::DockerConfig;
use crate::labels;
use crate::model::{ContainerLink, Observation, Offer, Probing, ServiceKey, Source, Wishes};

const PROJECT: &str = "com.docker.compose.project";
const SERVICE: &str = "com.docker.compose.service";
/// Longer ones help nobody to find an app.
const LONGEST_TAG: usize = 64;

/// `None` for a container that is left out, or that cannot be reached from here.
pub(super) fn observe(
    details: &Details,
    around: &Surroundings,
    config: &DockerConfig,
) -> Option<Observation> {
    let container = &details.container;
    let wishes = labels::read(|name| container.labels.get(name).map(String::as_str));
    if !admission::is_admitted(container, &wishes, around.own.as_ref()) {
        return None;
    }
    let networks = networks::that_count(container, config)?;
    let probing = if wishes.primary_port.is_some() || wishes.all_ports {
        Probing::Adds
    } else {
        Probing::Decides
    };
    let named = match probing {
        Probing::Decides => other_proxies::named_port(details),
        Probing::Adds => None,
    };
    let own_ports = match &named {
        Some(named) => vec![named.port],
        None => ports::candidates(container, &wishes),
    };
    let scheme = wishes.scheme.or(named.as_ref().and_then(|named| named.scheme));
    let offers = own_ports.into_iter().filter_map(|own_port| {
        let addresses = addresses::ways(container, &networks, &around.reach, own_port);
        let offer = Offer { own_port, addresses, scheme, probing };
        (!offer.addresses.is_empty()).then_some(offer)
    });
    let offers: Vec<Offer> = offers.collect();
    let found: Vec<u16> = offers.iter().map(|offer| offer.own_port).collect();
    (!offers.is_empty()).then(|| Observation {
        service: service(&container.name),
        name: container.name.to_string(),
        tags: tags(details),
        offers,
        server_path: String::new(),
        score: confidence::score(details, &wishes, &found),
        evidence: evidence(details, &wishes, named.as_ref()),
        security_notes: notes::security(details),
        container: Some(link(details)),
        announcer: None,
        epoch: epoch(details),
        wishes,
    })
}

pub(super) fn service(name: &str) -> ServiceKey {
    ServiceKey::new(Source::Docker, name)
}

fn compose(details: &Details) -> Option<(&str, &str)> {
    let label = |name| details.container.labels.get(name).map(String::as_str);
    label(PROJECT).zip(label(SERVICE)).filter(|(one, other)| is_plain(one) && is_plain(other))
}

/// Labels are strangers' words, and these ones are shown.
fn is_plain(text: &str) -> bool {
    (1..=LONGEST_TAG).contains(&text.len()) && !text.chars().any(char::is_control)
}

fn tags(details: &Details) -> Vec<String> {
    let project = compose(details).map(|(project, _)| project);
    let image = Image::parse(&details.container.image).name();
    let mut tags = vec![Source::Docker.into_str().to_owned()];
    for tag in project.into_iter().chain([image]) {
        if is_plain(tag) && !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

fn evidence(details: &Details, wishes: &Wishes, named: Option<&Named>) -> Vec<String> {
    let image = &details.container.image;
    let image = (!image.is_empty()).then(|| format!("Its image is {image}"));
    let compose = compose(details)
        .map(|(project, service)| format!("It is {service} of the compose project {project}"));
    let test = wishes.is_test.then(|| "Its label svc.test marks it as a test".to_owned());
    let named = named.map(|Named { by, port, .. }| format!("{by} names port {port}"));
    image.into_iter().chain(compose).chain(test).chain(named).collect()
}

fn link(details: &Details) -> ContainerLink {
    let owned = |(project, service): (&str, &str)| (project.to_owned(), service.to_owned());
    ContainerLink {
        id: details.container.id.to_string(),
        name: details.container.name.to_string(),
        compose: compose(details).map(owned),
    }
}

fn epoch(details: &Details) -> String {
    let started = details.started.map_or(0, |moment| moment.0);
    format!("{}@{started}", details.container.id)
}

#[cfg(test)]
mod tests {
    use routing::Scheme;

    use super::*;
    use crate::docker::sample;

    fn observed(details: &Details) -> Option<Observation> {
        observe(details, &sample::on_host(), &DockerConfig::default())
    }

    #[test]
    fn a_container_is_known_by_its_name_and_offers_its_ports() {
        let mut details = sample::labelled(&[(PROJECT, "media"), (SERVICE, "player")]);
        details.container.image = "jellyfin/jellyfin:10".to_owned();
        details.container.ports = vec![sample::exposed(5432), sample::exposed(8096)];
        let seen = observed(&details).unwrap();
        assert_eq!((seen.service.to_string().as_str(), seen.name.as_str()), ("docker:web", "web"));
        assert_eq!(seen.tags, ["docker", "media", "jellyfin"]);
        assert_eq!(seen.epoch, "4f5c2a9d01ab@1700000000000");
        assert_eq!(seen.container.unwrap().compose, Some(("media".into(), "player".into())));
        let [offer] = &seen.offers[..] else { panic!("one is no database") };
        assert_eq!((offer.own_port, offer.scheme, offer.probing), (8096, None, Probing::Decides));
        assert_eq!(offer.addresses[0].host, "172.17.0.5");
    }

    #[test]
    fn a_container_that_names_its_port_is_offered_unasked() {
        let mut details =
            sample::labelled(&[("svc.primary_port", "6379"), ("svc.scheme", "https")]);
        let seen = observed(&details).unwrap();
        let offer = &seen.offers[0];
        assert_eq!((offer.own_port, offer.probing), (6379, Probing::Adds));
        assert_eq!(offer.scheme, Some(Scheme::Https));
        assert_eq!(seen.offers.len(), 1);

        details = sample::labelled(&[("svc.discover.all_ports", "yes")]);
        details.container.ports = vec![sample::exposed(22), sample::exposed(80)];
        let seen = observed(&details).unwrap();
        assert_eq!(seen.offers.len(), 2);
        assert!(seen.offers.iter().all(|offer| offer.probing == Probing::Adds));
    }

    #[test]
    fn a_port_that_is_meant_for_another_proxy_is_the_one_to_look_at() {
        const PORT: (&str, &str) = ("traefik.http.services.web.loadbalancer.server.port", "9000");
        let mut details = sample::labelled(&[PORT]);
        details.container.ports = vec![sample::exposed(80), sample::exposed(9000)];
        let seen = observed(&details).unwrap();
        let [offer] = &seen.offers[..] else { panic!("the label says which") };
        assert_eq!((offer.own_port, offer.probing), (9000, Probing::Decides));
        assert!(seen.evidence.iter().any(|line| line == "A label of Traefik names port 9000"));

        details = sample::labelled(&[PORT, ("svc.primary_port", "80")]);
        assert_eq!(observed(&details).unwrap().offers[0].own_port, 80, "our own come first");
    }

    #[test]
    fn what_cannot_be_reached_is_not_there() {
        let mut details = sample::details();
        details.container.ports.clear();
        assert_eq!(observed(&details), None);
        details = sample::details();
        details.container.networks.clear();
        assert_eq!(observed(&details), None);
        let config = DockerConfig { networks: vec!["other".into()], ..DockerConfig::default() };
        assert_eq!(observe(&sample::details(), &sample::on_host(), &config), None);
    }

    #[test]
    fn hostile_labels_change_nothing_but_the_wishes() {
        let long = "x".repeat(100_000);
        for value in ["../../etc", "api", "", "a\r\nb", "`id`", "{", "\u{202e}", "<b>", &long] {
            let names = ["svc.app.id", "svc.route.path", "svc.app.tags", PROJECT, SERVICE];
            let details = sample::labelled(&names.map(|name| (name, value)));
            let seen = observed(&details).unwrap();
            assert_eq!(
                (seen.service.to_string().as_str(), seen.name.as_str()),
                ("docker:web", "web")
            );
            assert_eq!(seen.offers, observed(&sample::details()).unwrap().offers);
            let too_long = value.len() > 2_048;
            assert_eq!(seen.wishes.app_id.is_none(), too_long, "{}", value.len());
            assert_eq!(!seen.wishes.misread.is_empty(), too_long);
            assert!(seen.tags.iter().all(|tag| tag.len() <= LONGEST_TAG && !tag.contains('\n')));
        }
    }
}
