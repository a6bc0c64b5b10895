use super::*;

fn times(cron: &str, zone: &str, after: &str, count: usize) -> Vec<String> {
    let table = Timetable::parse(cron, Some(zone)).expect("an expression");
    let start = kit::Timestamp::parse(after).expect("a time");
    let times = std::iter::successors(table.after(start), |last| table.after(*last));
    times.take(count).map(|time| time.to_string()).collect()
}

#[test]
fn what_is_not_an_expression_is_refused() {
    let list = vec!["1"; 10_000].join(",");
    for bad in [
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * 32 * *",
        "* * * 0 *",
        "* * * 13 *",
        "* * * * 7",
        "*/0 * * * *",
        "*/60 * * * *",
        "5-1 * * * *",
        "1- * * * *",
        "-1 * * * *",
        "1,,2 * * * *",
        "+1 * * * *",
        "0x1 * * * *",
        "MON * * * *",
        "* * * * JAN",
        "* * * * MONDAY",
        "*-5 * * * *",
        "1/2/3 * * * *",
        "? * * * *",
        "* * L * *",
        "@daily",
        "@reboot",
        "0 0 31 2 *",
        "0 0 30 2 *",
        "0 0 31 4,6,9,11 *",
        &format!("{list} * * * *"),
    ] {
        assert!(Cron::parse(bad).is_err(), "{bad:.40}");
    }
    for good in
        ["0 0 29 2 *", "0 0 31 2 MON", "*/59 * * * *", "0 0 * jan-Dec mon,FRI", "5/15 * * * *"]
    {
        assert!(Cron::parse(good).is_ok(), "{good}");
    }
}

#[test]
fn a_leap_day_is_found_across_a_century() {
    let found = times("0 12 29 2 *", "UTC", "2096-03-01T00:00:00Z", 2);
    assert_eq!(found, ["2104-02-29T12:00:00Z", "2108-02-29T12:00:00Z"]);
}

#[test]
fn a_moment_is_not_its_own_successor() {
    let found = times("0 * * * *", "UTC", "2030-01-01T10:00:00Z", 1);
    assert_eq!(found, ["2030-01-01T11:00:00Z"]);
    let found = times("0 * * * *", "UTC", "2030-01-01T10:59:59.999Z", 1);
    assert_eq!(found, ["2030-01-01T11:00:00Z"]);
}

/// Each zone: when the clock jumps ahead and back, the skipped and the repeated local hour.
#[test]
fn a_skipped_time_comes_behind_the_gap_and_a_repeated_one_once() {
    // Berlin: 2026-03-29 02:00 -> 03:00, 2026-10-25 03:00 -> 02:00.
    let berlin = "Europe/Berlin";
    assert_eq!(
        times("30 2 * * *", berlin, "2026-03-28T12:00:00Z", 2),
        ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]
    );
    assert_eq!(
        times("30 2 * * *", berlin, "2026-10-24T12:00:00Z", 2),
        ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]
    );
    // New York: 2026-03-08 02:00 -> 03:00, 2026-11-01 02:00 -> 01:00.
    let new_york = "America/New_York";
    assert_eq!(
        times("15,45 2 * * *", new_york, "2026-03-08T00:00:00Z", 2),
        ["2026-03-08T07:00:00Z", "2026-03-09T06:15:00Z"]
    );
    assert_eq!(
        times("15 1 * * *", new_york, "2026-11-01T00:00:00Z", 2),
        ["2026-11-01T05:15:00Z", "2026-11-02T06:15:00Z"]
    );
    // Lord Howe moves by half an hour: 2026-10-04 02:00 -> 02:30, 2026-04-05 02:00 -> 01:30.
    let lord_howe = "Australia/Lord_Howe";
    assert_eq!(
        times("10 2 * * *", lord_howe, "2026-10-03T00:00:00Z", 2),
        ["2026-10-03T15:30:00Z", "2026-10-04T15:10:00Z"]
    );
    assert_eq!(
        times("45 1 * * *", lord_howe, "2026-04-04T00:00:00Z", 2),
        ["2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"]
    );
}

#[test]
fn every_minute_loses_the_gap_and_meets_the_repeated_hour_once() {
    let gap = times("*/30 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 3);
    assert_eq!(gap, ["2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"]);
    let fold = times("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:30:00Z", 4);
    assert_eq!(
        fold,
        [
            "2026-10-25T00:00:00Z",
            "2026-10-25T00:30:00Z",
            "2026-10-25T02:00:00Z",
            "2026-10-25T02:30:00Z"
        ]
    );
}

/// The file was written by `tests/cron_times.py`: for each expression the first fire times of ten
/// years, how many there are, and a checksum of them all.
#[test]
fn two_hundred_expressions_fire_as_croniter_says() {
    let recorded = include_str!("../../tests/cron_times.txt");
    let mut lines = recorded.lines().filter(|line| !line.starts_with('#'));
    let mut bounds = lines.next().expect("a first line").split(' ').map(number);
    let (start, end) = (bounds.next().expect("a start"), bounds.next().expect("an end"));
    let mut expressions = 0;
    for line in lines {
        let mut columns = line.split('|');
        let cron = columns.next().expect("an expression");
        let count = number(columns.next().expect("a count"));
        let checksum = number(columns.next().expect("a checksum"));
        let first: Vec<i64> = columns.next().expect("times").split(' ').map(number).collect();
        let table =
            Timetable::parse(cron, Some("UTC")).unwrap_or_else(|why| panic!("{cron}: {why:?}"));
        let mut ours = Vec::new();
        let mut last = kit::Timestamp::from_unix(start);
        while let Some(next) = table.after(last).filter(|next| next.unix() < end) {
            ours.push(next.unix());
            last = next;
        }
        assert_eq!(ours[..first.len().min(ours.len())], first, "{cron}");
        assert_eq!(i64::try_from(ours.len()), Ok(count), "{cron}");
        let sum = ours.iter().fold(0, |sum, time| (sum * 31 + time / 60) % 1_000_000_007);
        assert_eq!(sum, checksum, "{cron}");
        expressions += 1;
    }
    assert_eq!(expressions, 200);
}

fn number(text: &str) -> i64 {
    text.parse().expect("a number")
}
