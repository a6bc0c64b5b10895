use engines::{Change, ContainerId, Engine};
use testkit::PATIENCE;
use testkit::docker::Container;

use crate::lab::{client, connected, id, wait_for};

fn changed(id: &ContainerId) -> impl Fn(&Change) -> Option<()> {
    move |change| matches!(change, Change::Changed(changed) if changed == id).then_some(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_to_a_container_is_told() {
    let Some(engine) = testkit::docker() else { return };
    let network = engine.create_network(&engine.unique("told"), false);
    let mut container = engine.create(Container::new(engine.unique("told")));
    let own = id(&container);
    let mut changes = client(engine).changes();
    connected(&mut changes, PATIENCE).await;
    container.start();
    wait_for(&mut changes, PATIENCE, changed(&own)).await;
    container.connect(network.name());
    wait_for(&mut changes, PATIENCE, changed(&own)).await;
    container.disconnect(network.name());
    wait_for(&mut changes, PATIENCE, changed(&own)).await;
    container.rename(engine.unique("renamed"));
    wait_for(&mut changes, PATIENCE, changed(&own)).await;
    container.stop();
    wait_for(&mut changes, PATIENCE, changed(&own)).await;
    container.remove();
    let gone = |change: &Change| matches!(change, Change::Gone(id) if *id == own).then_some(());
    wait_for(&mut changes, PATIENCE, gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_missed_that_happens_once_it_is_connected() {
    let Some(engine) = testkit::docker() else { return };
    for _ in 0..5 {
        let container = engine.create(Container::new(engine.unique("at-once")));
        let own = id(&container);
        let mut changes = client(engine).changes();
        connected(&mut changes, PATIENCE).await;
        container.start();
        wait_for(&mut changes, PATIENCE, changed(&own)).await;
    }
}
