/** Concurrent use of player seeds: nonces without gaps, one rotation at a time, none while a game is open. */
import { beforeAll, expect, it } from 'vitest';
import { parseHex } from '@fairground/fairness/hex';
import { commitmentOf } from '@fairground/fairness/chain';
import { isInPlay } from '../server/fields.ts';
import {
  createSeedsService,
  type SeedsService,
} from '../../../apps/server/src/fairness/player-seeds/service.ts';
import { runChecks } from '../../../apps/server/src/ledger/audit.ts';
import { seedChecks } from '../../../apps/server/src/fairness/player-seeds/audit.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { systemEntropy } from '../../../apps/server/src/platform/entropy.ts';
import { createSeal } from '../../../apps/server/src/platform/secrets/seal.ts';
import { databaseForAll } from '../../../apps/server/test/for-tests.ts';
import { addPlayer } from '../../../apps/server/test/harness.ts';

let seeds: SeedsService;

const test = databaseForAll({ connections: 12 });
beforeAll(async () => {
  const seal = createSeal(Buffer.alloc(32, 7));
  seeds = createSeedsService({
    database: test.database,
    entropy: systemEntropy,
    seal,
    isGameOpen: isInPlay,
  });
});

/** Inserts a settled game as the game's own transaction would. */
const useNonce = (playerId: bigint, state: 'Lost' | 'Playing' = 'Lost', fail = false) =>
  test.database.transaction(async (query: Database['query']) => {
    const seed = (await seeds.lockSeeds(query, [playerId])).get(playerId);
    if (!seed) throw new Error('no seed');
    const rows = await query({
      text: `WITH game AS (
          INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
            increment_hundredths, state)
          VALUES ($1, $2, $3, 100, 0, 'Easy', 25, 3, 10, $4) ON CONFLICT DO NOTHING RETURNING seed_id, nonce),
        advanced AS (
          UPDATE player_seed s SET next_nonce = s.next_nonce + 1
          FROM game u WHERE s.id = u.seed_id AND s.next_nonce = u.nonce)
        SELECT nonce FROM game`,
      values: [playerId, seed.seedId, seed.nonce, state],
    });
    if (fail) throw new Error('taken back');
    return { nonce: seed.nonce, seedId: seed.seedId, written: rows.length === 1 };
  });

const clean = async () => {
  for (const finding of await runChecks(test.database, seedChecks)) expect(finding.broken).toEqual([]);
};

it('I15: uses the nonces 0 to 49 for fifty concurrent games of a new player', async () => {
  const player = await addPlayer(test.database, 'fifty', 1_000);
  const used = await Promise.all(Array.from({ length: 50 }, () => useNonce(player)));
  expect(used.map(({ nonce }) => nonce).toSorted((a, b) => a - b)).toEqual([...Array(50).keys()]);
  expect(new Set(used.map(({ seedId }) => seedId)).size).toBe(1);
  expect((await seeds.findSeeds(player)).nonce).toBe(50);
  await clean();
});

it('I15: leaves no gap for a game that fails', async () => {
  const player = await addPlayer(test.database, 'gapless', 1_000);
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => useNonce(player, 'Lost', index % 2 === 0)),
  );
  const nonces = tries.flatMap((item) => (item.status === 'fulfilled' ? [item.value.nonce] : []));
  expect(nonces.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
  await clean();
});

it('I15: assigns every nonce to its seed when rotations and games run concurrently', async () => {
  const player = await addPlayer(test.database, 'turner', 1_000);
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      if (index % 6 === 0) expect((await seeds.rotate(player, `turn-${index}-abcd`)).ok).toBe(true);
      else await useNonce(player);
    }),
  );
  const states = await test.rows<{ state: string; count: bigint }>(
    'SELECT state, count(*) FROM player_seed WHERE player_id = $1 GROUP BY state ORDER BY state',
    player,
  );
  expect(states).toEqual([
    { state: 'next', count: 1n },
    { state: 'current', count: 1n },
    { state: 'revealed', count: 10n },
  ]);
  const [{ games } = { games: 0n }] = await test.rows<{ games: bigint }>(
    'SELECT count(*) AS games FROM minefield_game WHERE player_id = $1',
    player,
  );
  expect(games).toBe(50n);
  await clean();
});

it('I13: reveals the committed seed and adopts the announced one at a rotation', async () => {
  const player = await addPlayer(test.database, 'reveal', 1_000);
  const before = await seeds.findSeeds(player);
  expect(before).toMatchObject({ nonce: 0, clientSeedSource: 'server' });
  await useNonce(player);
  const rotated = await seeds.rotate(player, 'my-own-seed');
  if (!rotated.ok) return expect.fail('rotation was refused');
  const { previous, current } = rotated.value;
  expect(previous).toMatchObject({
    commitment: before.commitment,
    clientSeed: before.clientSeed,
    nonces: 1,
  });
  const opened = parseHex(previous.serverSeed, 32) ?? expect.fail('not hex');
  expect(Buffer.from(commitmentOf(opened)).toString('hex')).toBe(before.commitment);
  expect(current).toMatchObject({
    commitment: before.nextCommitment,
    clientSeed: 'my-own-seed',
    clientSeedSource: 'player',
    nonce: 0,
  });
  expect(current.nextCommitment).not.toBe(current.commitment);
  expect(await seeds.findSeeds(player)).toEqual(current);
});

it('refuses a rotation while a game is open, whichever starts first', async () => {
  const player = await addPlayer(test.database, 'open', 1_000);
  for (let turn = 0; turn < 10; turn++) {
    const [game, rotated] = await Promise.all([
      useNonce(player, 'Playing'),
      seeds.rotate(player, `seed-of-turn-${turn}`),
    ]);
    const [row] = await test.rows<{ seed_state: string }>(
      `SELECT s.state AS seed_state FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id
        WHERE g.player_id = $1 AND g.state = 'Playing'`,
      player,
    );
    expect(game.written).toBe(true);
    expect(row?.seed_state).toBe('current');
    if (!rotated.ok) expect(rotated.code).toBe('game_open');
    expect(await seeds.rotate(player, 'refused-seed')).toEqual({ ok: false, code: 'game_open' });
    await test.rows(
      `UPDATE minefield_game SET state = 'Lost' WHERE player_id = $1 AND state = 'Playing'`,
      player,
    );
  }
  await clean();
});

it('stores no current or announced seed in plain text', async () => {
  const rows = await test.rows(`SELECT id FROM player_seed WHERE state <> 'revealed' AND seed IS NOT NULL`);
  expect(rows).toEqual([]);
});
