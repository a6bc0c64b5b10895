"""Writes an SQLite database as SQL text: dump-sqlite.py FILE KEY.

The first line names an API key that is good in it, of which the database itself has only the hash.
"""

import sqlite3
import sys


def main():
    file, key = sys.argv[1:]
    database = sqlite3.connect(file)
    print(f"-- {key}")
    # A dump leaves out what tells our files from those of other programs.
    for pragma in ["application_id", "user_version"]:
        (value,) = database.execute(f"PRAGMA {pragma}").fetchone()
        print(f"PRAGMA {pragma} = {value};")
    for statement in database.iterdump():
        print(statement)


main()
