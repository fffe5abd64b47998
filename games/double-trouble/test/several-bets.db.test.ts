/** Several bets of a player at the same moment: each is judged, answered and published as if they came one by one. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import { verifyReceipt } from '@fairground/fairness/receipt';
import { createReceipts } from '@fairground/game-kit/server';
import { systemClock } from '@fairground/server/platform/clock';
import fc from 'fast-check';
import type { User } from '@fairground/contract/user';
import { findUser } from '@fairground/server/ledger/player-view';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { textOf } from '../../../apps/server/test/outcomes.ts';
import type { DoubleTroubleCreateAnswer } from '../contract.ts';
import { createDoubleTroubleService, type DoubleTroubleService, type PlaceBet } from '../server/service.ts';
import { codeOf, openTestDraw, settleTestDraw } from './table.ts';

let service: DoubleTroubleService;
/** What was published after the commits. */
let published: User[];
/** The names of the statements that were sent. */
let statements: string[];
let signatures = 0;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const receipts = createReceipts({
  publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  sign(message) {
    signatures += 1;
    return sign(null, message, privateKey);
  },
});

const test = databaseForAll({ isAudited: true });
beforeAll(async () => {
  const { database } = test;
  service = createDoubleTroubleService({
    database: {
      ...database,
      query(statement) {
        statements.push(statement.name ?? '');
        return database.query(statement);
      },
    },
    clock: systemClock,
    max: 30,
    userChanged: (user) => void published.push(user),
    receipts,
    recordBet: () => undefined,
  });
});
beforeEach(() => openTestDraw(test.database, 30));
afterEach(() => settleTestDraw(test.database, 22));

let players = 0;
const addOne = (coins: number) => addPlayer(test.database, `several_${players++}`, coins);

const bet = (playerId: bigint, stakeCoins: number, rest: Partial<PlaceBet> = {}): PlaceBet => ({
  playerId,
  stakeCoins,
  drawType: 'Under',
  number: null,
  drawId: null,
  ...rest,
});

/** Sends bets at the same time: the first of each player in one batch, the second ones in the next, and so on. */
const placeTogether = async (bets: readonly PlaceBet[]) => {
  [published, statements] = [[], []];
  const answers = await Promise.all(bets.map(service.placeBet));
  const counts = new Map<bigint, number>();
  for (const { playerId } of bets) counts.set(playerId, (counts.get(playerId) ?? 0) + 1);
  // A batch that failed is sent again, one by one.
  expect(statements).toHaveLength(Math.max(...counts.values()));
  return answers.map((answer) => ({
    code: codeOf(answer),
    body: answer.ok ? (JSON.parse(textOf(answer)) as DoubleTroubleCreateAnswer) : undefined,
  }));
};

const userOf = async (playerId: bigint): Promise<User> => {
  const user = await findUser(test.database.query, playerId);
  if (!user) throw new Error('no such player');
  return user;
};

const limitStakes = (playerId: bigint, limit: number) =>
  queryAsOwner(test.database, 'UPDATE wallet SET daily_stake_limit = $2 WHERE player_id = $1', [
    playerId,
    limit,
  ]);
const startBreak = (playerId: bigint) =>
  queryAsOwner(
    test.database,
    `UPDATE wallet SET break_until = clock_timestamp() + interval '1 day' WHERE player_id = $1`,
    [playerId],
  );

