/** I2, I3, I6 and I7: the ledger and the keys of calls do what traces of ledger.qnt say. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLedgerReplay, type LedgerState } from './ledger-replay.ts';
import { openModel, type Replay } from './quint.ts';

let replay: Replay<LedgerState>;
beforeAll(async () => {
  replay = await openLedgerReplay();
});
afterAll(() => replay?.close());

it('replays a hundred traces of the ledger', async () => {
  const model = await openModel('ledger');
  for (const { seed, steps } of model.trace<LedgerState>({ seed: 1n, samples: 100, steps: 30 }))
    expect(await replay.replay(steps), `seed ${seed}`).toBeUndefined();
});
