use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations {
    part: "certs",
    steps: &[Step {
        name: "keys, certificates and proofs",
        sql: "
            CREATE TABLE certificate_keys (
                name TEXT PRIMARY KEY,
                certificate TEXT NOT NULL,
                sealed TEXT NOT NULL
            );
            CREATE TABLE certificates (
                domain TEXT PRIMARY KEY,
                provider TEXT NOT NULL,
                names TEXT NOT NULL,
                chain TEXT NOT NULL,
                sealed TEXT,
                warned BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
            CREATE TABLE certificate_proofs (
                token TEXT PRIMARY KEY,
                domain TEXT NOT NULL,
                answer TEXT NOT NULL,
                expires_at BIGINT NOT NULL
            );
        ",
    }],
};
