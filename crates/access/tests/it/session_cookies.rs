//! Cookies of apps that are kept for devices.

use testkit::PATIENCE;

use http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use http::{Method, StatusCode};
use kit::{Clock, Timestamp};
use routing::{CookieStore, CookieTarget, Jar, Outside};
use serde_json::{Value, json};
use store::{Row, query};

use crate::fixture::{Fixture, LAN, both, settings};

const PATH: &str = "/api/v1/session-cookies";
const TARGET: CookieTarget<'static> = CookieTarget {
    host: "tv.home.lan",
    path: "/",
    secure: true,
    outside: Outside { host: None, prefix: "", base: "" },
};

fn keep(fixture: &Fixture, device: &str, app: &str, lines: &[&str]) {
    let line = |line: &&str| (SET_COOKIE, HeaderValue::from_str(line).expect("a line"));
    let answer: HeaderMap = lines.iter().map(line).collect();
    fixture.access.keep(Jar { device, app }, TARGET, &answer);
}

fn sent(fixture: &Fixture, device: &str, app: &str) -> String {
    let mut pairs = Vec::new();
    fixture.access.visit(Jar { device, app }, TARGET, &mut |name, value| {
        pairs.push(format!("{name}={value}"));
    });
    pairs.join("; ")
}

async fn list(fixture: &Fixture, token: &str) -> Value {
    let answer = fixture.get(PATH).from(LAN).token(token).send().await;
    answer.expect(StatusCode::OK)["sessions"].clone()
}

/// What the table holds: device, app, and the sealed jar.
async fn rows(fixture: &Fixture) -> Vec<(String, String, String)> {
    let sql = "SELECT device_id, app_id, sealed FROM session_cookies ORDER BY device_id, app_id";
    let rows = query(sql).fetch_all(&mut *fixture.db.read().await.expect("a connection")).await;
    let text = |row: &store::AnyRow, column| row.try_get::<String, _>(column).expect("text");
    let row = |row| (text(row, "device_id"), text(row, "app_id"), text(row, "sealed"));
    rows.expect("rows").iter().map(row).collect()
}

async fn written(fixture: &Fixture, count: usize) {
    testkit::deadline("cookies are written", PATIENCE, async || rows(fixture).await.len() == count)
        .await;
}

#[tokio::test]
async fn cookies_come_back_after_a_restart_and_are_not_stored_in_clear() {
    both(async |fixture| {
        let _running = fixture.run();
        fixture.device("phone", "ios").await;
        keep(&fixture, "phone", "tv", &["sid=hunter2; HttpOnly", "theme=dark; Max-Age=3600"]);
        keep(&fixture, "phone", "nas", &["sid=other"]);
        keep(&fixture, "nobody", "tv", &["sid=unknown"]);
        assert_eq!(sent(&fixture, "phone", "tv"), "sid=hunter2; theme=dark");
        written(&fixture, 2).await;
        for (_, _, sealed) in rows(&fixture).await {
            // Nothing shorter, which sealed text can hold by chance.
            assert!(!sealed.contains("hunter2"));
        }
        let restarted = fixture.restarted(settings()).await;
        assert_eq!(sent(&restarted, "phone", "tv"), "sid=hunter2; theme=dark");
        assert_eq!(sent(&restarted, "phone", "nas"), "sid=other");
        assert_eq!(sent(&restarted, "nobody", "tv"), "");
        restarted.pass(3600);
        assert_eq!(sent(&restarted, "phone", "tv"), "sid=hunter2");
    })
    .await;
}

#[tokio::test]
async fn no_file_of_the_database_holds_a_value() {
    let database = testkit::Database::sqlite();
    let db = database.open(&[events::MIGRATIONS, access::MIGRATIONS]).await;
    let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
    let fixture = Fixture::build(db, clock, settings()).await;
    let running = fixture.run();
    fixture.device("phone", "ios").await;
    keep(&fixture, "phone", "tv", &["sid=a-value-that-nobody-else-has; Path=/secret-place"]);
    written(&fixture, 1).await;
    drop(running);
    let folder = database.config().database_path.parent().expect("a folder").to_owned();
    let files: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().collect();
    let holds = |text: &[u8]| {
        let contents = files.iter().map(|file| std::fs::read(file.path()).expect("a file"));
        contents.into_iter().any(|content| content.windows(text.len()).any(|part| part == text))
    };
    assert!(holds(b"session_cookies") && holds(b"phone"), "the right files are read");
    assert!(!holds(b"a-value-that-nobody-else-has") && !holds(b"secret-place"));
    fixture.db.close().await;
}

