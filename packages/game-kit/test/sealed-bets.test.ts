import { provesInclusion } from '@fairground/fairness/merkle';
import { describe, expect, it } from 'vitest';
import { createInclusions, sealBets } from '../server/sealed-bets.ts';

const bets = [1n, 2n, 3n].map((id) => ({ id, clientSeed: '', leaf: `{"id":"${id}"}` }));
const { betsRoot, betCount } = sealBets(bets);
const sealed = bets.map((bet) => ({ ...bet, bets_root: betsRoot, bet_count: betCount }));

/** Answers the first reads with these rows, and all others with those of the seal. */
const inclusionsAfter = (...first: (readonly (typeof sealed)[number][])[]) => {
  let reads = 0;
  const find = createInclusions(
    async () => first[reads++] ?? sealed,
    (_round, { id, clientSeed, leaf }) => ({ id, clientSeed, leaf }),
  );
  return { find, reads: () => reads };
};

describe('the proofs of a round', () => {
  it('lead from each bet to the root of the seal', async () => {
    const { find, reads } = inclusionsAfter();
    for (const [index, { id, leaf }] of bets.entries()) {
      const found = await find(7n, id);
      expect(found).toMatchObject({ leaf, index, root: betsRoot.toString('hex'), betCount: 3 });
      expect(provesInclusion(leaf, found?.path ?? [], betsRoot.toString('hex'))).toBe(true);
    }
    expect(await find(7n, 4n)).toBeUndefined();
    expect(reads()).toBe(1);
  });

  it('are found after a read from before the seal', async () => {
    const { find } = inclusionsAfter([]);
    expect(await find(7n, 1n)).toBeUndefined();
    expect(await find(7n, 1n)).toMatchObject({ index: 0, betCount: 3 });
  });

  it.each([
    ['lacks a bet', sealed.slice(1)],
    ['has another bet', sealed.with(0, { ...sealed[0]!, leaf: 'other' })],
  ])('are made of nothing, and keep nothing, if a read %s', async (_name, rows) => {
    const { find } = inclusionsAfter(rows);
    await expect(find(7n, 2n)).rejects.toThrow('not those under its seal');
    expect(await find(7n, 2n)).toMatchObject({ index: 1, betCount: 3 });
  });

  it('cost one read for all who ask at once, again after others were asked for', async () => {
    const rounds = new Map<bigint, number>();
    const large = Array.from({ length: 20_000 }, (_, at) => ({
      id: BigInt(at + 1),
      clientSeed: '',
      leaf: String(at),
    }));
    const seal = sealBets(large);
    const find = createInclusions(
      async (round) => {
        rounds.set(round, (rounds.get(round) ?? 0) + 1);
        return large.map((bet) => ({ ...bet, bets_root: seal.betsRoot, bet_count: seal.betCount }));
      },
      (_round, bet) => bet,
    );
    const askAtOnce = (round: bigint) =>
      Promise.all(Array.from({ length: 30 }, (_, at) => find(round, BigInt(at + 1))));
    for (const round of [1n, 2n, 3n, 1n]) expect(await askAtOnce(round)).not.toContain(undefined);
    expect([...rounds.values()]).toEqual([2, 1, 1]);
  });
});
