#!/usr/bin/env bash
# Versions: chromium-headless-shell 156 and firefox-esr 153 of Debian 12, puppeteer-core 25.15.0; 2026-11-30.
# Guess: `import()` of a module that did not arrive, since the site was away for a moment, can be tried until it does.
# Seen: in Chromium. Firefox remembers for as long as the page is open that the module, or one that it imports, was
# answered by 503, or that nobody listened: it never asks for it again. Where the connection only breaks off it repeats
# by itself, many times. Seen by hand: WebKitGTK does as Chromium.
# Source: run; the standard of HTML lets a browser remember it.
# Meaning: another try is no way out in Firefox: after two, while the site answers, the page is loaded again, or offers
# that (`packages/site-kit/src/pwa/replaced.ts`, `e2e/lost-files.slow.spec.ts`).
set -euo pipefail
for program in chromium-headless-shell firefox-esr; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install chromium-headless-shell firefox-esr' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@25.15.0 >/dev/null
cat > run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { launch } from 'puppeteer-core';
const browsers = {
  Chromium: { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] },
  Firefox: { browser: 'firefox', executablePath: '/usr/bin/firefox-esr' },
};
const text = `<!doctype html><title>A page</title>
<script>var load = (url) => import(url).then(() => 'loaded', () => 'failed')</script>`;
let isAway = true;
let asked = 0;
const modules = () =>
  createServer(({ url }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript');
    if (url === '/') return response.end(text);
    if (url === '/parent.js') return response.end("import './part.js'");
    if (url === '/part.js') asked += 1;
    response.statusCode = isAway ? 503 : 200;
    return response.end('export default 1');
  });
const listen = async (server, port = 0) => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};
const look = async (name, what, url, comeBack) => {
  const browser = await launch({ headless: true, ...browsers[name] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
  const load = () => page.evaluate((each) => globalThis.load(each), url);
  asked = 0;
  const first = await load();
  const back = await comeBack();
  const later = [await load(), await load()];
  console.log(`${name}, ${what}: ${first}; with the site back ${later.join(', ')}; asked ${asked} times`);
  await browser.close();
  await back?.();
  isAway = true;
};
const site = modules();
const port = await listen(site);
const other = modules();
const otherPort = await listen(other);
other.close();
const answer = () => void (isAway = false);
const appear = async () => {
  const server = modules();
  await listen(server, otherPort);
  answer();
  return () => {
    server.close();
    server.closeAllConnections();
  };
};
for (const name of Object.keys(browsers)) {
  await look(name, '503', `http://127.0.0.1:${port}/part.js`, answer);
  await look(name, '503 for what it imports', `http://127.0.0.1:${port}/parent.js`, answer);
  await look(name, 'nobody listens', `http://127.0.0.1:${otherPort}/part.js`, appear);
}
site.close();
site.closeAllConnections();
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
Chromium, 503: failed; with the site back loaded, loaded; asked 2 times
Chromium, 503 for what it imports: failed; with the site back loaded, loaded; asked 2 times
Chromium, nobody listens: failed; with the site back loaded, loaded; asked 1 times
Firefox, 503: failed; with the site back failed, failed; asked 1 times
Firefox, 503 for what it imports: failed; with the site back failed, failed; asked 1 times
Firefox, nobody listens: failed; with the site back failed, failed; asked 0 times
SEEN
