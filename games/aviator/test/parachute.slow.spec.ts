/** A parachute in a browser that freezes, whose cable is pulled, that has a page on another process, or a slow line. */
import { chromium, expect, request, test, type APIRequestContext, type Page } from '@playwright/test';
import { findFreePort } from '../../../apps/server/test/free-port.ts';
import { freezeProgram } from '../../../apps/server/test/server-processes.ts';
import { addDatabase, urlOf } from '../../../apps/server/test/shared-postgres.ts';
import { browserSite, makeDataDir, startSiteProcess } from '../../../apps/server/test/site-process.ts';
import { createValkeyServer, valkeyProgram } from '../../../apps/server/test/valkey-server.ts';
import { createNetwork, layCable, type Cable } from '../../../e2e/cables.ts';
import { createName, password } from '../../../e2e/fixtures.ts';
import { launchOptions } from '../../../e2e/playwright.config.ts';
import { sharedPostgres } from '../../../e2e/shared-address.ts';
import { siteKinds } from '../../../e2e/site-settings.ts';
import type { AviatorBet } from '../contract.ts';
import { betIsNotPlaced, flight, longestFlightMs, placeBet } from './page-steps.ts';

let network: ReturnType<typeof createNetwork>;
let cable: Cable;
let url: string;
/** What calls are sent to past the cable: the site's other process, or the only one. */
let otherUrl: string;

/** What is started ends in the opposite order. */
const [siteEnds, browserEnds]: [(() => unknown)[], (() => unknown)[]] = [[], []];
const endAll = async (ends: (() => unknown)[]): Promise<void> => {
  for (const end of ends.splice(0).toReversed()) await end();
};

/** A site with a cable to one of its processes: of two, or of one where no Valkey is installed. */
const openSite = async (): Promise<void> => {
  network = createNetwork(launchOptions.executablePath);
  if (network === undefined) console.log('The cable is only a proxy: `ip netns` is missing or needs root.');
  siteEnds.push(() => network?.remove());
  cable = await layCable(network?.furtherEnd);
  siteEnds.push(cable.close);
  await network?.leadTo(cable.port);
  const port = await findFreePort();
  cable.leadTo(port);
  url = `http://localhost:${cable.port}`;
  const { dataDir, remove } = await makeDataDir();
  siteEnds.push(remove);
  const database = urlOf(await addDatabase(sharedPostgres()));
  const usual = { ...siteKinds.usual, DATA_DIR: dataDir, DATABASE_URL: database };
  // Both have the address that players know.
  const on = (ownPort: number) => ({ PORT: String(ownPort), SITE_URL: url });
  if (valkeyProgram === undefined) {
    console.log('The site has one process. For two: apt-get install redis-server.');
    const only = await startSiteProcess({ ...usual, ...on(port) }, browserSite);
    siteEnds.push(() => only.end('SIGTERM'));
    otherUrl = `http://localhost:${port}`;
    return;
  }
  const valkey = await createValkeyServer();
  valkey.start();
  siteEnds.push(valkey.remove);
  const env = { ...usual, VALKEY_URL: valkey.url };
  const one = await startSiteProcess({ ...env, ...on(port) }, browserSite);
  siteEnds.push(() => one.end('SIGTERM'));
  const otherPort = await findFreePort();
  const other = await startSiteProcess({ ...env, ...on(otherPort) }, browserSite);
  siteEnds.push(() => other.end('SIGTERM'));
  otherUrl = `http://localhost:${otherPort}`;
};

interface Played {
  browserPid: number;
  page: Page;
  player: APIRequestContext;
}

/** The page of a player, with a browser of its own, at the end of the cable. */
const open = async (launchedIn?: { address: string; executablePath: string }): Promise<Played> => {
  const player = await request.newContext({
    baseURL: otherUrl,
    extraHTTPHeaders: { origin: url },
  });
  browserEnds.push(() => player.dispose());
  const username = createName();
  const data = { username, email: `${username}@example.org`, password, adult: true };
  expect((await player.post('/api/auth/register', { data })).status()).toBe(201);

  const { executablePath = launchOptions.executablePath, address } = launchedIn ?? {};
  const launched = await openPage(
    player,
    executablePath,
    address === undefined ? undefined : `localhost ${address}`,
  );
  const { page } = launched;
  await page.getByRole('checkbox', { name: /^Parachute/ }).check();
  return { ...launched, player };
};

