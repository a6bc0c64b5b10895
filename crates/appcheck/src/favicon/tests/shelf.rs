//! How often apps are asked.

use std::time::Duration;

use futures::future::join_all;
use routing::Upstream;
use tokio::time::timeout;

use super::lab::{GIF, Lab, OK, PNG};
use super::server::Site;

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_hundred_who_ask_at_once_make_one_search() {
    let site = Site::slow([("/favicon.ico", OK, "", PNG)], Duration::from_millis(50)).await;
    let (lab, url) = (Lab::new(), site.url());
    let icons = join_all((0..100).map(|_| lab.icon(&url))).await;
    assert!(icons.iter().all(|icon| &icon.bytes[..] == PNG));
    assert_eq!(site.asked(), ["/", "/favicon.ico"]);
}

#[tokio::test]
async fn who_leaves_does_not_end_the_search_of_others() {
    let site = Site::slow([("/favicon.ico", OK, "", PNG)], Duration::from_millis(100)).await;
    let (lab, url) = (Lab::new(), site.url());
    let impatient = timeout(Duration::from_millis(20), lab.icon(&url));
    let (left, stayed) = tokio::join!(impatient, lab.icon(&url));
    assert!(left.is_err());
    assert_eq!(&stayed.bytes[..], PNG);
    assert_eq!(site.asked().len(), 2);
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_leaves_no_trace() {
    let site = Site::slow([("/favicon.ico", OK, "", PNG)], Duration::from_millis(100)).await;
    let (lab, url) = (Lab::new(), site.url());
    assert!(timeout(Duration::from_millis(20), lab.icon(&url)).await.is_err());
    assert_eq!(&lab.icon(&url).await.bytes[..], PNG);
}

#[tokio::test]
async fn an_icon_is_kept_for_a_day() {
    let site = Site::start([("/favicon.ico", OK, "", PNG)]).await;
    let lab = Lab::new();
    let first = lab.icon(&site.url()).await;
    lab.clock.advance(24 * HOUR - Duration::from_secs(1));
    assert_eq!(lab.icon(&site.url()).await, first);
    assert_eq!(site.asked().len(), 2);
    lab.clock.advance(Duration::from_secs(1));
    lab.icon(&site.url()).await;
    assert_eq!(site.asked().len(), 4);
}

#[tokio::test]
async fn that_there_is_none_is_kept_for_ten_minutes() {
    let site = Site::start([]).await;
    let lab = Lab::new();
    assert!(lab.finds_nothing(&site.url()).await);
    lab.clock.advance(Duration::from_secs(599));
    assert!(lab.finds_nothing(&site.url()).await);
    assert_eq!(site.asked().len(), 2);
    lab.clock.advance(Duration::from_secs(1));
    assert!(lab.finds_nothing(&site.url()).await);
    assert_eq!(site.asked().len(), 4);
}

#[tokio::test]
async fn an_app_that_moved_or_was_forgotten_is_asked_anew() {
    let old = Site::start([("/favicon.ico", OK, "", PNG)]).await;
    let new = Site::start([("/favicon.ico", OK, "", GIF)]).await;
    let lab = Lab::new();
    assert_eq!(&lab.icon(&old.url()).await.bytes[..], PNG);
    assert_eq!(&lab.icon(&new.url()).await.bytes[..], GIF);
    lab.favicons.forget("photos");
    assert_eq!(&lab.icon(&new.url()).await.bytes[..], GIF);
    assert_eq!(new.asked().len(), 4);
}

#[tokio::test]
async fn what_is_forgotten_during_its_search_is_not_kept() {
    let site = Site::slow([("/favicon.ico", OK, "", PNG)], Duration::from_millis(50)).await;
    let (lab, url) = (Lab::new(), site.url());
    let forgetting = async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        lab.favicons.forget("photos");
    };
    tokio::join!(lab.icon(&url), forgetting);
    lab.icon(&url).await;
    assert_eq!(site.asked().len(), 4);
}

#[tokio::test]
async fn each_app_has_its_own() {
    let site = Site::start([("/favicon.ico", OK, "", PNG)]).await;
    let (lab, dead) = (Lab::new(), Upstream::parse("http://127.0.0.1:1", false).expect("one"));
    assert_eq!(&lab.icon(&site.url()).await.bytes[..], PNG);
    let other = lab.favicons.get("other", &dead, "Zebra").await;
    assert!(String::from_utf8_lossy(&other.bytes).contains(">Z<"));
}
