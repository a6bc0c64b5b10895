use engines::{Kubernetes, KubernetesSettings};
use serde_json::{Value, json};
use toolbox::Target;

use crate::fixture::{Fixture, both};

const TEMPLATE: &str = r#"
x-toolbox:
  name: Box
  variables:
    NAME: {label: Name, default: box}
    SIZE: {label: Size, type: select, options: [small, large], default: small}
    PORT: {label: Port, type: port, default: "18080"}
    WORD: {label: Word, validation: "[a-z]+", required: false}
    PASSWORD: {label: Password, type: password, generate: password}
    FOLDER: {label: Folder, default: data}
    MODE: {label: Mode, default: none}
  route: {service: web, port: 80, websocket: true}
services:
  web:
    image: box/web:1.2
    command: ["serve", "--name", "${NAME}"]
    environment:
      SIZE: "${SIZE}"
      WORD: "${WORD}"
      DATABASE_URL: "postgres://box:${PASSWORD}@db/box"
      LITERAL_SECRET: in-the-file
      PRICE: "5$$"
    ports: ["127.0.0.1:${PORT}:80"]
    volumes: ["files:/files", "./${FOLDER}:/own"]
    network_mode: "${MODE}"
  db:
    image: box/db:3
    environment: ["PASSWORD=${PASSWORD}"]
    volumes: ["${FOLDER}:/data"]
    deploy: {resources: {limits: {memory: 256m, cpus: "0.5"}}}
volumes: {files: {}, data: {}}
"#;

async fn with_template(target: Target, test: impl AsyncFn(&Fixture)) {
    both(target, async |fixture| {
        let running = fixture.run();
        fixture.shelve("box", TEMPLATE).await;
        test(&fixture).await;
        running.stop().await;
    })
    .await;
}

fn wanted(variables: Value) -> Value {
    json!({"service_id": "box", "service_name": "My box", "env_vars": variables})
}

