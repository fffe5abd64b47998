/** A screen reader hears each number that is drawn once, and with it what the player's bets came to. */
import type { DoubleTroubleBet } from '@fairground/game-double-trouble/contract';
import { isAccepted } from '../../../e2e/accepted-request.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { linesInTree, recordSpoken, spokenLines } from '../../../e2e/spoken-lines.ts';

/** Far above the two slots of six seconds after which a bet is over. */
const slotsMs = 60_000;

test.use({ expectedErrors: [/409 .*\/api\/doubleTrouble\/create/] });

test(
  'a won and a lost bet are each said once with the number, and a number without a bet alone',
  { tag: '@phone' },
  async ({ page, context, signIn }) => {
    await signIn();
    await recordSpoken(page);
    await page.goto('/games/double-trouble');
    const place = page.getByRole('button', { name: 'Place Bet' });
    const tryToBet = async (): Promise<boolean> => {
      await expect(place).toBeEnabled({ timeout: slotsMs });
      return isAccepted(page, '/api/doubleTrouble/create', () => place.click());
    };
    const ended = new Set<string>();
    for (let bets = 0; ended.size < 2; bets += 1) {
      expect(bets, 'bets until one was won and one lost').toBeLessThan(20);
      await expect.poll(tryToBet, { timeout: 2 * slotsMs }).toBe(true);
      const before = (await spokenLines(page)).length;
      const drawn = async () =>
        (await spokenLines(page)).slice(before).filter((line) => /\bwas drawn\b/.test(line));
      // The next draw has no bet: all of the one with the bet is said.
      const isNextSaid = async () =>
        (await drawn()).some((line) => /was drawn: (Under|Over|Exact)\.$/.test(line));
      await expect.poll(isNextSaid, { timeout: 2 * slotsMs }).toBe(true);
      const [own = '', ...others] = await drawn();
      const [bet] = (await (
        await context.request.get('/api/doubleTrouble/userHistory')
      ).json()) as DoubleTroubleBet[];
      expect(own).toMatch(
        bet?.status === 'win'
          ? /^\d+ was drawn \d+ coins come back for 10 staked\.$/
          : /^\d+ was drawn 10 coins lost$/,
      );
      expect(others).toHaveLength(1);
      ended.add(bet?.status ?? '');
    }
    expect((await linesInTree(page)).filter((line) => /was drawn: /.test(line))).toHaveLength(1);
  },
);
