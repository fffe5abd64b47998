/** What the page of a player without a bet receives during a flight, over several rounds. */
import { bet, longestFlightMs } from './page-steps.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

test(
  'a spectator receives the flight by the table and no ticks',
  { tag: '@desktop' },
  async ({ page, signIn, createPlayer }) => {
    const { request } = await createPlayer();
    /** By round: messages of the flight while it is ongoing, and of the table that confirm it. */
    const ongoing = new Map<string, number>();
    const confirmed = new Map<string, number>();
    const finished = new Set<string>();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload: text }) => {
        const { type, payload } = JSON.parse(String(text)) as {
          type: string;
          payload: { data: { roundId: string; status?: string; multiplier?: number } };
        };
        const { roundId, status, multiplier } = payload.data;
        const count = (counts: Map<string, number>) => counts.set(roundId, (counts.get(roundId) ?? 0) + 1);
        if (type === 'aviatorTable_response' && multiplier !== undefined) count(confirmed);
        if (type !== 'aviatorDrawResult_response') return;
        if (status === 'finished') finished.add(roundId);
        else count(ongoing);
      }),
    );
    await signIn();
    await page.goto('/games/aviator');
    await bet(request, { amount: 20 });
    // The first flight may have begun before the page knew that the player has no bet.
    const watched = () => [...finished].slice(2).filter((roundId) => (confirmed.get(roundId) ?? 0) > 0);
    await expect.poll(() => watched().length, { timeout: 2 * longestFlightMs }).toBeGreaterThan(1);
    for (const roundId of watched()) {
      const corrections = Math.ceil((confirmed.get(roundId) ?? 0) / 5);
      expect(ongoing.get(roundId) ?? 0, 'messages of a flight').toBeLessThanOrEqual(1 + corrections);
    }
  },
);