/** Where the browser connects to in place of the site's address, as in `localhost 10.0.0.1`. */
const openPage = async (player: APIRequestContext, executablePath: string, leadTo: string | undefined) => {
  const resolved = leadTo === undefined ? [] : [`--host-resolver-rules=MAP ${leadTo}`];
  const launched = { executablePath, args: [...launchOptions.args, ...resolved] };
  const browser = await chromium.launchServer(launched);
  browserEnds.push(() => browser.kill());
  const { viewport } = test.info().project.use;
  const connected = await chromium.connect(browser.wsEndpoint());
  const pages = { viewport: viewport ?? null, locale: 'en-US', serviceWorkers: 'block' } as const;
  const context = await connected.newContext(pages);
  await context.addCookies((await player.storageState()).cookies);
  const page = await context.newPage();
  await page.goto(`${url}/games/aviator`);
  return { browserPid: browser.process().pid ?? 0, page };
};

const newestBet = async (player: APIRequestContext): Promise<AviatorBet | undefined> =>
  ((await (await player.get('/api/aviator/userHistory')).json()) as AviatorBet[])[0];

/** A parachute that should open has opened by then, on a busy machine too. */
const opensBy = 1.45;
const silenceMs = 4_000;

/**
 * Bets until a flight lasts long enough from `act` on, and returns the bet as it ended. A parachute that should stay
 * closed is given four seconds; then the player cashes out on the other process.
 */
const fly = async (
  { page, player }: Played,
  act: () => () => unknown,
  expected: 'parachute' | 'press',
): Promise<AviatorBet> => {
  for (let round = 0; round < 20; round += 1) {
    await placeBet(page);
    await expect(flight(page).or(betIsNotPlaced(page)).first()).toBeVisible({ timeout: longestFlightMs });
    const undo = act();
    const actedAt = performance.now();
    const ended = async () => {
      const bet = await newestBet(player);
      const isLong = performance.now() - actedAt > silenceMs;
      if (expected === 'press' && isLong && bet?.outcome === 'pending') {
        const data = { roundId: bet.roundId, crashMultiplier: 10_000 };
        await player.post('/api/aviator/cashout', { data });
      }
      return bet?.outcome !== 'pending';
    };
    await expect.poll(ended, { timeout: 2 * longestFlightMs }).toBe(true);
    await undo();
    const bet = await newestBet(player);
    if (bet === undefined) continue;
    const isTooShort = expected === 'press' || (bet.crashMultiplier ?? 1) < opensBy;
    if (bet.endedBy !== 'crash' || !isTooShort) return bet;
  }
  throw new Error('twenty rounds in a row crashed too soon');
};

const saysThatItOpened = (page: Page, { cashOutMultiplier }: AviatorBet) =>
  expect(
    page.getByText(`Your parachute opened at ${cashOutMultiplier?.toFixed(2)}x: `, { exact: false }),
  ).toBeVisible();

test.describe('a parachute', { tag: '@phone' }, () => {
  test.beforeAll(openSite);
  test.afterEach(() => endAll(browserEnds));
  test.afterAll(() => endAll(siteEnds));

  test('opens while the browser is frozen, and the page says so when it goes on, and when it is loaded', async () => {
    const played = await open();
    const bet = await fly(played, () => freezeProgram(played.browserPid), 'parachute');
    expect(bet.endedBy).toBe('parachute');
    await saysThatItOpened(played.page, bet);
    await played.page.reload();
    await saysThatItOpened(played.page, bet);
  });

  test('opens while the cable is pulled, and the page says so when it is back', async () => {
    const played = await open(network);
    const bet = await fly(played, () => (network ?? cable).pull(), 'parachute');
    expect(bet.endedBy).toBe('parachute');
    await saysThatItOpened(played.page, bet);
  });

  test('stays closed while another page answers, on another process where there is one', async () => {
    const played = await open();
    // Past the cable.
    const past = `localhost:${cable.port} 127.0.0.1:${new URL(otherUrl).port}`;
    const { page: other } = await openPage(played.player, launchOptions.executablePath, past);
    await expect(other.getByRole('heading', { name: /^Your Bet/ })).toBeVisible();
    expect((await fly(played, () => cable.pull(), 'press')).endedBy).toBe('press');
  });

  test('stays closed on a slow line', async () => {
    const played = await open();
    cable.setPace({ bitsPerSecond: 400_000, delayMs: 400 });
    expect((await fly(played, () => () => undefined, 'press')).endedBy).toBe('press');
  });
});
