use std::sync::LazyLock;

use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::signed;
use crate::traffic::Quarter;

const ANSWERS: [&str; 5] =
    ["answers_1xx", "answers_2xx", "answers_3xx", "answers_4xx", "answers_5xx"];
const LATENCY: [&str; 13] = [
    "latency_0",
    "latency_1",
    "latency_2",
    "latency_3",
    "latency_4",
    "latency_5",
    "latency_6",
    "latency_7",
    "latency_8",
    "latency_9",
    "latency_10",
    "latency_11",
    "latency_12",
];
const OTHERS: [&str; 5] = ["failures", "sent", "micros", "looks", "well"];

/// Programs on the same database add to the same rows.
static ADD: LazyLock<String> = LazyLock::new(|| {
    let columns: Vec<&str> = ANSWERS.into_iter().chain(LATENCY).chain(OTHERS).collect();
    let values: Vec<String> = (3..3 + columns.len()).map(|number| format!("${number}")).collect();
    let sum = |column: &&str| format!("{column} = app_quarters.{column} + excluded.{column}");
    let sums: Vec<String> = columns.iter().map(sum).collect();
    format!(
        "INSERT INTO app_quarters (app, quarter, {}) VALUES ($1, $2, {})
         ON CONFLICT (app, quarter) DO UPDATE SET {}",
        columns.join(", "),
        values.join(", "),
        sums.join(", "),
    )
});

static QUARTERS_SINCE: LazyLock<String> = LazyLock::new(|| {
    let sums = sums();
    format!("SELECT quarter, {sums} FROM app_quarters WHERE quarter >= $1 GROUP BY quarter")
});

static APPS_SINCE: LazyLock<String> = LazyLock::new(|| {
    let sums = sums();
    let answers = ANSWERS.join(" + ");
    format!(
        "SELECT app, {sums} FROM app_quarters WHERE quarter >= $1
         GROUP BY app HAVING SUM({answers} + failures) > 0"
    )
});

/// All columns of counts, each summed up.
fn sums() -> String {
    let columns = ANSWERS.into_iter().chain(LATENCY).chain(OTHERS);
    // PostgreSQL sums up to another type than it was given.
    let sum = |column| format!("CAST(SUM({column}) AS BIGINT) AS {column}");
    columns.map(sum).collect::<Vec<_>>().join(", ")
}

/// The quarters of all apps together.
pub(crate) async fn quarters_since(
    conn: &mut AnyConnection,
    oldest: i64,
) -> Result<Vec<(i64, Quarter)>> {
    let rows = query(QUARTERS_SINCE.as_str()).bind(oldest).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get("quarter")?, quarter(row)?))).collect()
}

/// The apps that had traffic, each with all its quarters as one.
pub(crate) async fn apps_since(
    conn: &mut AnyConnection,
    oldest: i64,
) -> Result<Vec<(String, Quarter)>> {
    let rows = query(APPS_SINCE.as_str()).bind(oldest).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get("app")?, quarter(row)?))).collect()
}

pub(crate) async fn quarters_of(
    conn: &mut AnyConnection,
    app: &str,
    oldest: i64,
) -> Result<Vec<(i64, Quarter)>> {
    let sql = "SELECT * FROM app_quarters WHERE app = $1 AND quarter >= $2";
    let rows = query(sql).bind(app).bind(oldest).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get("quarter")?, quarter(row)?))).collect()
}

fn quarter(row: &AnyRow) -> Result<Quarter> {
    let number = |column| row.try_get::<i64, _>(column).map(|value| value.max(0).unsigned_abs());
    let mut quarter = Quarter {
        failures: number("failures")?,
        sent: number("sent")?,
        micros: number("micros")?,
        looks: number("looks")?,
        well: number("well")?,
        ..Quarter::default()
    };
    for (count, column) in quarter.answers.iter_mut().zip(ANSWERS) {
        *count = number(column)?;
    }
    for (count, column) in quarter.latency.iter_mut().zip(LATENCY) {
        *count = number(column)?;
    }
    Ok(quarter)
}

pub(crate) async fn add_quarter(
    tx: &mut Tx,
    app: &str,
    number: i64,
    quarter: &Quarter,
) -> Result<()> {
    let Quarter { failures, sent, micros, looks, well, .. } = *quarter;
    let counts = quarter.answers.into_iter().chain(quarter.latency);
    let mut adding = query(ADD.as_str()).bind(app).bind(number);
    for count in counts.chain([failures, sent, micros, looks, well]) {
        adding = adding.bind(signed(count));
    }
    adding.execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn forget_quarters_before(tx: &mut Tx, oldest: i64) -> Result<()> {
    let sql = "DELETE FROM app_quarters WHERE quarter < $1";
    query(sql).bind(oldest).execute(&mut **tx).await?;
    Ok(())
}
