use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{Database, both};

use crate::server::{MIGRATIONS, Server, keys};

#[tokio::test]
async fn info_says_what_this_gateway_is() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    assert_eq!(
        server.ok("phone", "/api/v1/admin/info").await,
        json!({
            "version": "1.2.3",
            "instanceId": "gh_0123456789abcdef",
            "capabilities": ["pairing", "events"],
            "buildDate": "2023-11-14",
            "uptimeSeconds": 90,
            "baseUrl": "https://gateway.test:8443",
        })
    );
}

#[tokio::test]
async fn resources_are_those_of_the_host() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let body = server.ok("local", "/api/v1/system/resources").await;
        let expected = [
            "cpu",
            "ram",
            "ram_used",
            "ram_total",
            "disk",
            "disk_used",
            "disk_total",
            "storage_size",
            "network",
        ];
        assert_eq!(keys(&body), expected.into_iter().collect());
        assert_eq!(keys(&body["network"]), ["rx_bytes", "tx_bytes"].into_iter().collect());
        for percent in ["cpu", "ram", "disk"] {
            let value = body[percent].as_f64().expect("a number");
            assert!((0.0..=100.0).contains(&value), "{percent} is {value}");
        }
        let number = |name: &str| body[name].as_u64().expect("a whole number");
        assert!(number("ram_used") > 0 && number("ram_used") <= number("ram_total"));
        assert!(number("disk_used") > 0 && number("disk_used") <= number("disk_total"));
        assert!(number("storage_size") > 4096);
    })
    .await;
}

/// Every `$ref` of the description must lead somewhere.
#[tokio::test]
async fn the_description_is_whole() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    let document = serde_json::to_value(&server.openapi).expect("JSON");
    let mut references = BTreeSet::new();
    collect(&document, &mut references);
    assert!(references.len() > 5, "{references:?}");
    for reference in references {
        let path = reference.strip_prefix('#').expect("within the document");
        assert!(document.pointer(path).is_some(), "{reference} leads nowhere");
    }
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            let reference = object.get("$ref").and_then(Value::as_str);
            references.extend(reference.map(str::to_owned));
            object.values().for_each(|inner| collect(inner, references));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect(inner, references)),
        _ => {}
    }
}
