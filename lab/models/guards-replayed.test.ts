/** A41, F6, F28 and others: where a model lacks a guard that the site has, the replay of its trace says so. */
import { describe, expect, inject, it } from 'vitest';
import { openModel } from './quint.ts';
import { replays } from './replays.ts';
import { models } from './models.ts';

describe.each(replays)('a replay of $name', async ({ name, open }) => {
  it('differs where the model lacks a guard', async () => {
    const model = await openModel(name);
    const replay = await open(inject('databaseAddress'));
    const { guards = [], steps = 0 } = models.find((each) => each.name === name) ?? {};
    const unseen: string[] = [];
    for (const { guard, fails, seed } of guards) {
      const [trace] = model.trace<never>({ without: guard, invariants: [fails], seed, samples: 20, steps });
      const difference = await replay.replay(trace?.steps ?? []);
      if (difference === undefined) unseen.push(guard);
    }
    await replay.close();
    expect(guards.length).toBeGreaterThan(0);
    expect(unseen).toEqual(guards.filter(({ isUnseen }) => isUnseen).map(({ guard }) => guard));
  });
});
