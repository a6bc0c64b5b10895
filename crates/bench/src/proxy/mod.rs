//! The gateway beside other proxies: each on one core, with the clients and the app on the other,
//! in rounds that take turns.

mod check;
mod cores;
mod dial;
mod exchange;
mod hpack;
mod http1;
mod http2;
mod load;
mod machine;
mod pages;
mod request;
mod rival;
mod round;
mod routes;
mod rows;
mod samples;
mod scenario;
mod sockets;
mod stage;
mod table;
mod upstream;
mod websocket;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use self::cores::Cores;
use self::machine::Machine;
use self::rival::Kind;
use self::round::Pace;
use self::scenario::Scenario;
use self::stage::Stage;
use self::table::Table;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The gateway.
    gateway: PathBuf,
    /// Where the configurations of the others are.
    #[arg(long, default_value = "bench/conf")]
    conf: PathBuf,
    /// Scenarios, with commas; all of them where none is named.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Scenario>,
    /// Proxies, with commas; all of them where none is named.
    #[arg(long, value_delimiter = ',', value_enum)]
    proxies: Vec<Kind>,
    /// Few and short rounds, whose figures are good enough to try something out.
    #[arg(long)]
    quick: bool,
    /// The core of the proxy, and that of the clients and the app.
    #[arg(long, default_value = "0,1")]
    cores: Cores,
}

/// How often and how long everything is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    rounds: usize,
    pace: Pace,
    socket_rounds: usize,
    socket_phase: Duration,
}

impl Plan {
    pub(crate) fn is_quick(self) -> bool {
        self.socket_rounds == 1
    }
}

impl Args {
    fn plan(&self) -> Plan {
        let ms = Duration::from_millis;
        if self.quick {
            let pace = Pace { warm_up: ms(100), measured: ms(250) };
            Plan { rounds: 15, pace, socket_rounds: 1, socket_phase: ms(3_000) }
        } else {
            let pace = Pace { warm_up: ms(250), measured: ms(1_250) };
            Plan { rounds: 15, pace, socket_rounds: 3, socket_phase: ms(10_000) }
        }
    }

    fn scenarios(&self) -> Vec<Scenario> {
        if self.only.is_empty() { Scenario::all() } else { self.only.clone() }
    }

    fn kinds(&self) -> Vec<Kind> {
        if self.proxies.is_empty() { Kind::ALL.to_vec() } else { self.proxies.clone() }
    }
}

/// Measures and prints, and tells whether the gateway is as good as it should be.
pub(crate) fn measure(args: &Args) -> Result<bool> {
    args.cores.settle()?;
    cores::allow_many_files()?;
    // Clients and app in one thread: nothing between them but the proxy.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        tokio::select! {
            measured = run(args) => measured,
            _ = interrupt.recv() => bail!("interrupted"),
            _ = terminate.recv() => bail!("terminated"),
        }
    })
}

async fn run(args: &Args) -> Result<bool> {
    let (kinds, plan) = (args.kinds(), args.plan());
    let stage = Stage::prepare(args).await?;
    let versions: Result<Vec<String>> = kinds.iter().map(|kind| kind.version(&stage)).collect();
    let mut table = Table::begin(&versions?, plan)?;
    for scenario in args.scenarios() {
        let before = Machine::now()?;
        match scenario {
            Scenario::Exchange(transport, answer) => {
                let samples = exchange::measure(&stage, &kinds, transport, answer, plan).await?;
                table.exchange(scenario, samples)?;
            }
            Scenario::Sockets(transport) => {
                let samples = sockets::measure(&stage, &kinds, transport, plan).await?;
                table.sockets(scenario, samples)?;
            }
            Scenario::Routes if kinds.contains(&Kind::Gatehouse) => {
                table.routes(routes::measure(&stage, plan).await?)?;
            }
            Scenario::Pages if kinds.contains(&Kind::Gatehouse) => {
                table.pages(pages::measure(&stage, plan).await?)?;
            }
            Scenario::Routes | Scenario::Pages => {}
        }
        table.note(format!("{scenario}: {}", before.since()?));
    }
    // Short rounds are to look at, not to judge by.
    Ok(table.end()? || args.quick)
}
