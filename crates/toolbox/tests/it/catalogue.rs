use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};
use toolbox::Target;

use crate::fixture::{Fixture, PATIENCE, TABLES, both, folder};

const GOOD: &str = "x-toolbox:\n  name: Mine\n  category: Tests\nservices:\n  a:\n    image: a:1\n";

fn ids(list: &Value) -> Vec<&str> {
    let services = list["services"].as_array().expect("a list");
    services.iter().map(|service| service["id"].as_str().expect("an id")).collect()
}

#[tokio::test]
async fn what_the_program_brings_is_listed_with_everything_about_it() {
    both(Target::Off, async |fixture| {
        let (status, list) = fixture.get("/api/v1/toolbox/services").await;
        assert_eq!(status, 200);
        assert!(list["count"].as_u64().expect("a number") >= 28, "{}", list["count"]);
        assert_eq!(ids(&list).len() as u64, list["count"]);
        let (status, one) = fixture.get("/api/v1/toolbox/services/nextcloud").await;
        assert_eq!((status, &one["name"]), (200, &json!("Nextcloud")));
        assert_eq!(one["default_port"], 8088);
        assert_eq!(one["default_route"]["service"], "nextcloud");
        let variables = one["env_vars"].as_array().expect("variables");
        let secret = variables.iter().find(|v| v["name"] == "DB_PASSWORD").expect("it is asked");
        assert_eq!((&secret["type"], &secret["required"]), (&json!("password"), &json!(false)));
        let (_, media) = fixture.get("/api/v1/toolbox/services?category=MEDIA").await;
        let media = ids(&media);
        assert!(media.contains(&"jellyfin") && !media.contains(&"nextcloud"), "{media:?}");
        let (_, dozzle) = fixture.get("/api/v1/toolbox/services/dozzle").await;
        assert!(dozzle["security_notes"].to_string().contains("Docker engine"), "{dozzle}");
        for unknown in ["nothing", "..%2F..%2Fetc", "%2e%2e", "etc%00"] {
            let (status, _) = fixture.get(&format!("/api/v1/toolbox/services/{unknown}")).await;
            assert!(matches!(status, 400 | 404), "{unknown}: {status}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_broken_template_is_shown_with_its_line_and_harms_no_other() {
    both(Target::Off, async |fixture| {
        let running = fixture.run();
        fixture.shelve("mine", GOOD).await;
        let (_, mine) = fixture.get("/api/v1/toolbox/services/mine").await;
        assert_eq!((&mine["name"], &mine["category"]), (&json!("Mine"), &json!("Tests")));

        fixture.shelve("odd", "services:\n  a:\n    image: a:1\n    build: .\n").await;
        let (_, odd) = fixture.get("/api/v1/toolbox/services/odd").await;
        assert_eq!(odd["broken"]["line"], 4, "{odd}");
        assert!(odd["broken"]["reason"].as_str().expect("why").contains("`build`"), "{odd}");
        let wanted = json!({"service_id": "odd", "service_name": "odd"});
        let (status, refused) = fixture.plan(wanted).await;
        assert_eq!((status, &refused["error"]["code"]), (409, &json!("CONFLICT")), "{refused}");
        let (_, list) = fixture.get("/api/v1/toolbox/services").await;
        let listed = ids(&list);
        assert!(listed.contains(&"mine") && listed.contains(&"jellyfin"), "{listed:?}");

        // One of the folder takes the place of one that the program brings, and gives it back.
        fixture.shelve("jellyfin", GOOD).await;
        assert_eq!(fixture.get("/api/v1/toolbox/services/jellyfin").await.1["name"], "Mine");
        fs::remove_dir_all(fixture.template_path("jellyfin").parent().expect("a folder"))
            .expect("gone");
        testkit::deadline("the program's own is back", PATIENCE, async || {
            fixture.get("/api/v1/toolbox/services/jellyfin").await.1["name"] == "Jellyfin"
        })
        .await;
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn nothing_in_the_folder_leads_out_of_it() {
    let folder = folder();
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("compose.yaml"), GOOD).expect("a file");
    let templates = folder.path().join("templates");
    symlink(outside.path(), templates.join("linked")).expect("a link");
    fs::create_dir(templates.join("inner")).expect("a folder");
    symlink(outside.path().join("compose.yaml"), templates.join("inner/compose.yaml"))
        .expect("a link");
    fs::create_dir(templates.join("Not an id")).expect("a folder");
    fs::write(templates.join("Not an id/compose.yaml"), GOOD).expect("a file");
    let database = testkit::Database::sqlite();
    let db = database.open(TABLES).await;
    let fixture = Fixture::build(db, folder, Target::Off, |_| {}).await;
    for id in ["linked", "inner"] {
        let (_, seen) = fixture.get(&format!("/api/v1/toolbox/services/{id}")).await;
        assert!(seen["broken"]["reason"].as_str().expect(id).contains("link"), "{seen}");
    }
    assert_eq!(fixture.get("/api/v1/toolbox/services/Not%20an%20id").await.0, 404);
}

#[tokio::test]
async fn a_toolbox_that_is_off_says_how_to_switch_it_on() {
    let database = testkit::Database::sqlite();
    let db = database.open(TABLES).await;
    let off = |config: &mut toolbox::Config| config.enabled = false;
    let fixture = Fixture::build(db, folder(), Target::Off, off).await;
    for (path, list) in [("services", "services"), ("deployments", "deployments")] {
        let (status, seen) = fixture.get(&format!("/api/v1/toolbox/{path}")).await;
        assert_eq!(status, 200);
        assert_eq!((&seen[list], &seen["enabled"]), (&json!([]), &json!(false)), "{seen}");
    }
    let wanted = json!({"service_id": "jellyfin", "service_name": "tv"});
    for (status, refused) in [
        fixture.get("/api/v1/toolbox/services/jellyfin").await,
        fixture.get("/api/v1/toolbox/deployments/deploy_1").await,
        fixture.delete("/api/v1/toolbox/deployments/deploy_1").await,
        fixture.post("/api/v1/toolbox/deploy", wanted.clone()).await,
        fixture.plan(wanted).await,
    ] {
        assert_eq!((status, &refused["error"]["code"]), (503, &json!("SERVICE_UNAVAILABLE")));
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.contains("toolbox.enabled"), "{message}");
    }
}
