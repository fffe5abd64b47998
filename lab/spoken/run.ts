/**
 * `npm run spoken`: plays every game by keyboard with the screen reader Orca and Firefox, and writes what was said of
 * each outcome into docs/accessibility.md. Exits with 1 where an outcome is not heard once and in time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { browserSite, makeDataDir, startSiteProcess } from '../../apps/server/test/site-process.ts';
import { until } from '../../e2e/engine-steps.ts';
import { siteKinds } from '../../e2e/site-settings.ts';
import { gameSweeps } from '../../games/test/sweeps.ts';
import { findProgram } from '../../scripts/find-program.ts';
import { versionOf } from '../readers/reading.ts';
import { accessibilityBus, needs, startDesktop, type Desktop } from './desktop.ts';
import { judge, type Heard } from './heard.ts';
import { createListener } from './listener.ts';
import { documentPath, fillDocument, readResult, resultFile, type SpokenResult } from './table.ts';

const missing = Object.entries(needs)
  .filter(([program]) => findProgram(program) === undefined)
  .map(([program, debianPackage]) => `${program} is missing: apt-get install ${debianPackage}`);
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

const names = process.argv.slice(2);
const chosen = gameSweeps.filter(({ folder }) => names.length === 0 || names.includes(folder));
const heard: Heard[] = [];
const { dataDir, remove } = await makeDataDir();
console.log('The site and the desktop start.');
const site = await startSiteProcess({ ...siteKinds.drawing, DATA_DIR: dataDir }, browserSite);
let desktop: Desktop | undefined;
try {
  desktop = await startDesktop();
  const emptyPage = await hearEmptyPage(desktop);
  console.log(`an empty page is heard after ${emptyPage.join(', ')} s`);
  const programs = [
    `Orca ${await versionOf('orca', '--version')}`,
    `Firefox ${await versionOf('firefox-esr', '--version')}`,
    `Speech Dispatcher ${await versionOf('speech-dispatcher', '--version')}`,
  ];
  const listener = createListener(desktop, site.url, (one) => void heard.push(one));

  await listener.open('/login');
  await listener.outcome('Sign-in: a wrong password', /wrong|incorrect|not right|Invalid/, async () => {
    await listener.goTo('Username or email');
    await desktop!.type('nobody');
    await listener.key('Tab');
    await desktop!.type('wrong');
    await listener.key('Return');
  });
  await listener.open('/');
  await listener.goTo('Play as a guest');
  await listener.key('space');
  await until('the games', () => desktop!.page.evaluate(() => location.pathname === '/games'));
  for (const { folder, path, hear } of chosen) {
    console.log(`${folder}:`);
    // One game that cannot be played by ear takes no results of others away.
    await listener
      .open(path)
      .then(() => hear(listener))
      .catch((error: unknown) => {
        process.exitCode = 1;
        console.error(error);
      });
    // After each game: a visit that is ended early keeps what it has heard, and one of some games the rest.
    const isNew = new Set(heard.map(({ step }) => step));
    const kept = names.length > 0 ? readResult().heard.filter(({ step }) => !isNew.has(step)) : [];
    const day = new Date().toISOString().slice(0, 10);
    const result: SpokenResult = { day, programs, emptyPage, heard: [...kept, ...heard] };
    writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
    writeFileSync(documentPath, fillDocument(readFileSync(documentPath, 'utf8'), result));
  }
} finally {
  await desktop?.end();
  await site.end('SIGTERM');
  await remove();
}
const wrong = heard.filter((one) => judge(one) !== 'once').length;
console.log(`${heard.length} outcomes, ${wrong} not heard once and in time`);
if (wrong > 0) process.exitCode = 1;
