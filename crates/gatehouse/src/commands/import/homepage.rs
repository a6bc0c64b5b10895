//! `services.yaml` of Homepage (gethomepage.dev): groups of services, which may hold groups.

use super::wishes::Wishes;
use crate::config::{Node, Problem, Value, parse_any_yaml};

pub(super) fn read(file: &str, text: &str) -> anyhow::Result<Wishes> {
    let tree = parse_any_yaml(file, text);
    let tree = tree.map_err(|problem: Problem| anyhow::anyhow!("{problem}"))?;
    let mut wishes = Wishes::default();
    group(&tree, &[], &mut wishes);
    Ok(wishes)
}

/// A list of maps with one entry each: a group's name and a list, or a service's name and a map.
fn group(node: &Node, tags: &[String], wishes: &mut Wishes) {
    let Value::List(items) = &node.value else {
        return wishes.leave_out(&node.origin.to_string(), "expected a list of services");
    };
    for item in items {
        let Value::Map(fields) = &item.value else {
            wishes.leave_out(&item.origin.to_string(), "expected a name with what belongs to it");
            continue;
        };
        for (name, entry) in fields {
            match &entry.node.value {
                Value::List(_) => {
                    let tags = [tags, std::slice::from_ref(name)].concat();
                    group(&entry.node, &tags, wishes);
                }
                _ => service(name, &entry.node, tags, wishes),
            }
        }
    }
}

fn service(name: &str, node: &Node, tags: &[String], wishes: &mut Wishes) {
    let place = node.origin.to_string();
    match address(node, "href").or_else(|| address(node, "siteMonitor")) {
        Some(address) => wishes.add(&place, name, tags, without_query(address)),
        None => wishes.leave_out(&place, &format!("{name} has no href")),
    }
}

fn address<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    let Value::Map(fields) = &node.value else { return None };
    match &fields.get(key)?.node.value {
        Value::Scalar { text, .. } if !text.is_empty() => Some(text),
        _ => None,
    }
}

fn without_query(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_of_all_groups_are_read() {
        let text = "
- Media:
    - Films:
        href: http://nas.lan:8096/?home
        icon: jellyfin.png
    - Books: {siteMonitor: 'http://10.0.0.2:8083'}
    - Old: {description: gone}
- Machines:
    - Rack:
        - Switch: {href: https://10.0.0.3}
        - Odd: {href: 'ftp://10.0.0.4'}
";
        let yaml = read("services.yaml", text).expect("YAML").as_yaml("services.yaml");
        for line in [
            r#"  - {id: "films", name: "Films", tags: ["media"]}"#,
            r#"  - {id: "switch", name: "Switch", tags: ["machines", "rack"]}"#,
            r#"  - {id: "films", app_id: "films", to: "http://nas.lan:8096/"}"#,
            r#"  - {id: "books", app_id: "books", to: "http://10.0.0.2:8083"}"#,
        ] {
            assert!(yaml.lines().any(|found| found == line), "{line}\n{yaml}");
        }
        assert!(yaml.contains("# Left out: services.yaml:7:") && yaml.contains("Old has no href"));
        assert!(yaml.contains("ftp://10.0.0.4: expected http://"), "{yaml}");
        assert!(read("x", "- a: [").is_err());
    }
}
