//! What clients make up must not make the metrics grow.

use kit::Entropy;

use crate::lab::{LOCAL, Lab, REMOTE, request};

fn series(lab: &Lab) -> usize {
    lab.metrics.render().lines().filter(|line| !line.starts_with('#')).count()
}

async fn call(lab: &Lab, method: &str, path: &str) {
    lab.send(REMOTE, request(method, path)).await;
}

#[tokio::test]
async fn random_paths_and_methods_add_no_series() {
    let lab = Lab::new();
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"];
    for method in methods {
        for path in ["/nowhere", "/api/v1/things/x", "/api/v1/names/x"] {
            call(&lab, method, path).await;
        }
    }
    let before = series(&lab);
    assert!(before > 20, "something is counted");
    for number in 0..100_000 {
        let word = Entropy.hex::<6>();
        let path = match number % 4 {
            0 => format!("/{word}"),
            1 => format!("/api/v1/{word}/{number}"),
            2 => format!("/api/v1/things/{word}z"),
            _ => format!("/api/v1/names/{word}?q={word}"),
        };
        let made_up = format!("X{}", word.to_uppercase());
        let method = if number % 3 == 0 { &made_up } else { methods[number % 7] };
        call(&lab, method, &path).await;
    }
    assert_eq!(series(&lab), before);
}

#[tokio::test]
async fn requests_are_counted_by_template_and_status() {
    let lab = Lab::new();
    for path in ["/api/v1/things/1", "/api/v1/things/2", "/api/v1/things/x"] {
        lab.send(LOCAL, request("GET", path)).await;
    }
    let text = lab.metrics.render();
    let labels =
        |status| format!(r#"{{method="GET",route="/api/v1/things/{{id}}",status="{status}"}}"#);
    for (status, count) in [(200, 2), (400, 1)] {
        let line = format!("gatehouse_http_requests_total{} {count}", labels(status));
        assert!(text.contains(&line), "{line} is not in\n{text}");
    }
}
