//! Where icons are found.

use super::lab::{GIF, Lab, OK, PNG, SVG};
use super::server::Site;

#[tokio::test]
async fn the_best_icon_of_the_start_page_is_used() {
    let page = b"<!doctype html><head><link rel=icon sizes=16x16 href=small.png>\
        <LINK HREF='icons/large.png' SIZES='128x128' REL='shortcut icon'></head>";
    let site = Site::start([
        ("/base/", OK, "", page.as_slice()),
        ("/base/icons/large.png", OK, "Content-Type: text/plain\r\n", PNG),
    ]);
    let site = site.await;
    let icon = Lab::new().icon(&format!("{}/base", site.url())).await;
    assert_eq!((icon.content_type, &icon.bytes[..]), ("image/png", PNG));
    assert_eq!(site.asked(), ["/base/", "/base/icons/large.png"]);
}

#[tokio::test]
async fn without_a_link_there_is_the_usual_place() {
    let site = Site::start([
        ("/base/", "401 Unauthorized", "", b"<title>Login</title>".as_slice()),
        ("/base/favicon.ico", OK, "", GIF),
    ]);
    let site = site.await;
    let icon = Lab::new().icon(&format!("{}/base/", site.url())).await;
    assert_eq!((icon.content_type, &icon.bytes[..]), ("image/gif", GIF));
    assert_eq!(site.asked(), ["/base/", "/base/favicon.ico"]);
}

#[tokio::test]
async fn what_cannot_be_used_makes_way_for_the_next() {
    let page = b"<link rel=icon sizes=128x128 href=gone.png>\
        <link rel=icon sizes=64x64 href=page.png><link rel=icon href=icon.svg>";
    let site = Site::start([
        ("/", OK, "", page.as_slice()),
        ("/page.png", OK, "Content-Type: image/png\r\n", b"<!doctype html>"),
        ("/icon.svg", OK, "", SVG),
    ]);
    let site = site.await;
    let icon = Lab::new().icon(&site.url()).await;
    assert_eq!((icon.content_type, &icon.bytes[..]), ("image/svg+xml", SVG));
    assert_eq!(site.asked(), ["/", "/gone.png", "/page.png", "/icon.svg"]);
}

#[tokio::test]
async fn one_redirect_to_the_same_server_is_followed() {
    let to = |location: &str| format!("Location: {location}\r\n");
    let (web, again) = (to("web/index.html"), to("/again"));
    let page = b"<base href=/static/><link rel=icon href=a.png>";
    let site = Site::start([
        ("/", "302 Found", web.as_str(), b"".as_slice()),
        ("/web/index.html", OK, "", page),
        ("/static/a.png", OK, "", PNG),
        ("/twice/", "302 Found", &again, b""),
        ("/again", "302 Found", &web, b""),
    ]);
    let site = site.await;
    let lab = Lab::new();
    assert_eq!(lab.icon(&site.url()).await.content_type, "image/png");
    assert!(lab.finds_nothing(&format!("{}/twice", site.url())).await);
    assert_eq!(site.asked()[3..], ["/twice/", "/again", "/twice/favicon.ico"]);
}

#[tokio::test]
async fn an_icon_inside_the_page_is_used() {
    let page = b"<link rel=icon href='data:image/gif;base64,R0lGODlhIGFuZCBzbyBvbg=='>";
    let site = Site::start([("/", OK, "", page.as_slice())]).await;
    let icon = Lab::new().icon(&site.url()).await;
    assert_eq!((icon.content_type, &icon.bytes[..]), ("image/gif", GIF));
    assert_eq!(site.asked(), ["/"]);
}

#[tokio::test]
async fn an_app_without_an_icon_has_its_letter() {
    let site = Site::start([("/", OK, "", b"<p>Hello".as_slice())]).await;
    let icon = Lab::new().icon(&site.url()).await;
    assert!(icon.is_stand_in && icon.content_type == "image/svg+xml");
    assert!(String::from_utf8_lossy(&icon.bytes).contains(">P<"));
}
