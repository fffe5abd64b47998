/** The live connection breaks, and the page returns to the current round without a reload. */
import { betIsNotPlaced, longestFlightMs } from './page-steps.ts';
import { expectAccessible } from '../../../e2e/accessible.ts';
import { expect, mainButton, pillCoins, test } from '../../../e2e/fixtures.ts';
import { gamePages } from '../../test/sweeps.ts';
import { controlLiveConnection } from '../../../e2e/live-connection.ts';

/** What the page says about the seal of the open round, or of the one in flight. */
const seals = /^(The seed of round \d+ is sealed|Sealed without|\d+ bets? (is|are) sealed)/;

test(
  'a broken connection comes back with the current round',
  { tag: '@desktop' },
  async ({ page, context, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    const newestCrash = async (): Promise<string> => {
      const response = await context.request.get('/api/aviator/globalHistory');
      return ((await response.json()) as { id: string }[])[0]?.id ?? 'none';
    };

    await page.goto('/games/aviator');
    await expect(betIsNotPlaced(page)).toBeVisible();
    await expect(page.getByText(seals)).toBeVisible();
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));

    const countdown = page.locator('[data-part="countdown"]');
    await expect(countdown).toBeVisible({ timeout: longestFlightMs });
    const before = await newestCrash();
    await connection.cut();
    await expect(page.getByText('Not connected. Trying again.')).toBeVisible();
    await expect(countdown, 'nothing is counted that is not known').toBeHidden();
    await expect.poll(newestCrash, { timeout: longestFlightMs }).not.toBe(before);
    connection.restore();

    await expect(page.getByText('Not connected. Trying again.')).toBeHidden();
    expect(connection.opened()).toBeGreaterThan(1);
    const next = page.getByText(/^The seed of round \d+ is sealed/);
    await expect(next).toBeVisible({ timeout: longestFlightMs });
    const shown = await next.textContent();
    const shownRound = Number(/\d+/.exec(shown ?? '')?.[0]);
    expect(shownRound).toBeGreaterThanOrEqual(Number(await newestCrash()));
    await expect(page.locator('body[data-not-reloaded]')).toHaveCount(1);
  },
);

for (const { id, path, button } of gamePages.filter(({ needsNoLive }) => needsNoLive))
  test.describe(`without a connection ${path}`, () => {
    test.use({ expectedErrors: [/ERR_FAILED/] });

    test('says so, and why a press failed', { tag: '@phone' }, async ({ page, signIn }) => {
      await signIn();
      const connection = await controlLiveConnection(page);
      await page.goto(path);
      const action = mainButton(page, button.en);
      await expect(action).toBeEnabled();
      await expect.poll(() => connection.opened()).toBeGreaterThan(0);
      await connection.cut();
      const note = page.getByText('Not connected. Trying again.');
      await expect(note).toBeVisible();
      await expectAccessible(page);
      await page.route(`**/api/${id}/create`, (route) => route.abort());
      await action.click();
      await expect(page.getByRole('alert').filter({ hasText: 'The fair cannot be reached' })).toBeVisible();
      await page.unroute(`**/api/${id}/create`);
      connection.restore();
      await expect(note).toBeHidden();
    });
  });

test(
  'shows what changed before its first connection',
  { tag: '@desktop' },
  async ({ page, context, site, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    const release = connection.hold();
    await page.goto('/games');
    await expect.poll(() => pillCoins(page)).toBe(1000);
    const bought = await context.request.post('/api/lottery/create', {
      data: { numbers: [1, 2, 3, 4, 5, 6], bid: 10 },
      headers: { origin: site.url },
    });
    expect(bought.status()).toBe(201);
    release();
    await expect.poll(() => pillCoins(page)).toBe(990);
  },
);

test(
  'a connection that stays away is reported, and comes back with Reconnect',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.addInitScript(() => {
      const { WebSocket: Original } = window;
      const opened: WebSocket[] = [];
      let refuses = false;
      // A server that cannot be reached: the socket closes without having been open.
      const unreachable = () =>
        Object.assign(new EventTarget(), { close: () => undefined, send: () => undefined });
      Object.assign(window, {
        WebSocket: function open(url: string) {
          if (!refuses) {
            const socket = new Original(url);
            opened.push(socket);
            return socket;
          }
          const socket = unreachable();
          queueMicrotask(() => socket.dispatchEvent(new CloseEvent('close', { code: 1006 })));
          return socket;
        },
        refuseSockets(refused: boolean) {
          refuses = refused;
          if (!refused) return;
          for (const socket of opened) {
            // A page may send until it is notified of the close, which the console would report for this socket.
            socket.send = () => undefined;
            socket.close();
          }
        },
      });
    });
    const refuse = (refused: boolean) =>
      page.evaluate((isRefused) => {
        (window as unknown as { refuseSockets(refused: boolean): void }).refuseSockets(isRefused);
      }, refused);
    await page.clock.install();
    await page.goto('/games/aviator');
    await expect(page.getByText(seals)).toBeVisible();

    await refuse(true);
    await expect(page.getByText('Not connected. Trying again.')).toBeVisible();
    const note = page.getByRole('status').filter({ hasText: /^Not connectedReconnect$/ });
    // Twenty quick tries, each within four seconds of the page's clock.
    for (let tries = 0; tries < 40 && !(await note.isVisible()); tries++) await page.clock.fastForward(4_100);
    await expect(note).toBeVisible();
    await expect(page.getByRole('button', { name: 'Place Bet' })).toBeDisabled();

    await refuse(false);
    await note.getByRole('button', { name: 'Reconnect' }).click();
    await expect(note).toHaveCount(0);
    await expect(page.getByText('Not connected')).toHaveCount(0);
  },
);

test.describe('several tabs', () => {
  // The other tab may request a new connection just as its session ends.
  test.use({ expectedErrors: [/401 .*\/api\/auth\/socketToken/] });

  test(
    'logging out in one tab signs the others out',
    { tag: '@desktop' },
    async ({ page, context, signIn }) => {
      const username = await signIn();
      await page.goto('/games');
      const other = await context.newPage();
      await other.goto('/leaderboard');
      await expect(other.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      await page.getByRole('button', { name: `Account of ${username}` }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect(other).toHaveURL(/\/login/);
      await expect(other.getByRole('button', { name: /^Balance:/ })).toHaveCount(0);
    },
  );
});
