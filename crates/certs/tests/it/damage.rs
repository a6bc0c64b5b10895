//! Rows and files that are broken, missing, or of an earlier version.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use rcgen::KeyPair;
use store::query;

use crate::fixture::{Machine, both, machine};

async fn change(machine: &Machine, sql: &'static str) {
    let mut tx = machine.db.begin().await.expect("a transaction");
    query(sql).execute(&mut *tx).await.expect("changed");
    tx.commit().await.expect("committed");
}

async fn error(machine: &Machine) -> String {
    let started = machine.try_start(certs::Config::default(), None).await;
    started.map(drop).expect_err("it does not start").to_string()
}

#[tokio::test]
async fn a_damaged_ca_is_an_error_and_is_never_replaced() {
    both(async |machine| {
        machine.start().await;
        let ca = fs::read(machine.file("ca.pem")).expect("a CA");
        change(&machine, "UPDATE certificate_keys SET sealed = 'AAAA' WHERE name = 'ca'").await;
        let said = error(&machine).await;
        assert!(said.contains("the local CA") && said.contains("damaged"), "{said}");
        assert_eq!(fs::read(machine.file("ca.pem")).expect("a CA"), ca);
    })
    .await;
}

#[tokio::test]
async fn keys_do_not_work_in_the_place_of_others() {
    let machine = machine().await;
    machine.start().await;
    change(
        &machine,
        "UPDATE certificate_keys SET sealed =
         (SELECT sealed FROM certificate_keys WHERE name = 'gateway') WHERE name = 'ca'",
    )
    .await;
    let said = error(&machine).await;
    assert!(said.contains("the local CA"), "{said}");
}

#[tokio::test]
async fn a_damaged_leaf_is_issued_anew_under_the_same_pin() {
    let machine = machine().await;
    let before = machine.start().await;
    for damaged in ["nonsense", "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n"] {
        fs::write(machine.file("server.pem"), damaged).expect("written");
        let after = machine.start().await;
        assert_ne!(after.leaf(None), before.leaf(None));
        assert_eq!(after.certs.spki_pins(), before.certs.spki_pins());
        after.connect("localhost").expect("a good leaf");
    }
}

#[tokio::test]
async fn a_damaged_certificate_is_left_out_and_the_others_are_served() {
    both(async |machine| {
        let fixture = machine.start().await;
        fixture.generate(&["one.lan"]).await;
        fixture.generate(&["two.lan"]).await;
        change(&machine, "UPDATE certificates SET chain = 'x' WHERE domain = 'one.lan'").await;
        let fixture = machine.start().await;
        assert_eq!(fixture.listed().await, ["nas.local", "two.lan"]);
        fixture.connect("two.lan").expect("it is served");
    })
    .await;
}

/// Earlier versions kept both keys as files.
#[tokio::test]
async fn the_ca_and_the_key_of_an_earlier_version_are_taken_over() {
    both(async |old| {
        let made = old.start().await;
        let seal = store::Seal::of(&old.db, "certs.seal").await.expect("the seal");
        let key = async |name: &str| {
            let sql = "SELECT sealed FROM certificate_keys WHERE name = $1";
            let mut conn = old.db.read().await.expect("a connection");
            let sealed: String =
                store::query_scalar(sql).bind(name).fetch_one(&mut *conn).await.expect("a row");
            let place = format!("certificate_keys\n{name}");
            String::from_utf8(seal.open(&place, &sealed).expect("opened")).expect("text")
        };
        let new = machine().await;
        fs::create_dir(new.folder.path().join("certs")).expect("a folder");
        fs::copy(old.file("ca.pem"), new.file("ca.pem")).expect("copied");
        fs::write(new.file("ca.key"), key("ca").await).expect("written");
        fs::write(new.file("server.key"), key("gateway").await).expect("written");
        let open = fs::Permissions::from_mode(0o644);
        fs::set_permissions(new.file("server.key"), open).expect("a mode");

        let fixture = new.start().await;
        assert_eq!(fixture.ca, made.ca);
        assert_eq!(fixture.certs.spki_pins(), made.certs.spki_pins());
        assert_eq!(new.files(), ["ca.pem", "server.pem"], "the keys are in the database now");
    })
    .await;
}

#[tokio::test]
async fn files_that_do_not_belong_together_are_not_taken_over() {
    let machine = machine().await;
    let other = crate::fixture::machine().await;
    other.start().await;
    fs::create_dir(machine.folder.path().join("certs")).expect("a folder");
    fs::copy(other.file("ca.pem"), machine.file("ca.pem")).expect("copied");
    let key = KeyPair::generate().expect("a key").serialize_pem();
    fs::write(machine.file("ca.key"), &key).expect("written");
    let said = error(&machine).await;
    assert!(said.contains("ca.key") && said.contains("ca.pem"), "{said}");
    assert_eq!(fs::read_to_string(machine.file("ca.key")).expect("kept"), key);
}
