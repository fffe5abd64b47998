/** A41, F6, F28, I7 and others: the engine, the service and the database do what traces of round.qnt say. */
import { openModel, type Model, type ModelStep, type Replay } from './quint.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoundReplay, type RoundState } from './round-replay.ts';

let replay: Replay<RoundState>;
let model: Model;

beforeAll(async () => {
  replay = await openRoundReplay();
  model = await openModel('round');
});
afterAll(() => replay?.close());

/** One in CI, or REPLAY_SEEDS. */
const seeds = Array.from({ length: Number(process.env['REPLAY_SEEDS'] ?? 1) }, (_, at) => BigInt(at + 1));

it.each(seeds)('replays a hundred traces of the round, from seed %d on', async (seed) => {
  const traces = model.trace<RoundState>({ seed: seed * 1_000_000n, samples: 100, steps: 30 });
  for (const trace of traces) expect(await replay.replay(trace.steps), `seed ${trace.seed}`).toBeUndefined();
});

it('leaves a void round to the next leader, where one who was replaced finds it before it is announced', async () => {
  const [trace] = model.trace<RoundState>({ seed: 58_024_772n, samples: 1, steps: 30 });
  const isLeft = ({ action, state: { row, published } }: ModelStep<RoundState>) =>
    action === 'staleStep' && row.state === 'void' && published.phase === 'betting';
  expect(trace?.steps.some(isLeft)).toBe(true);
  expect(await replay.replay(trace?.steps ?? [])).toBeUndefined();
});
