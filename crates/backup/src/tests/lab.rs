use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use events::Events;
use kit::{Actor, BaseUrl, Clock, Entropy, Health, Instance, Metrics, Secret, Timestamp};
use store::{
    AnyConnection, Checked, Db, Existing, Migrations, Part, Row, Sealed, Seals, Step, StoreError,
    Table, query,
};
use tempfile::TempDir;

use crate::archive::Archive;
use crate::contents::Contents;
use crate::handle::Parts;
use crate::model::{Record, Trigger};
use crate::{Backups, Config, archive};

pub(super) const TABLES: &[Migrations] = &[
    events::MIGRATIONS,
    Migrations {
        part: "zoo",
        steps: &[Step {
            name: "animals, badges and visits",
            sql: "
                CREATE TABLE animals (
                    name TEXT PRIMARY KEY, legs BIGINT NOT NULL, secret TEXT
                );
                CREATE TABLE badges (
                    id TEXT PRIMARY KEY, epoch BIGINT NOT NULL, revoked_at BIGINT
                );
                CREATE TABLE visits (day TEXT PRIMARY KEY, people BIGINT NOT NULL);
            ",
        }],
    },
];

const ANIMALS: Table = Table {
    name: "animals",
    counted_as: Some("animals"),
    key: "name",
    texts: &["name", "secret"],
    numbers: &["legs"],
    only: None,
    sealed: Some(Sealed { column: "secret", key: "zoo.seal" }),
    existing: Existing::Replaced,
    renew: None,
};

const BADGES: Table = Table {
    name: "badges",
    counted_as: Some("badges"),
    key: "id",
    texts: &["id"],
    numbers: &["epoch", "revoked_at"],
    only: None,
    sealed: None,
    existing: Existing::Credentials,
    renew: None,
};

const VISITS: Table = Table {
    name: "visits",
    counted_as: Some("visits"),
    key: "day",
    texts: &["day"],
    numbers: &["people"],
    only: None,
    sealed: None,
    existing: Existing::Kept,
    renew: None,
};

const PARTS: &[Part] = &[
    Part { name: "apps", tables: &[ANIMALS], check },
    Part { name: "devices", tables: &[BADGES, VISITS], check },
];

/// No animal of this program has more than a hundred legs.
fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        let found = query("SELECT name FROM animals WHERE legs > 100").fetch_optional(conn).await?;
        match found {
            Some(_) => Err(StoreError::Unreadable("a centipede".to_owned())),
            None => Ok(()),
        }
    })
}

pub(super) struct Zoo {
    pub(super) db: Db,
    pub(super) backups: Backups,
    pub(super) folder: TempDir,
    pub(super) clock: Clock,
    /// How often the parts were told to read theirs again.
    pub(super) reread: Arc<AtomicUsize>,
}

pub(super) const START: Timestamp = Timestamp(1_900_000_000_000);

impl Zoo {
    pub(super) async fn open(db: Db) -> Zoo {
        Zoo::configured(db, Config::default()).await
    }

    pub(super) async fn configured(db: Db, config: Config) -> Zoo {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Clock::manual(START);
        let reread = Arc::new(AtomicUsize::new(0));
        let counter = reread.clone();
        let reader = web::reread(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            async { Ok(()) }
        });
        let (backups, _) = Backups::build(Parts {
            db: db.clone(),
            events: Events::open(db.clone(), clock.clone()).await.expect("events"),
            clock: clock.clone(),
            metrics: Metrics::default(),
            health: Health::new(clock.clone()),
            instance: Arc::new(Instance {
                id: db.setting("instance.id", || Entropy.hex::<8>()).await.expect("an id"),
                name: "zoo".to_owned(),
                version: "1.2.3",
                build_date: "",
                base_url: BaseUrl::new("https://zoo.lan"),
                started_at: START,
                capabilities: Vec::new(),
            }),
            contents: PARTS.to_vec(),
            rereads: vec![("zoo", reader.expect("a reader"))],
            config: Config { directory: folder.path().join("backups"), ..config },
        })
        .await
        .expect("backups");
        Zoo { db, backups, folder, clock, reread }
    }

    pub(super) async fn run(&self, statements: &[&'static str]) {
        let mut tx = self.db.begin().await.expect("a transaction");
        for sql in statements {
            query(*sql).execute(&mut *tx).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        }
        tx.commit().await.expect("committed");
    }

    pub(super) async fn filled(db: Db) -> Zoo {
        let zoo = Zoo::open(db).await;
        zoo.fill().await;
        zoo
    }

    async fn fill(&self) {
        let seal = store::Seal::of(&self.db, "zoo.seal").await.expect("a seal");
        let secret = seal.close("animals\ncat", b"nine lives".to_vec()).expect("sealed");
        let mut tx = self.db.begin().await.expect("a transaction");
        let sql =
            "INSERT INTO animals (name, legs, secret) VALUES ('cat', 4, $1), ('fish', 0, NULL)";
        query(sql).bind(secret).execute(&mut *tx).await.expect("animals");
        tx.commit().await.expect("committed");
        self.run(&[
            "INSERT INTO badges (id, epoch, revoked_at) VALUES ('ann', 1, NULL), ('bob', 3, NULL)",
            "INSERT INTO visits (day, people) VALUES ('monday', 7)",
        ])
        .await;
    }

    /// Everything, with what is sealed opened.
    pub(super) async fn contents(&self) -> Contents {
        Contents::gather(&self.db, PARTS).await.expect("contents")
    }

    pub(super) async fn back_up(&self) -> Record {
        let made = self.backups.create(Actor::system(), "by hand", Trigger::Manual).await;
        made.expect("a backup")
    }

    pub(super) async fn file(&self, record: &Record) -> Vec<u8> {
        self.backups.file(Actor::system(), &record.id).await.expect("a file").1
    }

    pub(super) fn read(&self, file: &[u8]) -> kit::Result<Archive> {
        archive::read(file, self.backups.signing(), &self.backups.config().passphrase)
    }

    /// `ann 1, bob 3 revoked`
    pub(super) async fn badges(&self) -> String {
        let sql = "SELECT id, epoch, revoked_at FROM badges ORDER BY id";
        let mut conn = self.db.read().await.expect("a connection");
        let rows = query(sql).fetch_all(&mut *conn).await.expect("badges");
        let text = |row: &store::AnyRow| {
            let (id, epoch): (String, i64) = (row.get(0), row.get(1));
            let revoked: Option<i64> = row.get(2);
            format!("{id} {epoch}{}", if revoked.is_some() { " revoked" } else { "" })
        };
        rows.iter().map(text).collect::<Vec<_>>().join(", ")
    }
}

pub(super) fn locked() -> Config {
    Config { passphrase: Secret::new("correct horse battery"), ..Config::default() }
}
