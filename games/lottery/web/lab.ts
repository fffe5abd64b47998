/** The lottery in the strategy lab: a ticket with the same numbers in every draw. */
import { defineGameLab } from '@fairground/game-kit/web/lab';
import type { LotteryConfig } from '../contract.ts';
import { lotteryDraws, lotteryRules, ticketPayoutCoins, waysToMatch } from '../rules.ts';
import type { Texts } from './texts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const { balls, picks } = lotteryRules;

export default defineGameLab<Texts['lab'], LotteryConfig>({
  stakes: ({ minBid, maxBid, step, defaultBid }) => ({ min: minBid, max: maxBid, step, initial: defaultBid }),
  fields: () => [],
  roundsPerHour: ({ drawEveryMs = dayMs }) => hourMs / drawEveryMs,
  pace: 'lab.lottery.pace',
  game() {
    // Any order is a fair start for a shuffle, so the balls continue from the last one.
    const deck = Uint8Array.from({ length: balls }, (_, ball) => ball);
    return {
      chances: Array.from(
        { length: picks + 1 },
        (_, matches) => Number(waysToMatch(matches)) / Number(lotteryDraws),
      ),
      payout: ticketPayoutCoins,
      playOnce(random) {
        let matches = 0;
        for (let drawn = 0; drawn < picks; drawn++) {
          const place = drawn + random.below(balls - drawn);
          const ball = deck[place] ?? 0;
          deck[place] = deck[drawn] ?? 0;
          deck[drawn] = ball;
          // The numbers of the ticket are the first six: all choices are equally likely.
          if (ball < picks) matches += 1;
        }
        return matches;
      },
    };
  },
});
