use std::net::TcpListener;

use engines::{Docker, DockerAddress};
use serde_json::{Value, json};
use toolbox::Target;

use crate::fixture::{both, on_engine, remains};

const PAGE: &str = r#"
x-toolbox:
  name: Page
  variables:
    PORT: {label: Port, type: port}
    ADMIN_PASSWORD: {label: Password, type: password}
  route: {service: web, port: 8080}
services:
  web:
    image: gatehouse-lab:1
    environment: {ADMIN_PASSWORD: "${ADMIN_PASSWORD}"}
    ports: ["127.0.0.1:${PORT}:8080"]
    volumes: ["data:/data"]
    depends_on: [other]
  other:
    image: gatehouse-lab:1
volumes: {data: {}}
"#;

fn wanted(port: u16) -> Value {
    json!({
        "service_id": "page", "service_name": "Page",
        "env_vars": {"PORT": port.to_string(), "ADMIN_PASSWORD": "correct-horse"},
    })
}

#[tokio::test]
async fn a_port_that_is_taken_fails_with_its_reason_and_leaves_nothing() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    fixture.shelve("page", PAGE).await;
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let (_, plan) = fixture.plan(wanted(port)).await;
    assert_eq!(plan["conflicts"][0]["kind"], "port", "{plan}");
    assert_eq!(
        (&plan["conflicts"][0]["value"], &plan["deployable"]),
        (&json!(format!("{port}/tcp")), &json!(false))
    );
    assert_eq!(plan["services"][0]["image_present"], true);

    let id = fixture.deploy(wanted(port)).await;
    let failed = fixture.until(&id, "failed").await;
    let reason = failed["error_message"].as_str().expect("a reason");
    assert!(reason.contains(&port.to_string()), "{reason}");
    assert_eq!(remains(engine, &id), [0, 0, 0], "{reason}");
    assert_eq!(fixture.get("/api/v1/routes/page").await.0, 404);

    // What stood in the way is gone.
    drop(taken);
    let path = format!("/api/v1/toolbox/deployments/{id}");
    assert_eq!(fixture.post(&format!("{path}/redeploy"), json!({})).await.0, 202);
    testkit::deadline("it is deployed", crate::fixture::PATIENCE, async || {
        fixture.deployment(&id).await["status"] == "deployed"
    })
    .await;
    assert_eq!(fixture.delete(&format!("{path}?removeVolumes=true")).await.0, 200);
    assert_eq!(remains(engine, &id), [0, 0, 0]);
    running.stop().await;
}

#[tokio::test]
async fn an_image_that_cannot_be_had_and_one_that_ends_at_once_leave_nothing() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    fixture.shelve("page", PAGE).await;
    let ends = PAGE.replace("depends_on: [other]", "command: [\"sh\", \"-c\", \"exit 3\"]");
    fixture.shelve("ends", &ends).await;
    let port = testkit::free_port();
    let mut missing = wanted(port);
    missing["custom_image"] = json!("localhost:1/not/there:1");
    let mut ends = wanted(port);
    ends["service_id"] = json!("ends");
    for (body, said) in [(missing, "localhost:1"), (ends, "code 3")] {
        let id = fixture.deploy(body).await;
        let failed = fixture.until(&id, "failed").await;
        let reason = failed["error_message"].as_str().expect("a reason");
        assert!(reason.contains(said), "{reason}");
        assert_eq!(remains(engine, &id), [0, 0, 0], "{reason}");
        let (status, _) = fixture.delete(&format!("/api/v1/toolbox/deployments/{id}")).await;
        assert_eq!(status, 200);
    }
    running.stop().await;
}

#[tokio::test]
async fn an_engine_that_is_not_there_is_the_reason_of_a_failure() {
    let address = DockerAddress::parse("/nowhere/docker.sock").expect("an address");
    both(Target::Docker(Docker::new(address)), async |fixture| {
        let running = fixture.run();
        fixture.shelve("page", PAGE).await;
        let (status, plan) = fixture.plan(wanted(18_080)).await;
        assert_eq!(status, 200);
        assert!(plan["warnings"][0].as_str().expect("a warning").contains("/nowhere"), "{plan}");
        let id = fixture.deploy(wanted(18_080)).await;
        let failed = fixture.until(&id, "failed").await;
        let reason = failed["error_message"].as_str().expect("a reason");
        assert!(reason.contains("/nowhere/docker.sock"), "{reason}");
        let (_, list) = fixture.get("/api/v1/toolbox/deployments?status=failed").await;
        assert_eq!((&list["count"], &list["deployments"][0]["id"]), (&json!(1), &json!(id)));
        assert_eq!(fixture.get("/api/v1/toolbox/deployments?status=deployed").await.1["count"], 0);
        let path = format!("/api/v1/toolbox/deployments/{id}");
        for changed in [
            json!({"custom_image": "--privileged"}),
            json!({"env_vars": {"PORT": "80:80 --privileged"}}),
            json!({"env_vars": {"MOUNT": "/:/host"}}),
            json!({"customPort": 0}),
        ] {
            for call in ["redeploy", "update"] {
                let (status, answer) =
                    fixture.post(&format!("{path}/{call}"), changed.clone()).await;
                assert_eq!(status, 400, "a change is checked as a deployment is: {answer}");
            }
        }
        let (status, refused) = fixture.delete(&path).await;
        assert_eq!((status, &refused["error"]["code"]), (503, &json!("SERVICE_UNAVAILABLE")));
        assert_eq!(fixture.deployment(&id).await["status"], "failed", "it is not forgotten");
        running.stop().await;
    })
    .await;
}