#[tokio::test]
async fn a_plan_says_what_would_be_made_and_hides_secrets() {
    with_template(Target::Off, async |fixture| {
        let body = json!({
            "serviceId": "box", "serviceName": "My box", "customPort": 18443,
            "customImage": "box/web:2", "autoStart": false,
            "envVars": {"PASSWORD": "correct-horse", "NAME": "${PASSWORD} $(id); `x`\n--flag"},
        });
        let (status, plan) = fixture.plan(body).await;
        assert_eq!(status, 200, "{plan}");
        assert_eq!((&plan["deployable"], &plan["auto_start"]), (&json!(false), &json!(false)));
        assert!(plan["refusal"].as_str().expect("why").contains("runtimes.docker.enabled"));
        let services = plan["services"].as_array().expect("services");
        let web = services.iter().find(|service| service["name"] == "web").expect("web");
        assert_eq!(web["image"], "box/web:2");
        assert_eq!(web["ports"], json!(["127.0.0.1:18443:80/tcp"]));
        assert_eq!(plan["volumes"], json!(["data", "files"]));
        assert_eq!(plan["folders"], json!(["./data"]));
        assert_eq!(plan["route"], json!({"app_id": "my-box", "path": "/apps/my-box/"}));
        let text = plan.to_string();
        assert!(!text.contains("correct-horse") && !text.contains("in-the-file"), "{text}");
        let compose = plan["compose"].as_str().expect("a file");
        assert!(compose.contains(r#""${PASSWORD} $(id); `x`\n--flag""#), "as it is:\n{compose}");
        assert!(compose.contains("postgres://box:********@db/box"), "{compose}");
        assert!(compose.contains(r#""5$""#), "{compose}");
        assert_eq!(plan["env_vars"]["PASSWORD"], "********");
        let (_, list) = fixture.get("/api/v1/toolbox/deployments").await;
        assert_eq!(list, json!({"deployments": [], "count": 0}), "nothing was made");
    })
    .await;
}

#[tokio::test]
async fn what_does_not_fit_is_refused_and_named() {
    with_template(Target::Off, async |fixture| {
        for (variables, field) in [
            (json!({"SIZE": "huge"}), "env_vars.SIZE"),
            (json!({"PORT": "0"}), "env_vars.PORT"),
            (json!({"PORT": "80; reboot"}), "env_vars.PORT"),
            (json!({"WORD": "Abc"}), "env_vars.WORD"),
            (json!({"UNKNOWN": "x"}), "env_vars.UNKNOWN"),
            (json!({"FOLDER": "../../etc"}), "env_vars"),
            (json!({"FOLDER": "/etc"}), "env_vars"),
            (json!({"FOLDER": "/var/run/docker.sock"}), "env_vars"),
            (json!({"FOLDER": "other"}), "env_vars"),
            (json!({"MODE": "host"}), "env_vars"),
            (json!({"MODE": "container:x"}), "env_vars"),
        ] {
            let (status, refused) = fixture.plan(wanted(variables.clone())).await;
            assert_eq!(status, 400, "{variables}: {refused}");
            assert_eq!(refused["error"]["details"][0]["field"], field, "{refused}");
        }
        for name in ["", "-x", "--rm", "a;b", "$(id)", "`id`", "a\nb", "../x", &"x".repeat(65)] {
            let (status, refused) =
                fixture.plan(json!({"service_id": "box", "service_name": name})).await;
            assert_eq!(status, 400, "{name:?}");
            assert_eq!(refused["error"]["details"][0]["field"], "service_name", "{refused}");
        }
        for image in ["--privileged", "a b", "a;b", "$(id)", "../x", "a:b:c", "-v=/:/host"] {
            let body = json!({"service_id": "box", "service_name": "b", "custom_image": image});
            let (status, refused) = fixture.plan(body).await;
            assert_eq!(status, 400, "{image}");
            assert_eq!(refused["error"]["details"][0]["field"], "custom_image", "{refused}");
        }
        for port in [0, -1, 65_536] {
            let body = json!({"service_id": "box", "service_name": "b", "custom_port": port});
            let (status, refused) = fixture.plan(body).await;
            assert_eq!((status, &refused["error"]["code"]), (400, &json!("INVALID_PORT")));
        }
        let (status, _) = fixture.plan(json!({"service_id": "../box", "service_name": "b"})).await;
        assert_eq!(status, 404);
        let (status, _) = fixture.get("/api/v1/toolbox/deployments?status=odd").await;
        assert_eq!(status, 400);
    })
    .await;
}

#[tokio::test]
async fn without_a_runtime_the_plan_says_so_and_a_deployment_is_refused() {
    with_template(Target::Off, async |fixture| {
        let (status, plan) = fixture.plan(wanted(json!({}))).await;
        assert_eq!((status, &plan["deployable"]), (200, &json!(false)));
        assert!(plan["refusal"].as_str().expect("why").contains("runtimes.primary"), "{plan}");
        let (status, refused) = fixture.post("/api/v1/toolbox/deploy", wanted(json!({}))).await;
        assert_eq!((status, &refused["error"]["code"]), (503, &json!("SERVICE_UNAVAILABLE")));
        assert_eq!(fixture.get("/api/v1/toolbox/deployments").await.1["count"], 0);
    })
    .await;
}

#[tokio::test]
async fn what_a_cluster_cannot_do_is_said_in_the_plan_and_refused_after_it() {
    let kubeconfig = "/nonexistent/kubeconfig".to_owned();
    let settings = KubernetesSettings { kubeconfig, ..KubernetesSettings::default() };
    with_template(Target::Kubernetes(Kubernetes::new(settings)), async |fixture| {
        let (status, plan) = fixture.plan(wanted(json!({}))).await;
        assert_eq!((status, &plan["deployable"]), (200, &json!(false)));
        assert!(plan["refusal"].as_str().expect("why").contains("no network"), "{plan}");
        let (status, refused) = fixture.post("/api/v1/toolbox/deploy", wanted(json!({}))).await;
        assert_eq!((status, &refused["error"]["code"]), (409, &json!("CONFLICT")), "{refused}");
        assert_eq!(fixture.get("/api/v1/toolbox/deployments").await.1["count"], 0);
        let (_, plan) = fixture.plan(wanted(json!({"MODE": "bridge"}))).await;
        assert_eq!(plan["deployable"], true, "{plan}");
    })
    .await;
}
