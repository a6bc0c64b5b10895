#!/usr/bin/env python3
"""Writes cron_times.txt: what croniter (PyPI) says about 200 cron expressions.

    pip install croniter && tests/cron_times.py > tests/cron_times.txt

Each line: the expression, how many times it fires between the two moments of the first line, a
checksum of these times, and the first ten of them, all in seconds since 1970, UTC.
"""

import random
from datetime import datetime, timezone

from croniter import croniter

START, END = (int(datetime(year, 1, 1, tzinfo=timezone.utc).timestamp()) for year in (2024, 2034))
# Expressions that fire more often say nothing new, and take long.
MOST = 4_000
MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
DAYS = "SUN MON TUE WED THU FRI SAT".split()

BY_HAND = [
    "0 0 1 1 *", "0 0 29 2 *", "59 23 31 12 *", "0 0 31 * *", "0 0 30 * *", "0 12 * * MON-FRI",
    "0 12 13 * FRI", "30 4 1,15 * 5", "0 0 1-7 * MON", "15 3 */2 * *", "15 3 */5 * SUN",
    "0 22 * * 1-5", "23 0-20/2 * * *", "5 4 * * sun", "0 0,12 1 */2 *", "0 4 8-14 * *",
    "0 0 1,15 * 3", "*/30 0 * JAN,JUL *", "0 9-17 * * 1-5", "7/20 6 * * *", "0 0 * * 0",
    "0 0 * * 6", "0 6 31 JAN-MAR *", "45 23 28-31 2 *", "0 0 29 2 MON",
]


def item(least, most, names, rng):
    def value(number):
        return names[number - least] if names and rng.random() < 0.4 else str(number)

    # croniter reads a range of one value as everything.
    first = rng.randint(least, most)
    last = rng.randint(first, most)
    kind = rng.randrange(3)
    if kind == 0 or first == last:
        return value(first)
    if kind == 1:
        return f"{value(first)}-{value(last)}"
    return f"{value(first)}-{value(last)}/{rng.randint(1, last - first)}"


def field(least, most, names, stars, rng):
    if rng.random() < stars:
        return "*"
    # croniter reads a step over everything only where it stands alone.
    if rng.random() < 0.2:
        return f"*/{rng.randint(2, max(2, (most - least) // 2))}"
    return ",".join(item(least, most, names, rng) for _ in range(rng.randint(1, 3)))


def random_expression(rng):
    # Sparse minutes and hours keep ten years short.
    return " ".join([
        str(rng.randint(0, 59)) if rng.random() < 0.7 else field(0, 59, None, 0, rng),
        str(rng.randint(0, 23)) if rng.random() < 0.6 else field(0, 23, None, 0, rng),
        field(1, 31, None, 0.4, rng),
        field(1, 12, MONTHS, 0.5, rng),
        field(0, 6, DAYS, 0.5, rng),
    ])


def times(expression):
    ticks = croniter(expression, START, max_years_between_matches=20)
    found = []
    while len(found) <= MOST and (tick := int(ticks.get_next(float))) < END:
        found.append(tick)
    return found


def main():
    rng = random.Random(2024)
    print("# Written by cron_times.py.")
    print(START, END)
    written = 0
    for expression in BY_HAND + [random_expression(rng) for _ in range(2000)]:
        if written == 200:
            break
        try:
            found = times(expression)
        except Exception:
            continue
        if not found or len(found) > MOST:
            continue
        checksum = 0
        for tick in found:
            checksum = (checksum * 31 + tick // 60) % 1_000_000_007
        first = " ".join(str(tick) for tick in found[:10])
        print(f"{expression}|{len(found)}|{checksum}|{first}")
        written += 1


if __name__ == "__main__":
    main()
