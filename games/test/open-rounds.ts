import { until } from '../../apps/server/test/player-client.ts';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import type { TestSite } from '../../apps/server/test/test-site.ts';

/** Waits until the games with rounds take stakes: a site that has just started opens the first ones a moment later. */
export const untilRoundsAreOpen = ({ database }: TestSite): Promise<void> =>
  until('rounds and draws are open', async () => {
    const open = await queryAsOwner(
      database,
      `SELECT FROM aviator_round, double_trouble_draw, lottery_draw
       WHERE aviator_round.state = 'betting' AND double_trouble_draw.state = 'open' AND lottery_draw.state = 'open'`,
    );
    return open.length > 0;
  });
