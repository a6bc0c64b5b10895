//! What scripts write, in the whole program.

use serde_json::json;
use testkit::{Database, deadline};

use crate::people::{Calls, text};
use crate::scripts_fixture::{Fixture, LIMIT};
use crate::socket;
use crate::weight::resident;

const MIB: u64 = 1 << 20;
const CAP: usize = 10_485_760;

/// The output that is kept, in the few shapes that it takes on its way to the database.
const ROOM: u64 = 80 * MIB;

#[tokio::test]
async fn a_gigabyte_of_output_leaves_memory_flat_and_the_cap_exact() {
    let database = Database::sqlite();
    let fixture = Fixture::start(&database).await;
    fixture.script("flood", "head -c 1073741824 /dev/zero | tr '\\0' x\n", json!({})).await;
    let before = resident(&fixture.gateway);
    let id = fixture.begin("flood", json!({})).await;
    let mut most = before;
    let mut answered = 0;
    deadline("the flood is over", LIMIT * 2, async || {
        most = most.max(resident(&fixture.gateway));
        let (status, listed) = fixture.gateway.get("/api/v1/executions").answer().await;
        answered += u32::from(status == 200);
        !["pending", "running"].contains(&text(&listed["executions"][0]["status"]).as_str())
    })
    .await;
    let record = fixture.execution(&id).await;
    assert_eq!(text(&record["status"]), "completed");
    assert_eq!(record["outputTruncated"], true);
    let output = text(&record["output"]);
    let marked = format!("\n[output truncated after {CAP} bytes]\n");
    assert!(output[..CAP].bytes().all(|byte| byte == b'x'));
    assert_eq!(output[CAP..], marked);
    assert!(answered > 1, "the API answered {answered} times meanwhile");
    assert!(most - before < ROOM, "memory grew by {} MiB", (most - before) / MIB);
}

#[tokio::test]
async fn a_socket_hears_of_a_run_and_never_a_password() {
    let database = Database::sqlite();
    let fixture = Fixture::start(&database).await;
    let declared = json!({ "parameters": [{ "name": "KEY", "type": "password" }] });
    fixture.script("secret", "echo \"begin $KEY\"; sleep 0.1; echo end\n", declared).await;
    let token = fixture.gateway.admin_token().await;
    let mut socket = socket::open(&fixture.gateway, &token).await;
    let id = fixture.begin("secret", json!({ "KEY": "hunter2-very-secret" })).await;
    let mut output = String::new();
    let mut kinds = Vec::new();
    while kinds.last().map(String::as_str) != Some("execution_completed") {
        let message = socket::message(&mut socket).await;
        assert!(!message.to_string().contains("hunter2"), "{message}");
        let kind = text(&message["type"]);
        if kind.starts_with("execution_") {
            assert_eq!(message["data"]["executionId"], id.as_str());
            output.push_str(message["data"]["output"].as_str().unwrap_or_default());
            kinds.push(kind);
        }
    }
    assert_eq!(kinds.first().map(String::as_str), Some("execution_started"));
    assert_eq!(output, "begin ********\nend\n");
    assert!(!fixture.gateway.output().contains("hunter2"));
}
