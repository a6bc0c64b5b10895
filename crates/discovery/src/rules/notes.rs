use std::net::IpAddr;

use lan::PRIVATE_NETWORKS;

use crate::model::{Choice, Observation, Plan, Source};

const MOST_NOTES: usize = 40;
const LONGEST_LINE: usize = 300;

/// What somebody should know before they let others in.
pub(crate) fn security_notes(
    observation: &Observation,
    plan: &Plan,
    choice: &Choice,
    refused: Vec<String>,
) -> Vec<String> {
    let mut notes = vec![source(observation), access(plan), place(&choice.address.host)];
    notes.push(match (choice.scheme.is_secure(), choice.insecure) {
        (false, _) => "Between the gateway and the service the traffic is plain HTTP".to_owned(),
        (true, true) => {
            "Its certificate is not from an authority that this machine trusts, and is taken as it \
             is"
            .to_owned()
        }
        (true, false) => "Between the gateway and the service the traffic is encrypted".to_owned(),
    });
    let wishes = observation.wishes.misread.iter().cloned();
    let said = refused.into_iter().chain(wishes).chain(observation.security_notes.iter().cloned());
    notes.extend(said.map(|note| line(&note)));
    notes.truncate(MOST_NOTES);
    notes
}

fn source(observation: &Observation) -> String {
    let name = &observation.service.identity;
    line(&match observation.service.source {
        Source::Docker => format!("Discovered by docker: the container {name}"),
        Source::Kubernetes => format!("Discovered by kubernetes: {name}"),
        Source::Mdns => format!("Discovered by mdns: {name}, as it calls itself in the network"),
    })
}

fn access(plan: &Plan) -> String {
    if plan.scopes.is_empty() {
        return "Everybody may call it: its route asks for no scope".to_owned();
    }
    format!("Callers need a token with {}", plan.scopes.join(" and "))
}

fn place(host: &str) -> String {
    let Ok(address) = host.parse::<IpAddr>() else {
        return format!("It is reached by the name {host}, in the private network or beyond it");
    };
    let address = address.to_canonical();
    if PRIVATE_NETWORKS.iter().any(|network| network.contains(&address)) {
        format!("It is at the private-network address {address}")
    } else {
        format!(
            "Warning: {address} is a public address, not one of a private network; the service may \
             not be yours"
        )
    }
}

/// A line that others wrote parts of, as plain text of a bounded length.
pub(crate) fn line(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() || is_unseen(c) { ' ' } else { c });
    plain.take(LONGEST_LINE).collect()
}

/// Characters that show nothing, but change how what stands around them is read.
fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}
