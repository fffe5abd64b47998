#!/usr/bin/env bash
# Versions: chromium 156 and firefox-esr 153 of Debian 12, puppeteer-core 25.15.0; 2026-11-29.
# Guess: AudioContext.resume() before a visitor has touched the page is rejected, as play() is.
# Seen: it stays pending, in Chromium with its policy for visitors and in Firefox, for as long as nobody touches the
# page; what waits for it waits too. play() is rejected at once.
# Source: run; the standard allows it.
# Meaning: sounds are started by an event of the visitor, and nothing else waits for resume().
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
chromium.args.push('--autoplay-policy=document-user-activation-required');
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
  // A look from outside would count as a touch of the page.
  await page.evaluateOnNewDocument(() => addEventListener('load', async () => {
    const settle = (promise) =>
      Promise.race([
        promise.then(() => 'resolved', () => 'rejected'),
        new Promise((resolve) => setTimeout(() => resolve('pending'), 2_000)),
      ]);
    const context = new AudioContext();
    const resumed = await settle(context.resume());
    // A silent sound: 0.1 s at 8,000 samples a second.
    const bytes = new Uint8Array(44 + 1_600);
    const view = new DataView(bytes.buffer);
    [0x52494646, 0, 0x57415645, 0x666d7420].forEach((word, at) => view.setUint32(at * 4, word));
    view.setUint32(4, 36 + 1_600, true);
    [16, 0x00010001, 8_000, 16_000, 0x00100002].forEach((word, at) => view.setUint32(16 + at * 4, word, true));
    view.setUint32(36, 0x64617461);
    view.setUint32(40, 1_600, true);
    const audio = new Audio(URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' })));
    globalThis.seen = `resume() ${resumed}, ${context.state}; play() ${await settle(audio.play())}`;
  }));
  await page.goto(`${url}/two`);
  await wait(5_000);
  const seen = await page.evaluate(() => globalThis.seen);
  console.log(`${name}: ${seen}`);
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
Chromium: resume() pending, suspended; play() rejected
Firefox: resume() pending, suspended; play() rejected
SEEN
