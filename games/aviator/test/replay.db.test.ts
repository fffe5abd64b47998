/** A41, F6, F28, I7 and others: the engine, the service and the database do what traces of models/round.qnt say. */
import { openModel, type Model, type Replay } from '@fairground/server/test/quint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoundReplay, type RoundState } from './replay.ts';

let replay: Replay<RoundState>;
let model: Model;

beforeAll(async () => {
  replay = await openRoundReplay();
  model = await openModel('round');
});
afterAll(() => replay?.close());

it.each([1n, 2n, 3n, 4n, 5n])('replays a hundred traces of the round, from seed %d on', async (seed) => {
  const traces = model.trace<RoundState>({ seed: seed * 1_000_000n, samples: 100, steps: 30 });
  for (const trace of traces) expect(await replay.replay(trace.steps), `seed ${trace.seed}`).toBeUndefined();
});
