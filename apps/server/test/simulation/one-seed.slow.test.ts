/** F21: a seed decides everything that happens, so that a failure can be replayed. */
import { expect, it } from 'vitest';
import { playSeed } from './play-seed.ts';

it('F21: replays the same history from a seed', async () => {
  const one = await playSeed(7);
  expect(one.wins).toBeGreaterThan(10);
  expect(await playSeed(7)).toEqual(one);
}, 120_000);
