#!/usr/bin/env bash
# Versions: duckdb 1.5.6 of PyPI, Python 3.11; 2026-11-30.
# Guess: a column of whole numbers in which a fraction comes late is read as fractions, or its line is an error.
# Seen: the type is chosen from the first 20,480 lines, and later values are cast to it: 1.75 becomes 2 and 1.15 becomes
# 1, in NDJSON and CSV, without a word. A fraction among the first lines is seen, and `sample_size = -1` looks at all.
# Source: run; the manual names the size of the sample.
# Meaning: coins are whole numbers of one type. Outcomes of dumps are multipliers, and their readers name the types or
# ask for all lines.
set -euo pipefail
command -v python3 >/dev/null || { echo 'needs apt-get install python3-venv' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv own
own/bin/pip install --quiet --disable-pip-version-check duckdb==1.5.6 2>/dev/null
cat > run.py <<'PY'
import duckdb

for lines in 20_000, 30_000:
    with open("paid.ndjson", "w") as file:
        file.write('{"times":2}\n' * lines + '{"times":1.75}\n{"times":1.15}\n')
    with open("paid.csv", "w") as file:
        file.write("times\n" + "2\n" * lines + "1.75\n1.15\n")
    for source in "read_json('paid.ndjson')", "read_csv('paid.csv')":
        for sample in "", ", sample_size = -1":
            table = source.replace(")", sample + ")")
            found = duckdb.sql(f"SELECT times, count(*) FROM {table} GROUP BY 1 ORDER BY 1").fetchall()
            print(lines, table, found)
PY
own/bin/python run.py | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
20000 read_json('paid.ndjson') [(1.15, 1), (1.75, 1), (2.0, 20000)]
20000 read_json('paid.ndjson', sample_size = -1) [(1.15, 1), (1.75, 1), (2.0, 20000)]
20000 read_csv('paid.csv') [(1.15, 1), (1.75, 1), (2.0, 20000)]
20000 read_csv('paid.csv', sample_size = -1) [(1.15, 1), (1.75, 1), (2.0, 20000)]
30000 read_json('paid.ndjson') [(1, 1), (2, 30001)]
30000 read_json('paid.ndjson', sample_size = -1) [(1.15, 1), (1.75, 1), (2.0, 30000)]
30000 read_csv('paid.csv') [(1, 1), (2, 30001)]
30000 read_csv('paid.csv', sample_size = -1) [(1.15, 1), (1.75, 1), (2.0, 30000)]
SEEN
