use ::store::{Migrations, Step};

/// One row an hour: what happened in it, and how many of each thing there were at its end.
pub const MIGRATIONS: Migrations = Migrations {
    part: "journal",
    steps: &[Step {
        name: "hourly figures",
        sql: "CREATE TABLE hourly_figures (
                  hour BIGINT PRIMARY KEY,
                  since BIGINT NOT NULL,
                  requests BIGINT NOT NULL,
                  micros BIGINT NOT NULL,
                  up_millis BIGINT NOT NULL,
                  routes BIGINT NOT NULL,
                  devices BIGINT NOT NULL,
                  discoveries BIGINT NOT NULL
              );",
    }],
};
