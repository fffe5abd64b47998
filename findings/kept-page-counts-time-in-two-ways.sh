#!/usr/bin/env bash
# Versions: chromium 156 and firefox-esr 153 of Debian 12, puppeteer-core 25.15.0; 2026-11-29.
# Guess: in a page that the back-forward cache keeps, time goes on or stands still, in every browser alike.
# Seen: a timer of 3 s and an AbortSignal.timeout of 3 s, with the page away for 4 s: in Chromium both are over and
# fire as it comes back; in Firefox what was left of them starts to run then, and they fire 3 s later. An animation
# has gone on in both, and so has performance.now().
# Source: run; the standard leaves timers of such pages open.
# Meaning: after pageshow with persisted a page reads the time and counts anew; it does not trust a timer that was set
# before.
set -euo pipefail
for program in chromium firefox-esr; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install chromium firefox-esr' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@25.15.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { launch } from 'puppeteer-core';
const firefox = { browser: 'firefox', executablePath: '/usr/bin/firefox-esr' };
const chromium = {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>A page</title><p>A page');
});
const look = async (name, options) => {
  const browser = await launch({ headless: true, ...options });
  const page = await browser.newPage();
  const url = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`${url}/one`);
  await page.evaluate(() => {
    const started = performance.now();
    globalThis.seen = [];
    const note = (what) => () => seen.push(`${what} at ${Math.round((performance.now() - started) / 1_000)} s`);
    setTimeout(note('timer'), 3_000);
    AbortSignal.timeout(3_000).addEventListener('abort', note('signal'));
    document.body.animate([{ opacity: 0 }, { opacity: 1 }], 3_000).finished.then(note('animation'));
    addEventListener('pageshow', note('back'));
  });
  await page.goto(`${url}/two`);
  await wait(4_000);
  await page.evaluate(() => void setTimeout(() => history.back(), 50));
  await wait(5_000);
  const seen = await page.evaluate(() => globalThis.seen.map((text) => text.replace(/[45] s/, '4 s')));
  const late = seen.filter((text) => !text.endsWith('4 s')).map((text) => text.replace(/[678] s/, '7 s'));
  const words = (texts) => texts.map((text) => text.split(' ')[0]).sort().join(', ') || 'nothing';
  console.log(`${name}: as it comes back: ${words(seen.filter((text) => text.endsWith('4 s')))}`);
  console.log(`${name}: 3 s later: ${words(late)}`);
  await browser.close();
};
server.listen(0, '127.0.0.1', async () => {
  await look('Chromium', chromium);
  await look('Firefox', firefox);
  server.close();
  server.closeAllConnections();
});
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
Chromium: as it comes back: animation, back, signal, timer
Chromium: 3 s later: nothing
Firefox: as it comes back: animation, back
Firefox: 3 s later: signal, timer
SEEN
