use engines::kubernetes::{ClusterChange, Kind, Things};
use engines::{Engine, Fault};

use crate::ground::{connected, everything, is_lost, kubernetes, until};

#[tokio::test]
async fn a_cluster_that_goes_away_and_comes_back_is_followed() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("away").await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let mut changes = engine.exposures(everything);
    connected(&mut changes).await;

    let outage = cluster.cut();
    let error = until("services are lost", &mut changes, |change| {
        is_lost(&change).filter(|(part, _)| part.kind == Kind::Services).map(|(_, e)| e.clone())
    })
    .await;
    assert_eq!(error.fault, Fault::Unreachable, "{error}");
    assert!(error.to_string().contains(cluster.server()), "{error}");
    let error = engine.containers().await.unwrap_err();
    assert_eq!(error.fault, Fault::Unreachable, "{error}");
    outage.mend().await;

    // Whether it was made before or after the watch is back, it is told.
    cluster.expose(&space, "films", "ClusterIP").await;
    let is_films = |name: &engines::kubernetes::ObjectName| &*name.name == "films";
    until("the new service", &mut changes, |change| match change {
        ClusterChange::All(_, Things::Services(all)) => {
            all.iter().any(|service| is_films(&service.name)).then_some(())
        }
        ClusterChange::Changed(engines::kubernetes::Thing::Service(service)) => {
            is_films(&service.name).then_some(())
        }
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn a_cluster_that_hangs_does_not_hang_us() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let engine = kubernetes(cluster.kubeconfig(), &["default"]);
    engine.containers().await.expect("a list");
    let outage = cluster.pause();
    let error = engine.containers().await.unwrap_err();
    assert_eq!(error.fault, Fault::Timeout, "{error}");
    let mut changes = engine.exposures(everything);
    until("lost", &mut changes, |change| is_lost(&change).map(|_| ())).await;
    outage.mend().await;
    connected(&mut changes).await;
}
