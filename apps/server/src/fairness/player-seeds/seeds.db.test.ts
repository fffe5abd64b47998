/** The calls for seeds over HTTP. */
import { rotateSeedsAnswer, seedsSchema } from '@fairground/contract/seeds';
import { beforeAll, expect, it } from 'vitest';
import { countRows, type CountedStatement } from '../../../test/counted-rows.ts';
import { siteForAll } from '../../../test/for-tests.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { type TestPlayer } from '../../../test/test-site.ts';
import { readDay } from './sql/seeds.sql.ts';

let alice: TestPlayer;
let bob: TestPlayer;

const site = siteForAll({ env: { SIGNUP_COINS: '100000' } });
beforeAll(async () => {
  alice = await site.register('alice');
  bob = await site.register('bob');
});

it('answers 401 to a visitor', async () => {
  for (const [method, path] of [
    ['GET', '/fairness/seeds'],
    ['POST', '/fairness/seeds/rotate'],
    ['POST', '/fairness/seeds/client'],
  ] as const) {
    const body = method === 'POST' ? { clientSeed: 'long-enough' } : undefined;
    const answer = await site.call(method, path, null, body);
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  }
});

it("A18: shows a player their own pair, the same each time, and never another's", async () => {
  const first = await alice.get('/fairness/seeds');
  const again = await alice.get('/fairness/seeds');
  const other = await bob.get('/fairness/seeds');
  expect(seedsSchema.parse(first.body)).toEqual(again.body);
  expect(first.body).toMatchObject({ nonce: 0, clientSeedSource: 'server' });
  expect(other.body['commitment']).not.toBe(first.body['commitment']);
  expect(other.body['clientSeed']).not.toBe(first.body['clientSeed']);
});

it.each([
  {},
  { clientSeed: '' },
  { clientSeed: 'seven77' },
  { clientSeed: 'x'.repeat(65) },
  { clientSeed: 'has a space' },
  { clientSeed: 'pipe|pipe' },
  { clientSeed: 'ümlautümlaut' },
  { clientSeed: 12_345_678 },
  { clientSeed: ['long-enough'] },
  { clientSeed: 'long-enough', serverSeed: '00' },
  { clientSeed: 'new\nline-seed' },
  { clientSeed: 'trailing-line\n' },
  'null',
])('%j is no client seed: 400, nothing changed', async (payload) => {
  const before = await alice.get('/fairness/seeds');
  for (const path of ['/fairness/seeds/rotate', '/fairness/seeds/client']) {
    const answer = await alice.post(path, payload);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  }
  expect((await alice.get('/fairness/seeds')).text).toBe(before.text);
});

it('answers a rotation with the revealed seed and the new pair', async () => {
  const before = await alice.get('/fairness/seeds');
  const rotated = await alice.post('/fairness/seeds/rotate', { clientSeed: 'lanterns_on-a_Meadow' });
  expect(rotated.status).toBe(200);
  const { previous, current } = rotateSeedsAnswer.parse(rotated.body);
  expect(previous.commitment).toBe(before.body['commitment']);
  expect(current).toMatchObject({ clientSeed: 'lanterns_on-a_Meadow', clientSeedSource: 'player', nonce: 0 });
  expect(current.commitment).toBe(before.body['nextCommitment']);
});

it('takes the client seed of a pair that is not in use, again and again', async () => {
  const before = await bob.get('/fairness/seeds');
  for (const clientSeed of ['lanterns_on-a_Meadow', 'x'.repeat(64)]) {
    const chosen = await bob.post('/fairness/seeds/client', { clientSeed });
    expect(chosen.status).toBe(200);
    expect(seedsSchema.parse(chosen.body)).toEqual({
      ...before.body,
      clientSeed,
      clientSeedSource: 'player',
    });
    expect((await bob.get('/fairness/seeds')).body).toEqual(chosen.body);
  }
});

it('creates the pair of a player who chooses a client seed first', async () => {
  const carol = await site.register('carol');
  const chosen = await carol.post('/fairness/seeds/client', { clientSeed: 'before-all-else' });
  expect(chosen).toMatchObject({ status: 200, body: { clientSeed: 'before-all-else', nonce: 0 } });
});

it('reads the seeds of a day without those of the days before', async () => {
  const earlier = 2_000;
  await queryAsOwner(
    site.database,
    `INSERT INTO player_seed (player_id, state, sealed, commitment, client_seed, client_seed_source, seed, revealed_at)
     SELECT $1, 'revealed', '', sha256(n::text::bytea), 'client_seed', 'server', sha256('seed'::bytea), now()
     FROM generate_series(1, $2::integer) n ORDER BY n`,
    [alice.user.id, earlier],
  );
  await queryAsOwner(site.database, 'ANALYZE player_seed');
  const newest = await site.rows<{ id: bigint; commitment: Buffer }>(
    'SELECT id, commitment FROM player_seed ORDER BY id DESC LIMIT 5',
  );
  const counted: CountedStatement[] = [];
  const query = countRows(site.database.query, counted);
  const day = { seedId: newest[1]?.id ?? 0n, index: 3n, count: 5n };
  expect((await readDay.run(query, day)).map(({ commitment }) => commitment)).toEqual(
    newest.map(({ commitment }) => commitment).toReversed(),
  );
  expect(counted[0]?.rows).toBeLessThan(100);
});
