/**
 * `npm run browsers`: plays the site as older browsers would, and writes what was seen into docs/browsers.md. A version
 * of Chrome, Firefox or Safari is this machine's Chromium without the built-ins that the version lacks. Where Debian's
 * Qt 5 WebEngine is installed, that old engine is run itself, and pictures of what it shows are kept in
 * BROWSERS_PICTURES. Exits with 1 where a version that must play does not.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { browserSite, makeDataDir, startSiteProcess } from '../../apps/server/test/site-process.ts';
import { leastVersions, missingIn, type Browser } from '../../apps/web/build/newer-built-ins.ts';
import { deleteBuiltIns } from '../../e2e/deleted-built-ins.ts';
import { asEnginePage } from '../../e2e/engine-page.ts';
import { press } from '../../e2e/engine-steps.ts';
import { siteKinds } from '../../e2e/site-settings.ts';
import { gameSweeps } from '../../games/test/sweeps.ts';
import { showProgress } from '../../apps/server/src/platform/progress.ts';
import { launchBrowser } from '../bench/lib/browser.ts';
import { addCleanup, cleanUpOnSignals, runCleanups, useTemporaryFolder } from '../bench/lib/cleanups.ts';
import { fillPart, textTable } from '../bench/lib/document-part.ts';
import { findProgram } from '../../scripts/find-program.ts';

const tooOld = 'Your browser is too old to play here.';
const documentFile = fileURLToPath(new URL('../../docs/browsers.md', import.meta.url));

interface Seen {
  name: string;
  how: string;
  seen: string;
  isRight: boolean;
}

const steps: readonly (readonly [browser: Browser, name: string, version: number])[] = [
  ['chrome', 'Chrome', 102],
  ['chrome', 'Chrome', leastVersions.chrome],
  ['firefox', 'Firefox', 115],
  ['firefox', 'Firefox', leastVersions.firefox],
  ['safari', 'Safari', leastVersions.safari],
  ['safari', 'Safari', 17.3],
];

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** A guest settles a bet of each game; or the page of a game says that the browser is too old. */
const playOn = async (page: Page, siteUrl: string): Promise<string> => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(reasonOf(error)));
  await page.goto(siteUrl);
  const isTold = await page.evaluate(() => document.documentElement.dataset['browser'] === 'old');
  if (isTold) {
    for (const { path, page: own } of gameSweeps) {
      if (own === null) continue;
      await page.goto(siteUrl + path);
      await page.getByText(tooOld).waitFor();
    }
    return 'is told that it is too old';
  }
  const engine = asEnginePage(page);
  await press(engine, 'button', 'Play as a guest');
  await page.waitForURL('**/games');
  for (const { path, settleBet } of gameSweeps) {
    await page.goto(siteUrl + path);
    await settleBet(engine);
  }
  if (errors.length > 0) throw new Error(errors[0]);
  return `plays all ${gameSweeps.length} games`;
};

const seeSteps = async (siteUrl: string): Promise<Seen[]> => {
  const seen: Seen[] = [];
  const browser = await launchBrowser();
  for (const [kind, label, version] of steps) {
    const missing = missingIn(kind, version);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await deleteBuiltIns(page, missing);
    const mustPlay = version >= leastVersions[kind];
    const result = await playOn(page, siteUrl).then(
      (text) => ({ seen: text, isRight: mustPlay ? text.startsWith('plays') : true }),
      (error: unknown) => ({ seen: reasonOf(error), isRight: false }),
    );
    await context.close();
    const row = { name: `${label} ${version}`, how: `without ${missing.length} built-ins`, ...result };
    console.log(`${row.isRight ? 'right' : 'WRONG'}  ${row.name}: ${row.seen}`);
    seen.push(row);
  }
  await browser.close();
  return seen;
};

