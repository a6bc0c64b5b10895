//! Several addresses of one host, of which some may not answer (after RFC 8305).

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::time::sleep;

/// How long an address has the field to itself before the next one is tried beside it.
const HEAD_START: Duration = Duration::from_millis(250);

/// The connection to the first address that accepts one. When an address refuses, the next is tried
/// at once. Where all of them do, the error is that of the last.
pub(crate) async fn race<C, F: Future<Output = io::Result<C>>>(
    addresses: Vec<SocketAddr>,
    connect: impl Fn(SocketAddr) -> F,
) -> io::Result<C> {
    let mut waiting = addresses.into_iter();
    let mut trying = FuturesUnordered::new();
    let mut failure = io::Error::from(io::ErrorKind::AddrNotAvailable);
    loop {
        match waiting.next() {
            Some(address) => trying.push(connect(address)),
            None if trying.is_empty() => return Err(failure),
            None => {}
        }
        tokio::select! {
            biased;
            Some(ended) = trying.next() => match ended {
                Ok(connection) => return Ok(connection),
                Err(error) => failure = error,
            },
            () = sleep(HEAD_START), if waiting.len() > 0 => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::ErrorKind::{ConnectionRefused, HostUnreachable};

    use proptest::prelude::*;
    use tokio::time::Instant;

    use super::*;

    /// What an address does, and after how many milliseconds.
    #[derive(Debug, Clone, Copy)]
    enum Host {
        Accepts(u64),
        Fails(u64, io::ErrorKind),
        Silent,
    }
    use Host::{Accepts, Fails, Silent};

    struct Raced {
        /// The number of the address that won.
        winner: Result<usize, io::ErrorKind>,
        /// When each address was tried, and when it was over, in milliseconds.
        tried: Vec<u128>,
        ended: u128,
    }

    async fn run(hosts: &[Host]) -> Raced {
        let (begun, tried) = (Instant::now(), RefCell::new(Vec::new()));
        let addresses = (0..hosts.len()).map(|number| ([10, 0, 0, number as u8], 80).into());
        let connect = |address: SocketAddr| {
            tried.borrow_mut().push(begun.elapsed().as_millis());
            let SocketAddr::V4(address) = address else { panic!("all are IPv4") };
            let number = usize::from(address.ip().octets()[3]);
            let host = hosts[number];
            async move {
                match host {
                    Accepts(after) => sleep(Duration::from_millis(after)).await,
                    Fails(after, _) => sleep(Duration::from_millis(after)).await,
                    Silent => std::future::pending().await,
                }
                match host {
                    Fails(_, kind) => Err(kind.into()),
                    _ => Ok(number),
                }
            }
        };
        let winner = race(addresses.collect(), connect).await.map_err(|error| error.kind());
        let ended = begun.elapsed().as_millis();
        Raced { winner, tried: tried.into_inner(), ended }
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_that_answers_is_the_only_one_tried() {
        let raced = run(&[Accepts(100), Accepts(0)]).await;
        assert_eq!((raced.winner, raced.tried, raced.ended), (Ok(0), vec![0], 100));
    }

    #[tokio::test(start_paused = true)]
    async fn the_next_address_is_tried_beside_a_slow_one() {
        let raced = run(&[Silent, Accepts(10)]).await;
        assert_eq!((raced.winner, raced.tried, raced.ended), (Ok(1), vec![0, 250], 260));
        let raced = run(&[Accepts(300), Accepts(200), Accepts(0)]).await;
        assert_eq!((raced.winner, raced.tried, raced.ended), (Ok(0), vec![0, 250], 300));
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_refusal_the_next_address_is_tried_at_once() {
        let raced = run(&[Fails(5, ConnectionRefused), Accepts(10)]).await;
        assert_eq!((raced.winner, raced.tried, raced.ended), (Ok(1), vec![0, 5], 15));
        let raced = run(&[Silent, Fails(5, ConnectionRefused), Accepts(10)]).await;
        assert_eq!((raced.winner, raced.tried, raced.ended), (Ok(2), vec![0, 250, 255], 265));
    }

    #[tokio::test(start_paused = true)]
    async fn when_nobody_accepts_the_last_error_is_told() {
        let raced = run(&[Fails(400, HostUnreachable), Fails(1, ConnectionRefused)]).await;
        assert_eq!((raced.winner, raced.ended), (Err(HostUnreachable), 400));
        let raced = run(&[Fails(1, HostUnreachable), Fails(1, ConnectionRefused)]).await;
        assert_eq!((raced.winner, raced.ended), (Err(ConnectionRefused), 2));
    }

    fn host() -> impl Strategy<Value = Host> {
        prop_oneof![
            (0..2_000u64).prop_map(Accepts),
            (0..2_000u64).prop_map(|after| Fails(after, ConnectionRefused)),
            Just(Silent),
        ]
    }

    proptest! {
        /// Wherever in the list the address is that accepts: it is found, and no later than it would be
        /// if each before it had used up its head start.
        #[test]
        fn who_accepts_is_found(hosts in prop::collection::vec(host(), 1..8)) {
            let soonest = hosts.iter().enumerate().filter_map(|(place, host)| match host {
                Accepts(after) => Some(place as u128 * HEAD_START.as_millis() + u128::from(*after)),
                Fails(..) | Silent => None,
            });
            let Some(soonest) = soonest.min() else { return Ok(()) };
            let mut runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = runtime.enable_time().start_paused(true).build().expect("a runtime");
            let raced = runtime.block_on(run(&hosts));
            prop_assert!(matches!(raced.winner, Ok(winner) if matches!(hosts[winner], Accepts(_))));
            prop_assert!(raced.ended <= soonest, "{} > {soonest}", raced.ended);
        }
    }
}
