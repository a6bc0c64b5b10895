use std::net::{Ipv4Addr, Ipv6Addr};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::browse::{self, Found};
use super::other_host::OtherHost;

/// Seconds for one look of the other host.
const LONGEST: &str = "20";
const TRIES: usize = 3;

/// Two hosts on one network. The other one runs Avahi; this machine is the first.
///
/// A program under test sees the networks of other test processes, too: tests look for names
/// that are [`Lan::unique`] and for nothing else.
#[derive(Debug)]
pub struct Lan {
    other: Mutex<OtherHost>,
    number: u8,
    names: AtomicU32,
}

/// This machine on the network of a [`Lan`].
#[derive(Debug, Clone)]
pub struct Here {
    pub interface: String,
    pub address: Ipv4Addr,
    pub address_v6: Ipv6Addr,
}

impl Lan {
    /// The network that the tests of this process share; it ends with the process. `None` when
    /// `GATEHOUSE_TEST_SKIP` names `mdns`.
    pub fn start() -> Option<&'static Lan> {
        static SHARED: OnceLock<Lan> = OnceLock::new();
        if crate::skipped("mdns") {
            return None;
        }
        Some(SHARED.get_or_init(Lan::new))
    }

    /// A network that a test may cut without harm to others. It ends with this value.
    pub fn apart() -> Option<Lan> {
        if crate::skipped("mdns") {
            return None;
        }
        Some(Lan::new())
    }

    fn new() -> Lan {
        let (other, number) = OtherHost::start();
        Lan { other: Mutex::new(other), number, names: AtomicU32::new(0) }
    }

    pub fn here(&self) -> Here {
        Here {
            interface: format!("ghlan{}", self.number),
            address: Ipv4Addr::new(10, 231, self.number, 1),
            address_v6: self.v6(1),
        }
    }

    /// The other host.
    pub fn address(&self) -> Ipv4Addr {
        Ipv4Addr::new(10, 231, self.number, 2)
    }

    pub fn address_v6(&self) -> Ipv6Addr {
        self.v6(2)
    }

    /// The other host's name, with `.local`.
    pub fn host_name(&self) -> String {
        format!("lab{}.local", self.number)
    }

    fn v6(&self, host: u16) -> Ipv6Addr {
        // The subnet is written into the address as a decimal number, as a reader expects.
        format!("fd67:6174:65ff:{}::{host}", self.number).parse().expect("an address")
    }

    /// A name that no other test has, nor any other test process on this machine.
    pub fn unique(&self, name: &str) -> String {
        let number = self.names.fetch_add(1, Ordering::Relaxed);
        format!("{name} {}-{number}", self.number)
    }

    /// Announces a service of the other host, for example
    /// `publish("Printer", "_http._tcp", 8080, &["path=/"])`, until the value is dropped: then
    /// Avahi says goodbye.
    pub fn publish(&self, name: &str, kind: &str, port: u16, txt: &[&str]) -> Published<'_> {
        let label = self.names.fetch_add(1, Ordering::Relaxed).to_string();
        let port = port.to_string();
        let words = [&["publish", &label, "-s", name, kind, &port], txt].concat();
        let said = self.other().order(&words);
        let [process] = said.as_slice() else { panic!("{name} is not announced: {said:?}") };
        Published { lan: self, process: process.clone() }
    }

    /// Serves a page at `/` on a port of the other host, until the value is dropped.
    pub fn serve_http(&self, port: u16, page: &str) -> Served<'_> {
        let said = self.other().order(&["serve", &port.to_string(), page]);
        Served { lan: self, process: said.concat() }
    }

    /// What the other host sees of a type of service, its own included. Takes a second.
    pub fn browse(&self, kind: &str) -> Vec<Found> {
        browse::parse(&self.browse_lines(kind))
    }

    /// The same as `avahi-browse --parsable --resolve` prints it.
    pub fn browse_lines(&self, kind: &str) -> String {
        let options = ["--parsable", "--resolve", "--terminate", "--no-db-lookup", kind];
        said(self.bounded("avahi-browse").args(options))
    }

    /// The address that the other host finds for a name with `.local`. Avahi may miss an answer, so
    /// it is asked several times.
    pub fn resolve(&self, host_name: &str) -> Option<Ipv4Addr> {
        let asked = |_| {
            let line = said(self.bounded("avahi-resolve-host-name").args(["-4", host_name]));
            line.split_whitespace().nth(1)?.parse().ok()
        };
        (0..TRIES).find_map(asked)
    }

    /// Avahi's programs wait for ever for a daemon that has forgotten them.
    fn bounded(&self, program: &str) -> Command {
        let mut command = self.command("timeout");
        command.args(["--kill-after=1", LONGEST, program]);
        command
    }

    /// Takes the other host's link down: it can no longer be reached.
    pub fn cut(&self) {
        self.other().order(&["unplug"]);
    }

    pub fn mend(&self) {
        self.other().order(&["plug_in"]);
    }

    /// Runs a program on the other host and waits for its end.
    pub fn run_in(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program).args(arguments).output().expect("the program runs")
    }

    /// To run a program on the other host, for example a second gateway. It is killed with the
    /// thread that starts it, at the latest.
    pub fn command(&self, program: &str) -> Command {
        self.other().command(program)
    }

    fn other(&self) -> MutexGuard<'_, OtherHost> {
        self.other.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, process: &str) {
        // A panic here while the test panics would hide the test's own message.
        if !std::thread::panicking() {
            self.other().order(&["end", process]);
        }
    }
}

fn said(command: &mut Command) -> String {
    let output = command.output().expect("the programs of Avahi run");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A service that the other host announces until this is dropped.
#[derive(Debug)]
pub struct Published<'a> {
    lan: &'a Lan,
    process: String,
}

impl Drop for Published<'_> {
    fn drop(&mut self) {
        self.lan.end(&self.process);
    }
}

/// A page that the other host serves until this is dropped.
#[derive(Debug)]
pub struct Served<'a> {
    lan: &'a Lan,
    process: String,
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        self.lan.end(&self.process);
    }
}
