use std::collections::BTreeSet;

use lan::mdns::ServiceType;

use crate::config::MdnsConfig;
use crate::model::Probing;

const HTTP: &str = "_http._tcp";
const HTTPS: &str = "_https._tcp";
const OTHER_DEFAULTS: [&str; 4] = ["_ssh._tcp", "_smb._tcp", "_printer._tcp", "_workstation._tcp"];
const HOME: [&str; 7] = [
    "_homeassistant._tcp",
    "_hap._tcp",
    "_esphomelib._tcp",
    "_shelly._tcp",
    "_matter._tcp",
    "_hue._tcp",
    "_googlecast._tcp",
];

/// The types that are looked for, and what an announcement of each is worth.
#[derive(Debug, Clone)]
pub(super) struct Types {
    /// Empty: the usual ones.
    configured: BTreeSet<ServiceType>,
}

impl Types {
    pub(super) fn new(config: &MdnsConfig) -> Self {
        let configured = config.services.iter().filter_map(|text| text.parse().ok());
        Types { configured: configured.collect() }
    }

    pub(super) fn all(&self) -> Vec<ServiceType> {
        if self.configured.is_empty() {
            let usual = [HTTP, HTTPS].into_iter().chain(OTHER_DEFAULTS).chain(HOME);
            usual.map(|text| text.parse().expect("a type")).collect()
        } else {
            self.configured.iter().cloned().collect()
        }
    }

    /// Whether an announcement is enough, or the port must answer.
    pub(super) fn probing(&self, service_type: &ServiceType) -> Probing {
        let named = self.configured.contains(service_type);
        if !named && OTHER_DEFAULTS.contains(&service_type.as_str()) {
            Probing::Decides
        } else {
            Probing::Adds
        }
    }

    /// Of several under one name, the smallest says most about what is behind it.
    pub(super) fn rank(&self, service_type: &ServiceType) -> u8 {
        match service_type.as_str() {
            HTTPS => 0,
            HTTP => 1,
            _ if is_home(service_type) => 2,
            _ if self.probing(service_type) == Probing::Adds => 3,
            _ => 4,
        }
    }
}

pub(super) fn is_home(service_type: &ServiceType) -> bool {
    HOME.contains(&service_type.as_str())
}

pub(super) fn is_https(service_type: &ServiceType) -> bool {
    service_type.as_str() == HTTPS
}

pub(super) fn is_http(service_type: &ServiceType) -> bool {
    service_type.as_str() == HTTP
}

/// What is wrong with the section: the key, and why.
pub(crate) fn problems(config: &MdnsConfig) -> Vec<(String, String)> {
    let wrong = config.services.iter().enumerate().filter_map(|(at, text)| {
        let error = text.parse::<ServiceType>().err()?;
        Some((format!("mdns.services.{at}"), error.to_string()))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configured(services: &[&str]) -> MdnsConfig {
        MdnsConfig {
            services: services.iter().map(|&text| text.to_owned()).collect(),
            ..MdnsConfig::default()
        }
    }

    fn service_type(text: &str) -> ServiceType {
        text.parse().expect("a type")
    }

    #[test]
    fn the_usual_types_are_those_of_the_specification_and_of_homes() {
        let types = Types::new(&MdnsConfig::default());
        let adds: Vec<_> =
            types.all().into_iter().filter(|one| types.probing(one) == Probing::Adds).collect();
        let adds: Vec<_> = adds.iter().map(ServiceType::as_str).collect();
        assert_eq!(types.all().len(), 13);
        let expected: Vec<_> = ["_http._tcp", "_https._tcp"].into_iter().chain(HOME).collect();
        assert_eq!(adds, expected);
        for decided in ["_ssh._tcp", "_smb._tcp", "_printer._tcp", "_workstation._tcp"] {
            assert!(types.all().contains(&service_type(decided)));
            assert_eq!(types.probing(&service_type(decided)), Probing::Decides, "{decided}");
        }
    }

    #[test]
    fn what_the_configuration_names_is_looked_for_alone_and_taken_at_its_word() {
        let types = Types::new(&configured(&["_ssh._tcp", "_IPP._tcp.local."]));
        assert_eq!(types.all(), [service_type("_ipp._tcp"), service_type("_ssh._tcp")]);
        for named in types.all() {
            assert_eq!(types.probing(&named), Probing::Adds, "{named}");
        }
    }

    #[test]
    fn what_is_no_type_is_a_problem_of_the_configuration() {
        let found = problems(&configured(&["_http._tcp", "http", "_x._tcp.example.com"]));
        let keys: Vec<_> = found.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["mdns.services.1", "mdns.services.2"]);
        assert!(found[0].1.contains("_http._tcp"), "{}", found[0].1);
        assert!(problems(&MdnsConfig::default()).is_empty());
    }
}
