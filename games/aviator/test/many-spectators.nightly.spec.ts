/** A spectator's page when many watch and the live table is sent less often. */
import { randomUUID } from 'node:crypto';
import { signedMessage } from '../../../apps/server/test/test-line.ts';
import { bet, longestFlightMs } from './page-steps.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

/** With the page itself, more than the pace of few takes. */
const others = 501;

const watch = (url: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    socket.addEventListener('error', reject);
    socket.addEventListener('open', () => {
      const payload = { topics: ['aviator', 'aviatorTable'], ticks: 'sparse' };
      socket.send(signedMessage({ type: 'subscribe', payload, requestId: randomUUID(), nowMs: Date.now() }));
      resolve(socket);
    });
  });

test(
  'shows a complete table and a flight that never falls while many watch',
  { tag: '@desktop' },
  async ({ page, site, signIn, createPlayer }) => {
    const sockets = await Promise.all(Array.from({ length: others }, () => watch(site.url)));
    const { request, username } = await createPlayer();
    /** By round: where the page's messages of the table were on the curve. */
    const confirmed = new Map<string, number[]>();
    let everyMs: number | undefined;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload: text }) => {
        const { type, payload } = JSON.parse(String(text)) as {
          type: string;
          payload: { data: { roundId: string; multiplier?: number; everyMs?: number } };
        };
        if (type !== 'aviatorTable_response' || payload.data.everyMs === undefined) return;
        everyMs = payload.data.everyMs;
        const { roundId, multiplier } = payload.data;
        if (multiplier !== undefined) confirmed.set(roundId, [...(confirmed.get(roundId) ?? []), multiplier]);
      }),
    );
    await signIn();
    await page.goto('/games/aviator');
    const row = page.locator('[data-part=table]').getByRole('row').filter({ hasText: username });
    // A round may crash before 1.01x.
    const isCashedOut = async (): Promise<boolean> => {
      await bet(request, { amount: 500, autoCashOut: 1.01 });
      await expect(row).toContainText('500', { timeout: longestFlightMs });
      await expect(row).toContainText(/1\.01x|Lost/, { timeout: longestFlightMs });
      return (await row.textContent())?.includes('1.01x') === true;
    };
    await expect.poll(isCashedOut, { timeout: 2 * longestFlightMs }).toBe(true);
    expect(everyMs).toBe(2_500);
    /** Seconds of the flight between two messages, without those of the page's own subscriptions. */
    const gaps = () =>
      [...confirmed.values()].flatMap((heights) =>
        heights.slice(1).map((height, at) => Math.log(height / (heights[at] ?? 1)) / 0.1),
      );
    await expect.poll(() => gaps().length, { timeout: 2 * longestFlightMs }).toBeGreaterThan(3);
    expect(Math.max(...gaps())).toBeLessThan(3.1);
    for (const socket of sockets) socket.close();
  },
);
