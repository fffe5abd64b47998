#!/usr/bin/env bash
# Versions: varnish 7.1.1 of Debian 12 with its built-in VCL; 2026-11-29.
# Guess: an answer with `max-age=1, must-revalidate` is not served after its second, as RFC 9111 asks of every cache,
# and an answer without Cache-Control, such as a 404, is not kept.
# Seen: Varnish does not read must-revalidate. For 10 s after the end (its grace) the old answer goes out once more
# while the new one is fetched. `stale-while-revalidate=0` it does read, and then it waits for the new one. Answers
# without Cache-Control are kept for two minutes, also 404 and 301; a reload in the browser does not ask anew.
# Source: the default grace is documented; that must-revalidate is not looked at was run.
# Meaning: every answer names its caching, and where an old one would mislead, stale-while-revalidate=0 too.
set -euo pipefail
command -v varnishd >/dev/null || { echo 'needs apt-get install varnish' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > run.cjs <<'JS'
const { createServer, get } = require('node:http');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { setTimeout: pause } = require('node:timers/promises');
const caching = {
  '/must-revalidate': 'public, max-age=1, must-revalidate',
  '/stale-while-revalidate=0': 'public, max-age=1, stale-while-revalidate=0',
  '/no-store': 'no-store',
};
const listen = async (server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};
const counts = {};
const site = createServer(({ url }, response) => {
  counts[url] = (counts[url] ?? 0) + 1;
  const named = caching[url] === undefined ? {} : { 'cache-control': caching[url] };
  response.writeHead(url === '/404' ? 404 : 200, { 'content-type': 'text/plain', ...named });
  response.end(String(counts[url]));
});
(async () => {
  const sitePort = await listen(site);
  const free = createServer();
  const port = await listen(free);
  free.close();
  const varnish = spawn('varnishd', ['-F', '-j', 'none', '-n', `${process.cwd()}/varnish`, '-s', 'malloc,16m', '-a',
    `127.0.0.1:${port}`, '-b', `127.0.0.1:${sitePort}`]);
  const ask = async (path, headers = {}) => {
    const [answer] = await once(get({ port, host: '127.0.0.1', path, headers, agent: false }), 'response');
    let text = '';
    for await (const part of answer) text += part;
    return text;
  };
  for (let tries = 0; tries < 100; tries += 1) {
    await pause(200);
    if (await ask('/ready').then(() => true, () => false)) break;
  }
  for (const path of ['/must-revalidate', '/stale-while-revalidate=0']) {
    const first = await ask(path);
    await pause(4_000);
    console.log(`${path}: answer ${first}, 4 s later answer ${await ask(path)}`);
  }
  for (const path of ['/404', '/without', '/no-store']) {
    const [first, second] = [await ask(path), await ask(path)];
    console.log(`${path}: ${first}, ${second}, reloaded ${await ask(path, { 'cache-control': 'no-cache' })}`);
  }
  varnish.kill();
  site.close();
  site.closeAllConnections();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
/must-revalidate: answer 1, 4 s later answer 1
/stale-while-revalidate=0: answer 1, 4 s later answer 2
/404: 1, 1, reloaded 1
/without: 1, 1, reloaded 1
/no-store: 1, 2, reloaded 3
SEEN
