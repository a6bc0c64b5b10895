"""Asks a Prometheus that watches a gateway every question of the alert rules and of the Grafana
dashboard. Each must be one that it understands, about figures that the gateway gives.

check-monitoring.py PROMETHEUS_URL METRICS_FILE DASHBOARD_FILE
"""

import json
import re
import sys
import urllib.parse
import urllib.request

# Of series that only some event brings to life, so that a young gateway does not have them.
LATE = {
    "gatehouse_app_failures_total",
    "gatehouse_connections_turned_away_total",
    "gatehouse_rate_limited_total",
}


def ask(base, path, **query):
    url = f"{base}/api/v1/{path}?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(url, timeout=30) as answer:
        return json.load(answer)["data"]


def dashboard_questions(dashboard):
    """The questions with the dashboard's variables filled in, as Grafana would."""
    filled = {"$job": "gatehouse", "$instance": ".*", "$app": ".*", "$__rate_interval": "1m"}
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            question = target["expr"]
            for name, value in filled.items():
                question = question.replace(name, value)
            yield panel["title"], question


def alert_questions(base):
    for group in ask(base, "rules")["groups"]:
        for rule in group["rules"]:
            yield rule["name"], rule["query"]


def main(base, metrics_file, dashboard_file):
    with open(metrics_file) as file:
        given = set(re.findall(r"^(gatehouse_\w+)", file.read(), re.M)) | LATE
    with open(dashboard_file) as file:
        dashboard = json.load(file)
    questions = list(alert_questions(base)) + list(dashboard_questions(dashboard))
    problems = []
    for title, question in questions:
        for name in set(re.findall(r"gatehouse_\w+", question)) - given:
            problems.append(f"{title}: the gateway gives no {name}")
        try:
            ask(base, "query", query=question)
        except urllib.error.HTTPError as error:
            problems.append(f"{title}: {error.read().decode()}")
    if len(questions) < 20:
        problems.append(f"only {len(questions)} questions were found")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
