/** A bot that plays High Striker: one strike after the other, until its plan is done or it has lost enough. */
import { createClient, type Client } from '@fairground/client';

export interface Plan {
  stakeCoins: number;
  /** The multiplier to strike for. */
  target: number;
  maxStrikes: number;
  /** Stops before the next strike could lose more than this in all. */
  maxLossCoins: number;
}

export interface Result {
  strikes: number;
  /** What all strikes paid, less what they cost. */
  changeCoins: number;
  reason: 'done' | 'stop-loss' | 'refused';
  /** The problem document, where the site refused a strike. */
  refusal?: unknown;
}

export const play = async (client: Client, plan: Plan): Promise<Result> => {
  let changeCoins = 0;
  for (let strikes = 0; strikes < plan.maxStrikes; strikes += 1) {
    if (changeCoins - plan.stakeCoins < -plan.maxLossCoins)
      return { strikes, changeCoins, reason: 'stop-loss' };
    const { data, error } = await client.POST('/api/highStriker/create', {
      body: { amount: plan.stakeCoins, target: plan.target },
    });
    if (data === undefined) return { strikes, changeCoins, reason: 'refused', refusal: error };
    changeCoins += data.game.coinsWon - data.game.amount;
  }
  return { strikes: plan.maxStrikes, changeCoins, reason: 'done' };
};

/** FAIRGROUND_URL=... FAIRGROUND_TOKEN=fgp_... node packages/client/examples/bot.ts */
if (import.meta.main) {
  const { FAIRGROUND_URL: url = 'http://localhost:3000', FAIRGROUND_TOKEN: token = '' } = process.env;
  const plan = { stakeCoins: 100, target: 2, maxStrikes: 50, maxLossCoins: 1_000 };
  console.log(await play(createClient({ url, token }), plan));
}
