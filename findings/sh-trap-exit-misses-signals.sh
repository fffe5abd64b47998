#!/usr/bin/env bash
# Versions: dash 0.5.12 and bash 5.2 of Debian 12; 2026-11-30.
# Guess: `trap '...' EXIT` runs however a script ends, short of SIGKILL.
# Seen: bash runs it when SIGINT, SIGTERM or SIGHUP ends the script. Debian's sh, which is dash, does not: it is gone at
# once, and what the trap would have removed stays. With a trap for the signal that exits, it runs.
# Source: run; POSIX leaves it open, and dash's manual does not say it.
# Meaning: a script for sh that cleans up has traps for its signals too: each Ctrl-C of `fairground-release` left a
# folder of some 700 MB.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' "trap 'rm left' EXIT" 'touch left' 'sleep 10' > plain.sh
printf '%s\n' "trap 'rm left' EXIT" "trap 'exit 1' HUP INT TERM" 'touch left' 'sleep 10' > signals.sh
cat > run.cjs <<'JS'
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, rmSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');
const end = async (shell, file, signal) => {
  rmSync('left', { force: true });
  // As a terminal does at Ctrl-C: the whole group.
  const child = spawn(shell, [file], { detached: true, stdio: 'ignore' });
  while (!existsSync('left')) await pause(10);
  await pause(200);
  process.kill(-child.pid, signal);
  await once(child, 'exit');
  return existsSync('left') ? 'left behind' : 'removed';
};
(async () => {
  for (const [shell, file] of [['bash', 'plain.sh'], ['dash', 'plain.sh'], ['dash', 'signals.sh']]) {
    const seen = [];
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) seen.push(await end(shell, file, signal));
    console.log(`${shell}, ${file}: ${seen.join(', ')}`);
  }
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
bash, plain.sh: removed, removed, removed
dash, plain.sh: left behind, left behind, left behind
dash, signals.sh: removed, removed, removed
SEEN
