/** Chance that repeats itself, and who plays: each fill has the same bets. Their results differ with the seeds. */

/** Numbers from 0 to below 1 (mulberry32). */
export const createChance = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from 0 to below `count`. */
  const below = (count: number): number => Math.floor(next() * count);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return {
    next,
    below,
    /** As the pages make them: 16 bytes as base64url. Every fifth bet has none. */
    clientSeed(): string {
      if (next() < 0.2) return '';
      let text = '';
      for (let at = 0; at < 22; at += 4) {
        const bits = below(1 << 24);
        for (let shift = 0; shift < 24; shift += 6) text += letters.charAt((bits >> shift) & 63);
      }
      return text.slice(0, 22);
    },
    /** Eight bytes of the hash of a key, as far as a number is exact. */
    key: (): number => Math.floor(next() * 2 ** 52),
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
