use ::store::{Migrations, Step};

/// One row an hour: what happened in it, and how many of each thing there were at its end. And for
/// the last day one row for each app and quarter of an hour; and for the last month one for each app
/// and whoever used it.
pub const MIGRATIONS: Migrations = Migrations {
    part: "journal",
    steps: &[
        Step {
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
        },
        Step {
            name: "quarters of apps",
            sql: "CREATE TABLE app_quarters (
                  app TEXT NOT NULL,
                  quarter BIGINT NOT NULL,
                  answers_1xx BIGINT NOT NULL,
                  answers_2xx BIGINT NOT NULL,
                  answers_3xx BIGINT NOT NULL,
                  answers_4xx BIGINT NOT NULL,
                  answers_5xx BIGINT NOT NULL,
                  failures BIGINT NOT NULL,
                  sent BIGINT NOT NULL,
                  micros BIGINT NOT NULL,
                  looks BIGINT NOT NULL,
                  well BIGINT NOT NULL,
                  latency_0 BIGINT NOT NULL,
                  latency_1 BIGINT NOT NULL,
                  latency_2 BIGINT NOT NULL,
                  latency_3 BIGINT NOT NULL,
                  latency_4 BIGINT NOT NULL,
                  latency_5 BIGINT NOT NULL,
                  latency_6 BIGINT NOT NULL,
                  latency_7 BIGINT NOT NULL,
                  latency_8 BIGINT NOT NULL,
                  latency_9 BIGINT NOT NULL,
                  latency_10 BIGINT NOT NULL,
                  latency_11 BIGINT NOT NULL,
                  latency_12 BIGINT NOT NULL,
                  PRIMARY KEY (app, quarter)
              );
              CREATE INDEX app_quarters_quarter ON app_quarters (quarter);",
        },
        Step {
            name: "callers of apps",
            sql: "CREATE TABLE app_callers (
                  app TEXT NOT NULL,
                  kind TEXT NOT NULL,
                  id TEXT NOT NULL,
                  requests BIGINT NOT NULL,
                  since BIGINT NOT NULL,
                  last_used BIGINT NOT NULL,
                  PRIMARY KEY (app, kind, id)
              );",
        },
    ],
};
