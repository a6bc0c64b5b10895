//! Ten thousand answers: kept within bounds, and forgotten afterwards.

use std::net::{Ipv4Addr, SocketAddrV4, UdpSocket};
use std::time::{Duration, Instant};

use socket2::{Domain, Protocol, Socket, Type};
use testkit::multicast::Lan;

use crate::lab::{Speaker, aside};

const ANSWERS: usize = 10_000;
const GROUP: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::new(224, 0, 0, 251), 5353);

/// A packet with the four records of one service.
fn answer(number: usize) -> Vec<u8> {
    let host = format!("h{number}.local");
    let instance = format!("Flood {number}._flood._tcp.local");
    let mut srv = vec![0, 0, 0, 0, 0x1f, 0x90];
    srv.extend(name(&host));
    let text = b"app_id=flood";
    let txt = [&[u8::try_from(text.len()).expect("short")][..], text].concat();
    let address = Ipv4Addr::from(0x0a00_0000 + u32::try_from(number).expect("small")).octets();
    let mut packet = vec![0, 0, 0x84, 0, 0, 0, 0, 4, 0, 0, 0, 0];
    packet.extend(record("_flood._tcp.local", 12, &name(&instance)));
    packet.extend(record(&instance, 33, &srv));
    packet.extend(record(&instance, 16, &txt));
    packet.extend(record(&host, 1, &address));
    packet
}

fn record(owner: &str, kind: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).expect("short");
    let mut record = name(owner);
    record.extend(kind.to_be_bytes());
    record.extend(1u16.to_be_bytes());
    record.extend(4500u32.to_be_bytes());
    record.extend(length.to_be_bytes());
    record.extend(data);
    record
}

fn name(text: &str) -> Vec<u8> {
    let label =
        |label: &str| [&[u8::try_from(label.len()).expect("short")], label.as_bytes()].concat();
    let mut name: Vec<u8> = text.split('.').flat_map(label).collect();
    name.push(0);
    name
}

fn sender(from: Ipv4Addr) -> UdpSocket {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP)).expect("a socket");
    socket.set_reuse_address(true).expect("an option");
    socket.set_reuse_port(true).expect("an option");
    socket.bind(&SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 5353).into()).expect("the port");
    socket.set_multicast_if_v4(&from).expect("the interface");
    socket.set_multicast_ttl_v4(255).expect("an option");
    socket.into()
}

/// As fast as the receiver can take them, more or less.
fn send_all(from: Ipv4Addr) {
    let sender = sender(from);
    for number in 0..ANSWERS {
        sender.send_to(&answer(number), GROUP).expect("it is sent");
        if number % 50 == 0 {
            std::thread::park_timeout(Duration::from_millis(5));
        }
    }
}

/// In bytes.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("Linux says it");
    let pages: usize = pages.split(' ').nth(1).expect("a field").parse().expect("a number");
    pages * 4096
}

/// What all threads of this process have worked so far.
fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux says it");
    let (_, after_name) = stat.rsplit_once(')').expect("a name");
    let field = |at: usize| after_name.split_whitespace().nth(at).expect("a field");
    let ticks = |at: usize| field(at).parse::<u64>().expect("a number");
    // The 14th and 15th field; the first after the name is the third.
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}

/// Runs `flood` in a process of its own, whose memory and work are those of the flood alone.
#[test]
#[ignore = "weighs the program: make soak"]
fn ten_thousand_answers_leave_memory_flat_and_the_processor_idle() {
    if testkit::skipped("mdns") {
        return;
    }
    let this = std::env::current_exe().expect("a path");
    let mut run = std::process::Command::new(this);
    let output = run.args(["--ignored", "--exact", "flood::flood", "--nocapture"]).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "only in a process of its own"]
async fn flood() {
    let Some(lan) = Lan::start() else { return };
    let mut speaker = Speaker::on(lan);
    let seen = speaker.look_for(&["_flood._tcp", "_http._tcp"]);
    let early = lan.unique("Early");
    let _early = lan.publish(&early, "_http._tcp", 80, &[]);
    seen.found(&early, "_http._tcp").await;
    let before = memory();
    let from = lan.here().address;
    let begun = Instant::now();
    for round in 0..3 {
        aside(move || send_all(from)).await;
        println!(
            "round {round}: {:?}, {} seen, {} MB",
            begun.elapsed(),
            seen.count("_flood._tcp"),
            memory() >> 20
        );
        assert!(seen.count("_flood._tcp") <= 500, "{}", seen.count("_flood._tcp"));
    }
    let most = Duration::from_secs(30);
    testkit::deadline("it is idle again", most, async || {
        let (then, worked_then) = (Instant::now(), worked());
        tokio::time::sleep(Duration::from_secs(2)).await;
        let share = (worked() - worked_then).as_secs_f64() / then.elapsed().as_secs_f64();
        println!(
            "{:?}: {share:.3} of a core, {} seen, {} MB, {:?}",
            begun.elapsed(),
            seen.count("_flood._tcp"),
            memory() >> 20,
            *speaker.mdns.condition().borrow()
        );
        share < 0.05
    })
    .await;
    let grown = memory().saturating_sub(before);
    assert!(grown < 48 << 20, "{} MB more", grown >> 20);
    assert!(seen.get(&early, "_http._tcp").is_some(), "what was there before is there");
    let late = lan.unique("Late");
    let _late = lan.publish(&late, "_http._tcp", 80, &[]);
    let found = async || seen.get(&late, "_http._tcp").is_some();
    testkit::deadline("others are found after the flood", most, found).await;
}
