/** Large wins without names, as the stalls show them: what the ledger paid, once the page of the round exists. */
import { beforeAll, expect, it } from 'vitest';
import { createLargeWins } from '../../apps/server/src/pages/rounds/large-wins.ts';
import { siteForAll } from '../../apps/server/test/for-tests.ts';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import { openRound } from '../aviator/test/running-flights.ts';

const site = siteForAll({
  clock: 'moved',
  env: { SIGNUP_COINS: '1000000', AVIATOR_COUNTDOWN_MS: '4000' },
});
let alice: string;
let bob: string;
beforeAll(async () => {
  [alice, bob] = [(await site.register('alice')).token, (await site.register('bob')).token];
});

const games = new Map([
  ['aviator', 'aviator'],
  ['ring-toss', 'ringToss'],
]);

const open = () => {
  const faults: unknown[] = [];
  const wins = createLargeWins({
    query: site.database.query,
    clock: site.time.clock,
    games,
    isOver: async (game, round) => (await site.call('GET', `/rounds/${game}/${round}`, null)).status === 200,
    warn: (error) => faults.push(error),
  });
  /** What is shown after the next reading. */
  const read = async () => {
    await site.time.advance(10_000);
    wins.current();
    await site.time.idle();
    expect(faults).toEqual([]);
    return wins.current();
  };
  return { read, wins };
};

/** Tosses at this chance, in percent, until one has won. Returns its id. */
const win = async (token: string, chance: number): Promise<string> => {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await site.call('POST', '/ringToss/create', token, { amount: 100, chance, side: 'under' });
    const { game } = answer.body as { game?: { id: string; coinsWon: number } };
    if (!game) throw new Error(answer.text);
    if (game.coinsWon > 0) return game.id;
  }
  throw new Error('no toss has won');
};

it('shows what paid ten times its stake, the newest first, and nothing smaller', async () => {
  const { read } = open();
  await win(alice, 50);
  expect(await read()).toEqual([]);
  const older = await win(alice, 5);
  const newer = await win(bob, 4);
  const both = [
    { game: 'ringToss', round: newer, multiplier: 24.5, amountWon: 2_450 },
    { game: 'ringToss', round: older, multiplier: 19.6, amountWon: 1_960 },
  ];
  expect(await read()).toEqual(both);
  const newest = await win(alice, 8);
  expect(await read()).toEqual([
    { game: 'ringToss', round: newest, multiplier: 12.25, amountWon: 1_225 },
    ...both,
  ]);
  // Whoever starts to read later sees the wins before as well.
  expect((await open().read()).map(({ round }) => round)).toEqual([newest, newer, older]);
});

it('reads once in ten seconds', async () => {
  const { read, wins } = open();
  const before = await read();
  await win(alice, 5);
  await site.time.advance(9_000);
  wins.current();
  await site.time.idle();
  expect(wins.current()).toEqual(before);
  expect((await read()).length).toBeGreaterThan(before.length);
});

it('shows a cash-out once its round is over, and one of each round', async () => {
  const { read } = open();
  const before = await read();
  const round = await openRound(site, ({ crashHundredths }) => crashHundredths > 1_400, [
    { token: alice, autoCashOut: 11 },
    { token: bob, autoCashOut: 12 },
  ]);
  // Both are paid, and the flight goes on.
  await site.time.advanceTo(round.crash_at.getTime() - 100);
  const paid = await site.rows(`SELECT FROM aviator_bet WHERE round_id = $1 AND outcome = 'win'`, round.id);
  expect(paid).toHaveLength(2);
  const { read: readInFlight, wins } = open();
  wins.current();
  await site.time.idle();
  expect(wins.current().filter(({ game }) => game === 'aviator')).toEqual([]);
  for (const later of [read, readInFlight]) {
    expect(await later()).toEqual([
      { game: 'aviator', round: String(round.id), multiplier: 12, amountWon: 1_200 },
      ...before.slice(0, 5),
    ]);
  }
});

it('shows no win of a bot', async () => {
  const { read } = open();
  const before = await read();
  const bot = await site.register('a_bot');
  await queryAsOwner(site.database, 'UPDATE player SET bot = true WHERE id = $1', [BigInt(bot.user.id)]);
  await win(bot.token, 5);
  expect(await read()).toEqual(before);
});
