//! Apps that would have us call others, or choke.

use routing::Targets;

use super::lab::{Lab, OK, PNG};
use super::server::Site;

#[tokio::test]
async fn nobody_but_the_app_itself_is_asked() {
    let victim = Site::start([("/a.png", OK, "", PNG), ("/", OK, "", PNG)]).await;
    let at = victim.url();
    let page = format!(
        "<base href='{at}/'><link rel=icon href=a.png><link rel=icon href='{at}/a.png'>\
         <link rel=icon href='//{}/a.png'><link rel=icon href='file:///etc/passwd'>\
         <link rel=icon href='javascript:alert(1)'>\
         <link rel=icon href='http://169.254.169.254/latest/meta-data/'>",
        victim.address
    );
    let site = Site::start([("/", OK, "", page.as_bytes())]).await;
    assert!(Lab::new().finds_nothing(&site.url()).await);
    assert_eq!(site.asked(), ["/", "/favicon.ico"]);
    assert!(victim.asked().is_empty());
}

#[tokio::test]
async fn redirects_lead_nowhere_else() {
    let victim = Site::start([("/", OK, "", PNG), ("/favicon.ico", OK, "", PNG)]).await;
    let by_name = format!("http://localhost:{}/", victim.address.port());
    for location in [format!("{}/", victim.url()), by_name, "//169.254.169.254/".to_owned()] {
        let elsewhere = format!("Location: {location}\r\n");
        let site = Site::start([
            ("/", "302 Found", elsewhere.as_str(), b"".as_slice()),
            ("/favicon.ico", "302 Found", &elsewhere, b""),
        ]);
        let site = site.await;
        assert!(Lab::new().finds_nothing(&site.url()).await);
        assert_eq!(site.asked(), ["/", "/favicon.ico"]);
    }
    assert!(victim.asked().is_empty());
}

#[tokio::test]
async fn our_own_port_and_the_clouds_secrets_are_not_asked() {
    let own = Site::start([("/favicon.ico", OK, "", PNG)]).await;
    let lab = Lab::with_targets(Targets::new(vec![own.address], Vec::new()));
    assert!(lab.finds_nothing(&own.url()).await);
    assert!(own.asked().is_empty());
    assert!(lab.finds_nothing("http://169.254.169.254").await);
}

#[tokio::test]
async fn a_gigabyte_is_not_an_icon() {
    let site = Site::endless().await;
    assert!(Lab::new().finds_nothing(&site.url()).await);
    let page = b"<link rel=icon href=large.png>";
    let large = [PNG, &vec![0; 300_000]].concat();
    let site = Site::start([("/", OK, "", page.as_slice()), ("/large.png", OK, "", &large)]).await;
    assert!(Lab::new().finds_nothing(&site.url()).await);
}

#[tokio::test]
async fn drawings_with_scripts_are_not_used() {
    for drawing in [
        "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        "<svg xmlns='http://www.w3.org/2000/svg'><image href='http://evil/'/></svg>",
    ] {
        let page = b"<link rel=icon href=a.svg>";
        let header = "Content-Type: image/svg+xml\r\n";
        let site = Site::start([
            ("/", OK, "", page.as_slice()),
            ("/a.svg", OK, header, drawing.as_bytes()),
            ("/favicon.ico", OK, header, drawing.as_bytes()),
        ]);
        let site = site.await;
        assert!(Lab::new().finds_nothing(&site.url()).await, "{drawing}");
        assert_eq!(site.asked().len(), 3);
    }
}

#[tokio::test]
async fn an_app_that_says_nothing_costs_one_try() {
    let site = Site::silent().await;
    assert!(Lab::new().finds_nothing(&site.url()).await);
    assert_eq!(site.asked(), ["/"]);
}
