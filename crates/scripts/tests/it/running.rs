//! What a script finds when it runs.

use std::os::unix::fs::symlink;

use http::StatusCode;
use serde_json::json;

use crate::fixture::{both, config, sqlite};

#[tokio::test]
async fn a_run_is_recorded_as_it_ended() {
    both(async |fixture| {
        let good = fixture.script("good", "echo out; echo err >&2; echo more\n", json!({})).await;
        let done = fixture.run(&good, json!({})).await;
        assert_eq!(done["status"], "completed");
        assert_eq!(done["exitCode"], 0);
        assert_eq!(done["output"], "out\nerr\nmore\n");
        assert_eq!(done["outputTruncated"], false);
        assert_eq!(done["triggeredBy"], "local");
        assert_eq!(done["triggeredIp"], "127.0.0.1");
        assert_eq!(done["isDryRun"], false);
        for time in ["createdAt", "startedAt", "completedAt"] {
            assert!(done[time].is_string(), "{time}");
        }
        let id = done["id"].as_str().expect("an id");
        assert!(id.starts_with("exec_"), "{id}");
        assert_eq!(fixture.execution(id).await, done);

        let bad = fixture.script("bad", "echo oh; exit 3\n", json!({})).await;
        let done = fixture.run(&bad, json!({})).await;
        assert_eq!((&done["status"], &done["exitCode"]), (&json!("failed"), &json!(3)));
        let killed = fixture.script("killed", "kill -9 $$\n", json!({})).await;
        let done = fixture.run(&killed, json!({})).await;
        assert_eq!((&done["status"], done.get("exitCode")), (&json!("failed"), None));
        assert!(done["errorMessage"].as_str().is_some_and(|text| text.contains('9')));

        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        assert_eq!((&listed["total"], &listed["count"]), (&json!(3), &json!(3)));
        assert_eq!((&listed["limit"], &listed["offset"]), (&json!(50), &json!(0)));
        let failed = fixture.get("executions?status=failed&limit=1").await.expect(StatusCode::OK);
        assert_eq!((&failed["total"], &failed["count"]), (&json!(2), &json!(1)));
        assert_eq!(failed["executions"][0]["scriptId"], "killed");
        let of_one =
            fixture.get("executions?scriptId=bad&status=failed").await.expect(StatusCode::OK);
        assert_eq!(of_one["total"], 1);
        for bad in ["executions?status=odd", "executions?limit=-1", "executions?offset=x"] {
            fixture.get(bad).await.refused(400, "INVALID_REQUEST");
        }
        fixture.get("executions/exec_none").await.refused(404, "NOT_FOUND");
        fixture.post("scripts/none/execute", &json!({})).await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn the_environment_holds_exactly_what_was_given() {
    sqlite(config(), async |fixture| {
        let extra = json!({ "environment": { "FIXED": "f" } });
        // A shell adds variables of its own, so the bare program is asked.
        std::fs::copy("/usr/bin/env", fixture.directory().join("bare")).expect("a program");
        let mut body = json!({ "name": "bare", "scriptPath": "bare" });
        body["environment"] = extra["environment"].clone();
        fixture.post("scripts", &body).await.expect(StatusCode::CREATED);
        let done = fixture.run("bare", json!({ "GIVEN": "a b;c" })).await;
        let mut lines: Vec<&str> = done["output"].as_str().expect("text").lines().collect();
        lines.sort_unstable();
        assert_eq!(lines[..3], ["FIXED=f", "GIVEN=a b;c", "HOME=/somewhere"]);
        assert!(lines[3].starts_with("PATH=/"), "{lines:?}");
        assert_eq!(lines.len(), 4, "{lines:?}");
        let dry = fixture.post("scripts/bare/dry-run", &json!({})).await.expect(StatusCode::OK);
        assert!(dry["output"].as_str().is_some_and(|text| text.contains("DRY_RUN=true\n")));
        assert_eq!(dry["isDryRun"], true);
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_script_runs_in_its_folder_with_nothing_to_read() {
    sqlite(config(), async |fixture| {
        fixture.write("deep/a.sh", "pwd; cat; [ -t 0 ] || echo no terminal\n");
        fixture.write("deep/b.bash", "[[ x == x ]] && pwd\n");
        fixture.write("deep/c.py", "import os, helper; print(os.getcwd()); helper.greet()\n");
        fixture.write("deep/helper.py", "def greet(): print('from beside')\n");
        fixture.write("deep/d.sh", "#!/bin/bash\n[[ x == x ]] && pwd\n");
        let folder = fixture.directory().join("deep");
        let folder = folder.to_str().expect("text");
        for (name, rest) in
            [("a.sh", "no terminal\n"), ("b.bash", ""), ("c.py", "from beside\n"), ("d.sh", "")]
        {
            let body = json!({ "name": name, "scriptPath": format!("deep/{name}") });
            let made = fixture.post("scripts", &body).await.expect(StatusCode::CREATED);
            let done = fixture.run(made["id"].as_str().expect("an id"), json!({})).await;
            assert_eq!(done["output"], format!("{folder}\n{rest}"), "{name}");
            assert_eq!(done["status"], "completed", "{name}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_dry_run_adds_an_option_or_runs_another_command() {
    sqlite(config(), async |fixture| {
        let text = "echo \"args: $* $DRY_RUN\"\n";
        let option = json!({ "dryRunCommand": "--check 'a b'" });
        let id = fixture.script("option", text, option).await;
        let path = format!("scripts/{id}/dry-run");
        let dry = fixture.post(&path, &json!({})).await.expect(StatusCode::OK);
        assert_eq!(dry["output"], "args: --check a b true\n");
        assert_eq!(fixture.run(&id, json!({})).await["output"], "args:  \n");
        let other = json!({ "dryRunCommand": "printf '%s;' \"x y\" $HOME" });
        let id = fixture.script("other", text, other).await;
        let body = json!({ "dryRun": true });
        let dry = fixture.post(&format!("scripts/{id}/execute"), &body).await;
        assert_eq!(dry.expect(StatusCode::OK)["output"], "x y;$HOME;", "no shell reads it");
    })
    .await;
}

#[tokio::test]
async fn a_file_that_is_gone_or_swapped_does_not_run() {
    sqlite(config(), async |fixture| {
        let id = fixture.script("soon-gone", "echo here\n", json!({})).await;
        let file = fixture.directory().join("soon-gone.sh");
        std::fs::remove_file(&file).expect("ours");
        let path = format!("scripts/{id}/execute");
        let error = fixture.post(&path, &json!({})).await.refused(400, "INVALID_REQUEST");
        assert_eq!(error["message"], "Script file not found");
        let outside = fixture.outside().join("evil.sh");
        std::fs::write(&outside, "echo evil\n").expect("a file");
        symlink(&outside, &file).expect("a link");
        let error = fixture.post(&path, &json!({})).await.refused(400, "INVALID_REQUEST");
        assert_eq!(error["message"], "Script file not found");
        assert_eq!(fixture.get("executions").await.expect(StatusCode::OK)["total"], 0);
    })
    .await;
}

/// Somebody replaces the file by a link, to and fro, while it is run again and again: what runs is
/// the file or nothing.
#[tokio::test]
async fn a_swap_between_check_and_start_never_runs_what_is_outside() {
    sqlite(config(), async |fixture| {
        let id = fixture.script("race", "echo inside\n", json!({})).await;
        let (file, outside) =
            (fixture.directory().join("race.sh"), fixture.outside().join("evil.sh"));
        std::fs::write(&outside, "echo evil\n").expect("a file");
        let (link, copy) = (fixture.directory().join("l"), fixture.directory().join("c"));
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let stopped = stop.clone();
        let swapper = std::thread::spawn(move || {
            while !stopped.load(std::sync::atomic::Ordering::Relaxed) {
                symlink(&outside, &link).expect("a link");
                std::fs::rename(&link, &file).expect("ours");
                std::fs::write(&copy, "echo inside\n").expect("a file");
                std::fs::rename(&copy, &file).expect("ours");
            }
        });
        let mut ran = 0;
        for _ in 0..40 {
            let answer = fixture.post(&format!("scripts/{id}/execute"), &json!({})).await;
            if answer.status == StatusCode::BAD_REQUEST {
                continue;
            }
            let done = answer.expect(StatusCode::OK);
            let output = done["output"].as_str().expect("text");
            assert!(["", "inside\n"].contains(&output), "{done}");
            ran += 1;
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        swapper.join().expect("the swapper ends");
        assert!(ran > 0 || fixture.get("executions").await.status == StatusCode::OK);
    })
    .await;
}
