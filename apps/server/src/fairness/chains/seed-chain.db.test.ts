/** Chains on a slow or busy machine. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createSeal } from '../../platform/secrets/seal.ts';
import { checkpointEvery, ensureChains, findCurrentChain } from './seed-chain.ts';

it('a chain is published although its seeds are sealed for longer than a call may leave its transaction', async () => {
  const test = await createTestDatabase();
  // With the limits of a site.
  const database = openDatabase({
    address: test.address,
    role: 'fairground_app',
    onError: () => undefined,
  });
  const seal = createSeal(Buffer.alloc(32, 7));
  const never = new Int32Array(new SharedArrayBuffer(4));
  const slowSeal: typeof seal = {
    ...seal,
    close(...given) {
      // The processor is busy: no other turn of the event loop comes.
      Atomics.wait(never, 0, 0, 1_250);
      return seal.close(...given);
    },
  };
  const links = 2 * checkpointEvery;
  await ensureChains({ database, entropy: systemEntropy, seal: slowSeal, game: 'any', links });
  expect(await findCurrentChain(test.database.query, 'any')).toMatchObject({ links });
  await database.close();
  await test.close();
});
