/**
 * `npm run spoken`: plays every game by keyboard with the screen reader Orca and Firefox, and writes what was said of
 * each outcome into docs/accessibility.md. Exits with 1 where an outcome is not shown, or not heard once and in time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { browserSite, makeDataDir, startSiteProcess } from '../../apps/server/test/site-process.ts';
import { until } from '../../e2e/engine-steps.ts';
import type { Listener } from '../../e2e/listener.ts';
import { siteKinds } from '../../e2e/site-settings.ts';
import { gameSweeps } from '../../games/test/sweeps.ts';
import { addCleanup, cleanUpOnSignals, runCleanups, useTemporaryFolder } from '../bench/lib/cleanups.ts';
import { missingOf, versionOf } from '../readers/reading.ts';
import { accessibilityBus, needs, startDesktop, type Desktop } from './desktop.ts';
import { judge, type Heard } from './heard.ts';
import { createListener } from './listener.ts';
import { documentPath, fillDocument, readResult, resultFile, type SpokenResult } from './table.ts';

const names = process.argv.slice(2);
const unknown = names.find((name) => !gameSweeps.some(({ folder }) => folder === name));
if (unknown !== undefined) {
  console.error(
    `Unknown game "${unknown}": choose from ${gameSweeps.map(({ folder }) => folder).join(', ')}.`,
  );
  process.exit(2);
}
const missing = missingOf({ needs });
if (!existsSync(accessibilityBus))
  missing.push(`${accessibilityBus} is missing: apt-get install at-spi2-core`);
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}

/** What this machine takes for a line of a page on which nothing else happens. */
const hearEmptyPage = async ({ page, said }: Desktop): Promise<number[]> => {
  await page.goto('data:text/html,<title>Empty</title><p role=status></p>');
  await delay(4_000);
  const seconds: number[] = [];
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const at = await page.evaluate((text) => {
      document.querySelector('p')!.textContent = text;
      return Date.now();
    }, `${word} of five`);
    const heard = await until(`"${word}" to be said`, async () =>
      (await said()).find(({ text, startsAt }) => startsAt >= at && text.startsWith(word)),
    );
    seconds.push((heard.startsAt - at) / 1_000);
    await delay(2_000);
  }
  return seconds;
};

const chosen = gameSweeps.filter(({ folder }) => names.length === 0 || names.includes(folder));
const heard: Heard[] = [];
/** Outcomes that were waited for, whether or not the page showed them. */
const awaited = new Set<string>();
cleanUpOnSignals();
useTemporaryFolder('spoken');
const { dataDir } = await makeDataDir();
console.log('The site and the desktop start.');
const site = await startSiteProcess({ ...siteKinds.drawing, DATA_DIR: dataDir }, browserSite);
addCleanup(() => site.end('SIGTERM'));
try {
  const desktop = await startDesktop();
  const emptyPage = await hearEmptyPage(desktop);
  console.log(`an empty page is heard after ${emptyPage.join(', ')} s`);
  const programs = [
    `Orca ${await versionOf('orca', '--version')}`,
    `Firefox ${await versionOf('firefox-esr', '--version')}`,
    `Speech Dispatcher ${await versionOf('speech-dispatcher', '--version')}`,
  ];
  const created = createListener(desktop, site.url, (one) => void heard.push(one));
  const listener: Listener = {
    ...created,
    outcome(step, ...how) {
      awaited.add(step);
      return created.outcome(step, ...how);
    },
  };

  await listener.open('/login');
  await listener.outcome('Sign-in: a wrong password', /wrong|incorrect|not right|Invalid/, async () => {
    await listener.goTo('Username or email');
    await desktop.type('nobody');
    await listener.key('Tab');
    await desktop.type('wrong');
    await listener.key('Return');
  });
  await listener.open('/');
  await listener.goTo('Play as a guest');
  await listener.key('space');
  await until('the games', () => desktop.page.evaluate(() => location.pathname === '/games'));
  for (const { folder, path, hear } of chosen) {
    console.log(`${folder}:`);
    // A game that cannot be played by ear does not keep the others from being heard.
    await listener
      .open(path)
      .then(() => hear(listener))
      .catch((error: unknown) => {
        process.exitCode = 1;
        console.error(error);
      });
    // Written after each game, so that an interrupted visit keeps what it has heard. A visit of some games keeps the
    // results of the others.
    const steps = new Set(heard.map(({ step }) => step));
    const kept = names.length > 0 ? readResult().heard.filter(({ step }) => !steps.has(step)) : [];
    const day = new Date().toISOString().slice(0, 10);
    const result: SpokenResult = { day, programs, emptyPage, heard: [...kept, ...heard] };
    writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
    writeFileSync(documentPath, fillDocument(readFileSync(documentPath, 'utf8'), result));
  }
} finally {
  await runCleanups();
}
for (const step of awaited) {
  if (heard.some((one) => one.step === step)) continue;
  console.error(`${step}: the page did not show it`);
  process.exitCode = 1;
}
const wrong = heard.filter((one) => judge(one) !== 'once').length;
console.log(`${heard.length} outcomes, ${wrong} not heard once and in time`);
if (wrong > 0) process.exitCode = 1;
