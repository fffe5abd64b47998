#!/usr/bin/env bash
# Versions: polars 1.44.2, duckdb 1.5.6 and pandas 3.0.6 of PyPI, jq 1.6 of Debian 12; 2026-11-30.
# Guess: who reads NDJSON gets the fields of all lines, or an error for a line with a new one.
# Seen: Polars looks at 100 lines, and drops a field that comes first in a later one, without a word. DuckDB looks at
# 20,480 and ends with an error. pandas and jq read all. `infer_schema_length=None` and `sample_size = -1` do too.
# Source: run; both parameters are documented, what happens to a later field is not.
# Meaning: `totals` are the last lines of a dump and alone have `bets`; docs/fairness.md says how Polars reads them.
set -euo pipefail
command -v jq >/dev/null || { echo 'needs apt-get install jq python3-venv' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv own
own/bin/pip install --quiet --disable-pip-version-check polars==1.44.2 duckdb==1.5.6 pandas==3.0.6 2>/dev/null
cat > run.py <<'PY'
import duckdb, json, pandas, polars, subprocess

def look(name, read):
    try:
        print(lines, name, read())
    except Exception as error:
        print(lines, name, type(error).__name__)

for lines in 50, 150, 30_000:
    with open("day.ndjson", "w") as file:
        file.write('{"kind":"round","paid":1}\n' * lines + '{"kind":"totals","paid":9,"bets":7}\n')
    look("polars", lambda: polars.read_ndjson("day.ndjson").row(-1, named=True))
    look("polars, all", lambda: polars.read_ndjson("day.ndjson", infer_schema_length=None).row(-1, named=True))
    last = "SELECT * FROM read_json('day.ndjson'%s) WHERE kind = 'totals'"
    look("duckdb", lambda: duckdb.sql(last % "").fetchall())
    look("duckdb, all", lambda: duckdb.sql(last % ", sample_size = -1").fetchall())
    look("pandas", lambda: pandas.read_json("day.ndjson", lines=True).bets.sum())
    look("jq", lambda: subprocess.check_output(["jq", "-c", "select(.bets)", "day.ndjson"], text=True).strip())
PY
own/bin/python run.py | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
50 polars {'kind': 'totals', 'paid': 9, 'bets': 7}
50 polars, all {'kind': 'totals', 'paid': 9, 'bets': 7}
50 duckdb [('totals', 9, 7)]
50 duckdb, all [('totals', 9, 7)]
50 pandas 7.0
50 jq {"kind":"totals","paid":9,"bets":7}
150 polars {'kind': 'totals', 'paid': 9}
150 polars, all {'kind': 'totals', 'paid': 9, 'bets': 7}
150 duckdb [('totals', 9, 7)]
150 duckdb, all [('totals', 9, 7)]
150 pandas 7.0
150 jq {"kind":"totals","paid":9,"bets":7}
30000 polars {'kind': 'totals', 'paid': 9}
30000 polars, all {'kind': 'totals', 'paid': 9, 'bets': 7}
30000 duckdb InvalidInputException
30000 duckdb, all [('totals', 9, 7)]
30000 pandas 7.0
30000 jq {"kind":"totals","paid":9,"bets":7}
SEEN
