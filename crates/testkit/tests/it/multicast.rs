use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use testkit::multicast::Lan;
use testkit::{PATIENCE, deadline};

use crate::killed::{self, Killed};

fn page(address: impl Into<IpAddr>, port: u16) -> Option<String> {
    let address = SocketAddr::new(address.into(), port);
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_millis(500)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    write!(stream, "GET / HTTP/1.0\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[tokio::test]
async fn a_published_service_is_there_until_it_is_withdrawn() {
    let Some(lan) = Lan::start() else { return };
    let name = lan.unique("It's a web");
    let seen = || {
        let mut found = lan.browse("_http._tcp");
        found.retain(|found| found.name == name);
        found
    };
    let published = lan.publish(&name, "_http._tcp", 8080, &["path=/x y", "b="]);
    let found = seen();
    let addresses = [IpAddr::from(lan.address()), lan.address_v6().into()];
    let there = found.first().unwrap_or_else(|| panic!("{name} is not there"));
    assert!(addresses.contains(&there.address), "{there:?}");
    assert_eq!((there.port, there.host.as_str()), (8080, lan.host_name().as_str()));
    assert!(there.txt.contains(&"path=/x y".to_owned()) && there.txt.len() == 2, "{there:?}");
    drop(published);
    deadline("it is withdrawn", PATIENCE, async || seen().is_empty()).await;
}

#[tokio::test]
async fn the_other_host_serves_pages_on_both_kinds_of_address() {
    let Some(lan) = Lan::start() else { return };
    let port = testkit::free_port();
    let served = lan.serve_http(port, "there's a page");
    for address in [IpAddr::from(lan.address()), lan.address_v6().into()] {
        deadline("the page", PATIENCE, async || {
            page(address, port).is_some_and(|answer| answer.ends_with("there's a page"))
        })
        .await;
    }
    drop(served);
    deadline("it ends", PATIENCE, async || page(lan.address(), port).is_none()).await;
}

#[tokio::test]
async fn multicast_goes_from_one_host_to_the_other() {
    let Some(lan) = Lan::start() else { return };
    let name = lan.unique("asked");
    let _published = lan.publish(&name, "_gatehouse-lab._tcp", 1, &[]);
    // A question for the type's instances, with the wish for an answer to the asker's own port.
    let question = b"\0\0\0\0\0\x01\0\0\0\0\0\0\x0e_gatehouse-lab\x04_tcp\x05local\0\0\x0c\x80\x01";
    let socket = std::net::UdpSocket::bind((lan.here().address, 0)).expect("our address");
    socket.set_read_timeout(Some(Duration::from_millis(200))).expect("a socket");
    deadline("an answer by the other host", PATIENCE, async || {
        let mut answer = [0; 2000];
        let _ = socket.send_to(question, "224.0.0.251:5353");
        socket.recv_from(&mut answer).is_ok_and(|(length, from)| {
            let text = String::from_utf8_lossy(&answer[..length]);
            from.ip() == lan.address() && text.contains(&name)
        })
    })
    .await;
}

#[tokio::test]
async fn a_link_is_cut_and_mended() {
    let Some(lan) = Lan::apart() else { return };
    let _served = lan.serve_http(8080, "a page");
    let reached = || page(lan.address(), 8080).is_some() && page(lan.address_v6(), 8080).is_some();
    deadline("it is reached", PATIENCE, async || reached()).await;
    lan.cut();
    assert!(page(lan.address(), 8080).is_none());
    lan.mend();
    deadline("it is reached again", PATIENCE, async || reached()).await;
    let link = Path::new("/sys/class/net").join(lan.here().interface);
    assert!(link.exists());
    drop(_served);
    drop(lan);
    deadline("the link is gone", PATIENCE, async || !link.exists()).await;
}

#[tokio::test]
async fn programs_run_on_the_other_host() {
    let Some(lan) = Lan::start() else { return };
    let output = lan.run_in("ip", &["-brief", "address"]);
    let addresses = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(addresses.contains(&lan.address().to_string()), "{addresses}");
    assert_eq!(lan.resolve(&lan.host_name()), Some(lan.address()));
}

#[tokio::test]
async fn a_network_ends_with_a_test_process_that_is_killed() {
    if testkit::skipped("mdns") {
        return;
    }
    let mut killed = Killed::start("multicast::holds_a_network_until_it_is_killed");
    let link = Path::new("/sys/class/net").join(killed.says());
    assert!(link.exists());
    killed.kill();
    deadline("the link is gone", PATIENCE, async || !link.exists()).await;
}

#[test]
#[ignore = "it is started, and killed, by another test"]
fn holds_a_network_until_it_is_killed() {
    let lan = Lan::apart().expect("the other test has asked");
    let _published = lan.publish("held", "_http._tcp", 80, &[]);
    killed::hold(&lan.here().interface);
}