/** Prints the version of Chromium in it, and for each address its title, text and whether a picture was made. */
const qtScript = `
import json, os, sys
from PyQt5.QtCore import QTimer, QUrl
from PyQt5.QtWidgets import QApplication
from PyQt5.QtWebEngineWidgets import QWebEngineView
folder, addresses = sys.argv[1], sys.argv[2:]
app = QApplication(['seen', '--no-sandbox', '--disable-gpu'])
view = QWebEngineView()
view.resize(1280, 900)
view.show()
seen = []
def look(left):
    if not left:
        print(json.dumps({'agent': view.page().profile().httpUserAgent(), 'pages': seen}), flush=True)
        os._exit(0)
    def read():
        view.grab().save('%s/qt5-%d.png' % (folder, len(seen)))
        view.page().runJavaScript('document.body.innerText', told)
    def told(text):
        seen.append(text)
        QTimer.singleShot(0, lambda: look(left[1:]))
    view.load(QUrl(left[0]))
    # Some pages never count as loaded: they keep a connection open.
    QTimer.singleShot(12000, read)
look(addresses)
app.exec()
`;

const seeQt = async (siteUrl: string, pictures: string): Promise<Seen[]> => {
  const { path: gamePath = '' } = gameSweeps.find(({ page }) => page !== null) ?? {};
  const script = join(pictures, 'look.py');
  await writeFile(script, qtScript);
  const has = await promisify(execFile)('/usr/bin/python3', ['-c', 'import PyQt5.QtWebEngineWidgets']).then(
    () => findProgram('xvfb-run') !== undefined,
    () => false,
  );
  if (!has) {
    console.log('No Qt 5 WebEngine: apt-get install xvfb xauth python3-pyqt5.qtwebengine');
    return [{ name: 'Qt 5 WebEngine', how: 'not installed', seen: 'was not run', isRight: true }];
  }
  const addresses = [`${siteUrl}/faq`, siteUrl + gamePath];
  const { stdout } = await promisify(execFile)(
    'xvfb-run',
    ['-a', 'timeout', '--kill-after=5', '120', '/usr/bin/python3', script, pictures, ...addresses],
    {
      env: {
        ...process.env,
        QTWEBENGINE_DISABLE_SANDBOX: '1',
        QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu',
      },
    },
  );
  const { agent, pages } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    agent: string;
    pages: string[];
  };
  const chromium = /Chrome\/(\d+)/.exec(agent)?.[1] ?? 'unknown';
  const [questions = '', game = ''] = pages;
  const isRead = /How|\?/.test(questions) && questions.length > 1_000;
  const isTold = game.includes(tooOld);
  const row = {
    name: `Qt 5 WebEngine, Chromium ${chromium}`,
    how: 'the engine itself',
    seen:
      `${isRead ? 'reads' : 'does not read'} the questions; ` +
      `a game ${isTold ? 'says that it is too old' : 'says nothing'}`,
    isRight: isRead && isTold,
  };
  console.log(`${row.isRight ? 'right' : 'WRONG'}  ${row.name}: ${row.seen}`);
  return [row];
};

if (process.argv.length > 2) {
  console.error('Usage: npm run browsers');
  process.exit(2);
}
cleanUpOnSignals();
const folder = useTemporaryFolder('browsers');
const pictures = process.env['BROWSERS_PICTURES'] ?? folder;
await mkdir(pictures, { recursive: true });
const { dataDir } = await makeDataDir();
const stopProgress = showProgress(() => 'the games are played');
try {
  const site = await startSiteProcess({ ...siteKinds.drawing, DATA_DIR: dataDir }, browserSite);
  addCleanup(() => site.end('SIGTERM'));
  const seen = [...(await seeSteps(site.url)), ...(await seeQt(site.url, pictures))];
  const table = textTable([
    ['Browser', 'How', 'Seen'],
    ...seen.map(({ name, how, seen: text }) => [name, how, text]),
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const content = `By \`npm run browsers\` of ${day}:\n\n${table}`;
  await writeFile(documentFile, fillPart(await readFile(documentFile, 'utf8'), 'browsers', content));
  if (seen.some(({ isRight }) => !isRight)) process.exitCode = 1;
} finally {
  stopProgress();
  await runCleanups();
}