#[tokio::test]
async fn what_was_just_set_is_written_at_the_end() {
    both(async |fixture| {
        fixture.device("phone", "ios").await;
        let shutdown = kit::Shutdown::default();
        let supervisor = kit::Supervisor::new(shutdown.clone());
        fixture.take_workers().into_iter().for_each(|worker| supervisor.supervise(worker));
        keep(&fixture, "phone", "tv", &["sid=1"]);
        shutdown.drain();
        supervisor.drained().await;
        assert_eq!(rows(&fixture).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_device_sees_and_clears_its_own() {
    both(async |fixture| {
        let _running = fixture.run();
        let phone = fixture.device("phone", "ios").await;
        let tablet = fixture.device("tablet", "ios").await;
        keep(&fixture, "phone", "tv", &["a=1; Max-Age=60", "b=2; Max-Age=7200"]);
        keep(&fixture, "phone", "nas", &["a=1; Max-Age=60", "b=2"]);
        keep(&fixture, "tablet", "tv", &["a=1"]);
        written(&fixture, 3).await;
        let expected = json!([
            { "appId": "nas", "cookieCount": 2, "lastUpdated": "2027-01-15T08:00:00Z" },
            { "appId": "tv", "cookieCount": 2, "lastUpdated": "2027-01-15T08:00:00Z",
              "expiresAt": "2027-01-15T10:00:00Z" },
        ]);
        assert_eq!(list(&fixture, &phone).await, expected);
        fixture.pass(60);
        assert_eq!(list(&fixture, &phone).await[1]["cookieCount"], 1);

        let clear = |path: &str| fixture.delete(path).from(LAN).token(&phone).send();
        let one = format!("{PATH}/nas");
        assert!(clear(&one).await.expect(StatusCode::NO_CONTENT).is_null());
        assert_eq!(fixture.last_audit().await.action, "session_cookies.cleared");
        assert_eq!(sent(&fixture, "phone", "nas"), "");
        assert_eq!(list(&fixture, &phone).await[0]["appId"], "tv");
        assert_eq!(rows(&fixture).await.len(), 2, "gone before the answer");
        clear(&one).await.expect(StatusCode::NO_CONTENT);
        clear(&format!("{PATH}/no-such-app")).await.expect(StatusCode::NO_CONTENT);
        keep(&fixture, "phone", "new", &["not=written yet"]);
        clear(PATH).await.expect(StatusCode::NO_CONTENT);
        assert_eq!(list(&fixture, &phone).await, json!([]));
        clear(PATH).await.expect(StatusCode::NO_CONTENT);

        assert_eq!(list(&fixture, &tablet).await.as_array().map(Vec::len), Some(1));
        keep(&fixture, "phone", "tv", &["a=1"]);
        written(&fixture, 2).await;
        let restarted = fixture.restarted(settings()).await;
        let kept = ["new", "nas", "tv"].map(|app| sent(&restarted, "phone", app));
        assert_eq!(kept, ["", "", "a=1"]);
    })
    .await;
}

#[tokio::test]
async fn only_a_token_reaches_them_and_users_have_none() {
    both(async |fixture| {
        let user = fixture.administrator().await;
        let body = json!({ "name": "script", "scopes": ["access:admin"] });
        let made = fixture.post("/api/v1/apikeys").body(&body).send().await;
        let made = made.expect(StatusCode::CREATED);
        let key = made["key"].as_str().expect("a key");
        let one = format!("{PATH}/tv");
        for (method, path) in [(Method::GET, PATH), (Method::DELETE, PATH), (Method::DELETE, &one)]
        {
            let call =
                || if method == Method::GET { fixture.get(path) } else { fixture.delete(path) };
            call().send().await.refused(401, "UNAUTHORIZED");
            call().key(key).send().await.refused(401, "UNAUTHORIZED");
        }
        assert_eq!(list(&fixture, &user).await, json!([]));
        let cleared = fixture.delete(PATH).from(LAN).token(&user).send().await;
        cleared.expect(StatusCode::NO_CONTENT);
    })
    .await;
}

#[tokio::test]
async fn they_go_with_the_device() {
    both(async |fixture| {
        let _running = fixture.run();
        fixture.device("phone", "ios").await;
        fixture.device("tablet", "ios").await;
        keep(&fixture, "phone", "tv", &["sid=1"]);
        keep(&fixture, "tablet", "tv", &["sid=2"]);
        written(&fixture, 2).await;
        fixture.delete("/api/v1/devices/phone").send().await.expect(StatusCode::OK);
        assert_eq!(rows(&fixture).await.len(), 1);
        keep(&fixture, "phone", "tv", &["late=1"]);
        assert_eq!(sent(&fixture, "phone", "tv"), "");
        fixture.device("phone", "ios").await;
        assert_eq!(sent(&fixture, "phone", "tv"), "");

        fixture.device("tablet", "ios").await;
        assert_eq!(sent(&fixture, "tablet", "tv"), "", "pairing again starts anew");
        assert!(rows(&fixture).await.is_empty());
        let restarted = fixture.restarted(settings()).await;
        assert_eq!(sent(&restarted, "tablet", "tv"), "");
    })
    .await;
}

#[tokio::test]
async fn what_another_program_clears_is_cleared_here() {
    both(async |fixture| {
        let _running = fixture.run();
        let phone = fixture.device("phone", "ios").await;
        keep(&fixture, "phone", "tv", &["sid=1"]);
        keep(&fixture, "phone", "nas", &["sid=2"]);
        written(&fixture, 2).await;
        let other = fixture.restarted(settings()).await;
        let _other_running = other.run();
        assert_eq!(sent(&other, "phone", "tv"), "sid=1");
        let cleared = other.delete(&format!("{PATH}/tv")).from(LAN).token(&phone).send().await;
        cleared.expect(StatusCode::NO_CONTENT);
        let gone = async || sent(&fixture, "phone", "tv").is_empty();
        testkit::deadline("the other program heard of it", PATIENCE, gone).await;
        assert_eq!(sent(&fixture, "phone", "nas"), "sid=2");
    })
    .await;
}

#[tokio::test]
async fn asking_for_them_makes_no_query() {
    both(async |fixture| {
        fixture.device("phone", "ios").await;
        keep(&fixture, "phone", "tv", &["sid=1"]);
        let before = fixture.db.operations();
        for number in 0..1_000 {
            keep(&fixture, "phone", "tv", &[&format!("count={number}")]);
            assert_eq!(sent(&fixture, "phone", "tv"), format!("sid=1; count={number}"));
        }
        assert_eq!(fixture.db.operations(), before);
    })
    .await;
}