it('takes bets while coins last, and refuses those between that cost too much', async () => {
  const [alice, bob] = [await addOne(100), await addOne(1_000)];
  const answers = await placeTogether([
    bet(alice, 50),
    bet(bob, 30),
    bet(alice, 60),
    bet(alice, 40),
    bet(bob, 20),
    bet(alice, 20),
    bet(alice, 10),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([
    'ok',
    'ok',
    'insufficient_coins',
    'ok',
    'ok',
    'insufficient_coins',
    'ok',
  ]);
  expect(answers.map(({ body }) => body?.user.coins)).toEqual([50, 970, undefined, 10, 950, undefined, 0]);
  const rows = await test.rows<{ bets: number }>(
    'SELECT count(*)::integer AS bets FROM double_trouble_bet WHERE player_id = ANY ($1)',
    [alice, bob],
  );
  expect(rows).toEqual([{ bets: 5 }]);
});

it('counts the bets before against the daily limit, and none that was refused', async () => {
  const alice = await addOne(1_000);
  await limitStakes(alice, 100);
  const answers = await placeTogether([60, 50, 30, 20, 10].map((coins) => bet(alice, coins)));
  expect(answers.map(({ code }) => code)).toEqual(['ok', 'limit_reached', 'ok', 'limit_reached', 'ok']);
  expect(answers.map(({ body }) => body?.user.todaysBids)).toEqual([60, undefined, 90, undefined, 100]);
});

it('takes nothing for a bet on another draw from those after it', async () => {
  const [alice, bob] = [await addOne(100), await addOne(100)];
  const other = { drawId: 1n };
  const answers = await placeTogether([
    bet(alice, 100, other),
    bet(alice, 100),
    bet(bob, 100, other),
    bet(bob, 100, other),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([
    'betting_closed',
    'ok',
    'betting_closed',
    'betting_closed',
  ]);
});

it('publishes each state of a player once, the newest last', async () => {
  const [alice, bob] = [await addOne(100), await addOne(100)];
  const sent = [bet(alice, 10), bet(bob, 20), bet(alice, 20), bet(bob, 90), bet(alice, 30)];
  const answers = await placeTogether(sent);
  const answered = answers.flatMap(({ body }) => (body ? [body.user] : []));
  for (const playerId of [alice, bob]) {
    const states = published.filter(({ id }) => id === String(playerId));
    expect(states).toEqual(answered.filter(({ id }) => id === String(playerId)));
    const versions = states.map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => (versions[0] ?? 0) + index));
    expect(states.at(-1)).toEqual(await userOf(playerId));
  }
});

it('stamps the card of a player once for the first bets of their day', async () => {
  const [alice, bob] = [await addOne(100), await addOne(100)];
  await placeTogether([bet(alice, 10), bet(alice, 20), bet(bob, 10)]);
  await placeTogether([bet(alice, 10), bet(alice, 10)]);
  const stamps = await test.rows<{ player_id: bigint }>(
    'SELECT player_id FROM stamp WHERE player_id = ANY ($1) ORDER BY player_id',
    [alice, bob],
  );
  expect(stamps.map((row) => row.player_id)).toEqual([alice, bob]);
});

it('signs the receipts of a batch once, of every bet whose sender asked for one', async () => {
  const wantsReceipt = true;
  const [alice, bob] = [await addOne(40), await addOne(40)];
  const others = await Promise.all(Array.from({ length: 62 }, () => addOne(100)));
  const bets = [
    ...others.map((playerId) => bet(playerId, 10, { wantsReceipt, clientSeed: `of-${playerId}` })),
    bet(alice, 20),
    bet(bob, 30, { wantsReceipt }),
  ];
  signatures = 0;
  const answers = await placeTogether(bets);
  expect(bets).toHaveLength(64);
  expect(signatures).toBe(1);
  const texts = answers.map(({ body }) => body?.receipt);
  expect(texts.slice(62)).toEqual([undefined, expect.any(String)]);
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    const verdict = await verifyReceipt(text, verifyEd25519);
    if (!verdict.ok) throw new Error(verdict.fault);
    const { amount, id, drawId, createdAt } = answers[index]?.body?.bet ?? {};
    const clientSeed = bets[index]?.clientSeed ?? '';
    expect(verdict.receipt).toMatchObject({ at: createdAt, bet: { amount, id, drawId, clientSeed } });
  }
  signatures = 0;
  await placeTogether(others.slice(0, 2).map((playerId) => bet(playerId, 10)));
  expect(signatures).toBe(0);
});

/** What the rules say of one bet after another. */
interface Expected {
  coins: number;
  winnings: number;
  staked: number;
  limit: number | null;
  isOnBreak: boolean;
}

const judge = (player: Expected, stake: number, isForDraw: boolean): string => {
  if (!isForDraw) return 'betting_closed';
  if (player.isOnBreak) return 'on_a_break';
  if (player.limit !== null && player.staked + stake > player.limit) return 'limit_reached';
  if (player.coins + player.winnings < stake) return 'insufficient_coins';
  const fromCoins = Math.min(player.coins, stake);
  player.coins -= fromCoins;
  player.winnings -= stake - fromCoins;
  player.staked += stake;
  return 'ok';
};

/** Players with 190 coins to bet, and bets as player, stake and digit: an answer of each kind, whatever chance adds. */
const oneOfEachAnswer: [
  { coins: number; limit: number | null; isOnBreak: boolean }[],
  [number, number, number][],
] = [
  [
    { coins: 0, limit: null, isOnBreak: true },
    { coins: 0, limit: 100, isOnBreak: false },
    { coins: 0, limit: null, isOnBreak: false },
  ],
  [
    [0, 10, 9],
    [1, 10, 9],
    [2, 120, 9],
    [2, 120, 9],
    [2, 10, 0],
  ],
];

it('judges and answers bets of one moment as if they came one by one', async () => {
  const seen: Record<string, number> = {};
  const stakes = fc.integer({ min: 1, max: 12 }).map((tens) => 10 * tens);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          coins: fc.integer({ min: 0, max: 300 }),
          limit: fc.option(fc.integer({ min: 100, max: 500 })),
          isOnBreak: fc.nat({ max: 9 }).map((digit) => digit === 0),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.array(fc.tuple(fc.nat({ max: 3 }), stakes, fc.nat({ max: 9 })), { minLength: 2, maxLength: 16 }),
      async (settings, choices) => {
        const ids: bigint[] = [];
        for (const { coins } of settings) ids.push(await addOne(coins + 100));
        // Each wins 190 with all but these coins.
        const won = await placeTogether(ids.map((playerId) => bet(playerId, 100, { drawType: 'Over' })));
        expect(won.every(({ code }) => code === 'ok')).toBe(true);
        await settleTestDraw(test.database, 22);
        await openTestDraw(test.database, 30);
        const expected = settings.map((setting): Expected => ({ ...setting, winnings: 190, staked: 100 }));
        for (const [index, playerId] of ids.entries()) {
          const { limit, isOnBreak } = settings[index] as (typeof settings)[number];
          if (limit !== null) await limitStakes(playerId, limit);
          if (isOnBreak) await startBreak(playerId);
        }
        const sent = choices.map(([choice, stake, digit], index) => {
          const player = choice % ids.length;
          const rest = { number: (index % 30) + 1, ...(digit === 0 ? { drawId: 1n } : {}) };
          return { player, input: bet(ids[player] as bigint, stake, { drawType: 'Number', ...rest }) };
        });
        const answers = await placeTogether(sent.map(({ input }) => input));
        for (const [index, { player, input }] of sent.entries()) {
          const state = expected[player] as Expected;
          const code = judge(state, input.stakeCoins, input.drawId === null);
          const { code: answered, body } = answers[index] as (typeof answers)[number];
          expect(answered).toBe(code);
          seen[code] = (seen[code] ?? 0) + 1;
          if (!body) continue;
          const { user } = body;
          expect([user.id, user.coins, user.winningAmount, user.todaysBids]).toEqual([
            String(input.playerId),
            state.coins,
            state.winnings,
            state.staked,
          ]);
          const [row] = await test.rows(
            'SELECT player_id, amount::integer, number FROM double_trouble_bet WHERE id = $1',
            body.bet.id,
          );
          expect(row).toEqual({
            player_id: input.playerId,
            amount: input.stakeCoins,
            number: input.number,
          });
        }
        await settleTestDraw(test.database, 22);
        await openTestDraw(test.database, 30);
      },
    ),
    { numRuns: 25, examples: [oneOfEachAnswer] },
  );
  for (const code of ['ok', 'betting_closed', 'on_a_break', 'limit_reached', 'insufficient_coins']) {
    expect(seen[code], code).toBeGreaterThan(0);
  }
});
