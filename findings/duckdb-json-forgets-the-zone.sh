#!/usr/bin/env bash
# Versions: duckdb 1.5.6 of PyPI, pytz 2026, Python 3.11; 2026-11-30.
# Guess: a time with its zone is one type, whichever file it stands in, and the same moment is equal.
# Seen: of CSV it is a TIMESTAMP WITH TIME ZONE, of JSON a TIMESTAMP, which is the time in UTC and no moment. Where the
# session has another zone they are not equal, and the moment of JSON is an hour or more off once they are compared.
# Source: run; the manual says of JSON only that timestamps are detected.
# Meaning: movements.csv and the export are joined with SET TimeZone = 'UTC', which is also the zone of dumps.
set -euo pipefail
command -v python3 >/dev/null || { echo 'needs apt-get install python3-venv' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv own
own/bin/pip install --quiet --disable-pip-version-check duckdb==1.5.6 pytz 2>/dev/null
printf 'at\n2026-11-30T10:00:00Z\n' > bets.csv
printf '{"at":"2026-11-30T10:00:00Z"}\n' > bets.ndjson
cat > run.py <<'PY'
import duckdb

for zone in "UTC", "Europe/Madrid":
    duckdb.sql(f"SET TimeZone = '{zone}'")
    both = duckdb.sql(
        "SELECT typeof(c.at), typeof(j.at), c.at = j.at, (c.at - j.at)::text"
        " FROM read_csv('bets.csv') c, read_json('bets.ndjson') j"
    )
    print(zone, both.fetchall())
PY
own/bin/python run.py | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
UTC [('TIMESTAMP WITH TIME ZONE', 'TIMESTAMP', True, '00:00:00')]
Europe/Madrid [('TIMESTAMP WITH TIME ZONE', 'TIMESTAMP', False, '01:00:00')]
SEEN
