#!/usr/bin/env bash
# Versions: Node 20.20.2 and 26.10.0, pg 8.23.1; 2026-11-28.
# Guess: a parser of addresses takes a list of hosts, as libpq does, or refuses it.
# Seen: URL takes postgres://user@db1,db2/name as one host named "db1,db2", and refuses it once each host has a
# port. The driver pg does the same, so what fails is the look-up of a name, after the start.
# Source: run; the URL standard allows a comma in the host of a scheme that it does not know.
# Meaning: refuse a comma in the host with words of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg@8.23.1 >/dev/null
cat > run.cjs <<'JS'
const pg = require('pg');
const forms = ['postgres://fair@db1,db2/site', 'postgres://fair@db1:5432,db2:5433/site'];
const seen = forms.map((text) => {
  const url = (() => { try { return new URL(text).host; } catch { return 'refused'; } })();
  const driver = (() => { try { return new pg.Client(text).host; } catch { return 'refused'; } })();
  return `${text}: URL ${url}, pg ${driver}`;
});
console.log(seen.join('\n'));
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
postgres://fair@db1,db2/site: URL db1,db2, pg db1,db2
postgres://fair@db1:5432,db2:5433/site: URL refused, pg refused
SEEN
