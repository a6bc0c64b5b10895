use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::Duration;

use mdns_sd::{IfKind, IfPredicate, Metrics, Receiver, ServiceDaemon, ServiceEvent};
use socket2::{Domain, Protocol, Socket, Type};
use tokio::time::timeout;

use super::{Announcement, Interfaces, ServiceType};

const PORT: u16 = 5353;
/// How often it looks for new interfaces and addresses.
const LOOK_FOR_INTERFACES_SECONDS: u32 = 2;
const LONGEST_GOODBYE: Duration = Duration::from_secs(1);

/// More records than this are not those of a network that somebody lives in.
const MOST_RECORDS: i64 = 12_000;
const MOST_TIMERS: i64 = 200_000;

/// The thread that speaks multicast DNS, with the records that it knows.
pub(crate) struct Daemon(ServiceDaemon);

impl Daemon {
    pub(crate) fn start(interfaces: &Interfaces) -> Result<Self, String> {
        check_port().map_err(|error| {
            format!(
                "UDP port {PORT} cannot be used ({error}): another program has it for itself. \
                 Have that program share the port, or stop it"
            )
        })?;
        let daemon = ServiceDaemon::new().map_err(|error| cannot("start", error))?;
        let interfaces = interfaces.clone();
        let others = IfPredicate::new(move |interface| !interfaces.include(interface));
        let set = daemon
            .disable_interface(IfKind::Predicate(others))
            .and_then(|()| daemon.set_ip_check_interval(LOOK_FOR_INTERFACES_SECONDS));
        set.map_err(|error| cannot("choose its networks", error))?;
        Ok(Daemon(daemon))
    }

    pub(crate) fn browse(
        &self,
        service_type: &ServiceType,
    ) -> Result<Receiver<ServiceEvent>, String> {
        self.0.browse(&service_type.domain()).map_err(|error| cannot("ask", error))
    }

    pub(crate) fn stop_browsing(&self, service_type: &ServiceType) {
        let _ = self.0.stop_browse(&service_type.domain());
    }

    /// Returns the names under which it is announced.
    pub(crate) fn announce(&self, announcement: &Announcement) -> Result<Vec<String>, String> {
        let register = |info: mdns_sd::ServiceInfo| {
            let name = info.get_fullname().to_owned();
            self.0.register(info).map(|()| name)
        };
        let records = announcement.records();
        let names = records.and_then(|all| all.into_iter().map(register).collect());
        names.map_err(|error| cannot("announce this machine", error))
    }

    pub(crate) fn withdraw(&self, name: &str) {
        let _ = self.0.unregister(name);
    }

    /// Asks for its figures; they come when it has time.
    pub(crate) fn metrics(&self) -> Result<Receiver<Metrics>, String> {
        self.0.get_metrics().map_err(|error| cannot("answer", error))
    }

    /// Says goodbye for everything that was announced.
    pub(crate) async fn stop(self) {
        // It is too busy to take an order at times.
        for _ in 0..10 {
            match self.0.shutdown() {
                Ok(status) => {
                    let _ = timeout(LONGEST_GOODBYE, status.recv_async()).await;
                    return;
                }
                Err(mdns_sd::Error::Again) => tokio::time::sleep(LONGEST_GOODBYE / 10).await,
                Err(_) => return,
            }
        }
    }
}

/// Whether these are the figures of a daemon that was told too much.
pub(crate) fn is_overfull(metrics: &Metrics) -> bool {
    let count = |names: &[&str]| names.iter().filter_map(|name| metrics.get(*name)).sum::<i64>();
    let records =
        ["cached-ptr", "cached-srv", "cached-txt", "cached-addr", "cached-nsec", "cached-subtype"];
    count(&records) > MOST_RECORDS || count(&["timer"]) > MOST_TIMERS
}

fn cannot(what: &str, error: mdns_sd::Error) -> String {
    format!("mDNS cannot {what}: {error}")
}

/// The daemon does not say when it has no socket.
fn check_port() -> io::Result<()> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    socket.set_reuse_port(true)?;
    socket.bind(&SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, PORT).into())
}
