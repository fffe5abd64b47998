/** Concurrent strikes from two services on one database. */
import { systemClock } from '@fairground/server/platform/clock';
import { findUser } from '@fairground/server/ledger/player-view';
import { hashBody } from '@fairground/server/http/coin-request';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { createSeedBook } from '@fairground/server/fairness/player-seeds/service';
import { addPlayer, createTestDatabase, type TestDatabase } from '@fairground/server/test/harness';
import { audit } from '@fairground/server/test/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStrikerService, type StrikerService } from '../server/service.ts';
import { countOutcomes, textOf } from '../../../apps/server/test/outcomes.ts';

let test: TestDatabase;
let services: StrikerService[];

beforeAll(async () => {
  test = await createTestDatabase({ connections: 10 });
  const seeds = createSeedBook({ entropy: systemEntropy, seal: createSeal(Buffer.alloc(32, 3)) });
  services = [0, 1].map(() =>
    createStrikerService({
      database: test.database,
      clock: systemClock,
      seeds,
      refusalText: (code) => JSON.stringify({ code }),
      userChanged: () => undefined,
      recordBet: () => undefined,
    }),
  );
});
afterAll(async () => {
  const violations = (await audit(test.database)).filter((finding) => finding.broken.length > 0);
  await test.close();
  expect(violations).toEqual([]);
});

const service = (index: number): StrikerService => services[index % 2] as StrikerService;
const atOnce = <T>(times: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => run(index)));
const rowsOf = (playerId: bigint) =>
  test.database.query<{ nonce: number; amount: bigint; amount_won: bigint }>({
    text: 'SELECT nonce, amount, amount_won FROM high_striker_strike WHERE player_id = $1 ORDER BY nonce',
    values: [playerId],
  });

it('stakes no coin twice and leaves no gap in the nonces for a hundred concurrent strikes with coins for ten', async () => {
  // A win of 1,000x would pay for more strikes; those are counted as well.
  const player = await addPlayer(test.database, 'hasty', 1_000);
  const results = await atOnce(100, (index) =>
    service(index).strike({ playerId: player, stakeCoins: 100, targetHundredths: 100_000 }),
  );
  const rows = await rowsOf(player);
  const won = rows.reduce((sum, row) => sum + row.amount_won, 0n);
  const kinds = countOutcomes(results);
  expect(kinds['done']).toBe(rows.length);
  if (won === 0n) expect(kinds).toEqual({ done: 10, insufficient_coins: 90 });
  expect(rows.map(({ nonce }) => nonce)).toEqual(rows.map((_, at) => at));
  const user = await findUser(test.database.query, player);
  expect(user && BigInt(user.coins + user.winningAmount)).toBe(1_000n - 100n * BigInt(rows.length) + won);
});

it('strikes once, with one answer, for thirty concurrent uses of one key', async () => {
  const player = await addPlayer(test.database, 'echo', 1_000);
  const idempotency = { key: 'echo', bodyHash: hashBody({}) };
  const results = await atOnce(30, (index) =>
    service(index).strike({ playerId: player, stakeCoins: 100, targetHundredths: 200, idempotency }),
  );
  expect(countOutcomes(results)).toEqual({ done: 1, replayed: 29 });
  expect(new Set(results.map((item) => textOf(item))).size).toBe(1);
  expect(await rowsOf(player)).toHaveLength(1);
});

it('settles the concurrent strikes of forty players separately', async () => {
  const players = await Promise.all(
    Array.from({ length: 40 }, (_, at) => addPlayer(test.database, `many_${at}`, 500)),
  );
  const results = await Promise.all(
    players.flatMap((playerId, index) =>
      [150, 300].map((targetHundredths) =>
        service(index).strike({ playerId, stakeCoins: 200, targetHundredths }),
      ),
    ),
  );
  expect(countOutcomes(results)).toEqual({ done: 80 });
  for (const playerId of players) {
    const rows = await rowsOf(playerId);
    const user = await findUser(test.database.query, playerId);
    const won = rows.reduce((sum, row) => sum + row.amount_won, 0n);
    expect(user && BigInt(user.coins + user.winningAmount)).toBe(100n + won);
    expect(rows.map(({ nonce }) => nonce)).toEqual([0, 1]);
  }
});
