/** Chance that repeats itself, and who plays: each fill has the same bets. Their results differ with the seeds. */
import { seededRandom } from '../../apps/server/test/query-schedule.ts';

export const createChance = (seed: number) => {
  const random = seededRandom(seed);
  const { next, below } = random;
  return {
    ...random,
    /** As the pages make them: 16 bytes as base64url. Every fifth bet has none. */
    clientSeed: (): string =>
      next() < 0.2 ? '' : Buffer.from(Array.from({ length: 16 }, () => below(256))).toString('base64url'),
    /** Eight bytes of the hash of a key, as far as a number is exact. */
    // A draw has 32 bits, too few for the keys of a million bets of one player to differ.
    key: (): number => Math.floor(next() * 2 ** 20) * 2 ** 32 + Math.floor(next() * 2 ** 32),
    /** Many small values and a few large ones, from `least` in steps. */
    skewed: (least: number, step: number, steps: number): number =>
      least + step * Math.floor(steps * next() ** 3),
  };
};

export type Chance = ReturnType<typeof createChance>;

/** The player with a tenth of all bets. */
export const heavyPlayer = 1;
const heavyShare = 0.1;
const idleShare = 0.15;

/** The first has a tenth of all bets, the last 15 of 100 have none, and those between fewer the later they came. */
export const choosePlayer = (chance: Chance, players: number): number => {
  if (chance.next() < heavyShare) return heavyPlayer;
  const active = Math.max(1, Math.floor(players * (1 - idleShare)) - 1);
  return 2 + Math.floor(active * chance.next() ** 2);
};
