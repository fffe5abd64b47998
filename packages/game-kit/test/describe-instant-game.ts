/** What must hold of every instant game on a running site: its calls, its coins, and its audit. */
import { sumEnded } from '@fairground/server/fairness/dumps/sql/dumps.sql';
import { createSeedBook } from '@fairground/server/fairness/player-seeds/service';
import { hashBody } from '@fairground/server/http/coin-request';
import { findUser } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { startTestSite, type TestSite, type TestPlayer } from '@fairground/server/test/test-site';
import {
  addPlayer,
  createTestDatabase,
  quietCalls,
  type TestDatabase,
} from '@fairground/server/test/harness';
import { countOutcomes, textOf } from '@fairground/server/test/outcomes';
import { corrupt, queryAsOwner } from '@fairground/server/test/query-as-owner';
import { audit } from '@fairground/server/test/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstantBets, type Bet, type InstantBets, type Proof } from '../server/instant/bets.ts';
import { composeBets } from '../server/instant/composed-bets.ts';
import { columnOf } from '../server/instant/table.ts';
import type { InstantModule } from '../server/instant/serve.ts';
import { verifyInstantProof } from '../shared/instant/proof.ts';
import { readField, readFields, type AnyInstantGame } from '../shared/instant/index.ts';
import { impossibleBets, nextTo } from './describe-instant-rules.ts';

interface Answer {
  user: { id: string; coins: number; winningAmount: number };
  game: Bet;
}

const violationsOf = async (database: Database) =>
  (await audit(database)).filter((finding) => finding.broken.length > 0);

export const describeInstantGame = (game: AnyInstantGame, module: InstantModule): void => {
  const { table } = module;
  const sample = readFields(game.choice, game.sample) ?? expect.fail('the sample is no bet');
  const path = `/${game.id}/create`;

  describe(`${game.id} over HTTP`, () => {
    let site: TestSite;
    let alice: TestPlayer;
    let players = 0;
    beforeAll(async () => {
      site = await startTestSite({ env: { SIGNUP_COINS: '100000' } });
      alice = await site.register('alice');
    });
    afterAll(async () => {
      const found = site && (await violationsOf(site.database));
      await site?.close();
      expect(found, 'the audit after all').toEqual([]);
    });

    const newPlayer = () => site.register(`player_${(players += 1)}`);
    const balance = async (player: TestPlayer): Promise<number> => {
      const { body } = await player.get('/user/me');
      return Number(body['coins']) + Number(body['winningAmount']);
    };
    const nonceOf = async (player: TestPlayer) => (await player.get('/fairness/seeds')).body['nonce'];
    const bet = async (player: TestPlayer, change: object = {}): Promise<Answer> => {
      const answer = await player.post(path, { ...game.sample, ...change });
      expect(answer.status, answer.text).toBe(201);
      return game.answerSchema.parse(answer.body) as Answer;
    };

    it('draws and settles immediately: a win pays stake times multiplier, a loss takes the stake', async () => {
      const amount = game.stakes.min;
      const seen = new Set<string>();
      let before = await balance(alice);
      for (let bets = 0; seen.size < 2; bets++) {
        expect(bets, 'both outcomes come in 500 bets').toBeLessThan(500);
        const { user, game: placed } = await bet(alice, { amount });
        const drawn = readFields(game.drawn, placed) ?? expect.fail('the draw is out of its range');
        seen.add(placed.outcome);
        expect(placed).toMatchObject({ ...game.sample, amount, user: { id: user.id, username: 'alice' } });
        expect(placed.outcome).toBe(game.wins(sample, drawn) ? 'won' : 'lost');
        expect(placed.coinsWon).toBe(game.payoutCoins(amount, sample, drawn));
        before += placed.coinsWon - amount;
        expect(user.coins + user.winningAmount).toBe(before);
      }
      expect(await balance(alice)).toBe(before);
    });

    it.each(impossibleBets(game))('answers 400 to a bet with %s, which moves nothing', async (_, body) => {
      const [before, nonce] = [await balance(alice), await nonceOf(alice)];
      const answer = await alice.post(path, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect([await balance(alice), await nonceOf(alice)]).toEqual([before, nonce]);
    });

    it('answers 401 to a visitor and to a session that has ended or expired', async () => {
      const visitor = await site.call('POST', path, null, game.sample);
      expect(visitor).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
      for (const end of ['DELETE FROM session', 'UPDATE session SET expires_at = now()']) {
        const player = await newPlayer();
        await player.get('/user/me');
        await queryAsOwner(site.database, `${end} WHERE player_id = $1`, [player.user.id]);
        expect((await player.post(path, game.sample, 'a-known-session')).status).toBe(401);
        const rows = await site.database.query({
          text: `SELECT FROM ${table} WHERE player_id = $1`,
          values: [player.user.id],
        });
        expect(rows).toEqual([]);
      }
    });

    it('enforces a daily limit and a break', async () => {
      const player = await newPlayer();
      const { min, step } = game.stakes;
      await player.post('/user/limits', { dailyStake: min + step });
      await bet(player, { amount: min });
      const tooMuch = await player.post(path, { ...game.sample, amount: min + step });
      expect(tooMuch).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
      const breakUntil = new Date(Date.now() + 86_400_000).toISOString();
      await player.post('/user/limits', { breakUntil });
      const onBreak = await player.post(path, game.sample);
      expect(onBreak).toMatchObject({ status: 403, body: { code: 'on_a_break' } });
    });

    it('repeats the same bytes for a key, and rejects it with another body', async () => {
      const first = await alice.post(path, game.sample, 'one-bet');
      const between = await balance(alice);
      const again = await alice.post(path, game.sample, 'one-bet');
      const other = { ...game.sample, amount: game.stakes.max };
      expect(first).toMatchObject({ status: 201, replayed: false });
      expect(again).toMatchObject({ status: 201, replayed: true, text: first.text });
      expect(await alice.post(path, other, 'one-bet')).toMatchObject({
        status: 409,
        body: { code: 'idempotency_mismatch' },
      });
      expect(await balance(alice)).toBe(between);
    });

    it('returns the fifty newest bets of the player only', async () => {
      const player = await newPlayer();
      const history = async () => (await player.get(`/${game.id}/userHistory`)).body as unknown as Bet[];
      expect(await history()).toEqual([]);
      const placed: Bet[] = [];
      for (let at = 0; at < 52; at++) placed.unshift((await bet(player)).game);
      expect(await history()).toEqual(placed.slice(0, 50));
    });

    it('shows a bet to anybody on its page, without its player and stake', async () => {
      const player = await newPlayer();
      const { game: placed } = await bet(player, { amount: game.stakes.max });
      const visitor = await fetch(`${site.url}/api/rounds/${game.id}/${placed.id}`);
      const text = await visitor.text();
      expect(visitor.status, text).toBe(200);
      const answer = JSON.parse(text) as { round: object; texts: object };
      expect(game.roundSchema.parse(answer.round)).toEqual(answer.round);
      expect(JSON.stringify(answer.texts)).not.toMatch(/[{}]\w+}/);
      expect(text).not.toMatch(new RegExp(`${player.user.username}|"stake"|"amount"`));
      const ownStakesOf = async (caller: TestPlayer) =>
        (await caller.get(`/rounds/${game.id}/${placed.id}/receipt`)).body;
      expect(await ownStakesOf(player)).toMatchObject({
        entries: [
          {
            stake: game.stakes.max,
            payout: placed.coinsWon,
            outcome: placed.outcome === 'won' ? 'win' : 'loss',
          },
        ],
        total: 1,
        settled: true,
      });
      expect(await ownStakesOf(alice)).toMatchObject({ entries: [], total: 0 });
      for (const id of ['0', '999999', 'abc']) {
        expect((await fetch(`${site.url}/api/rounds/${game.id}/${id}`)).status).toBe(404);
      }
    });

    it('reveals no seed in a proof before rotation, and a valid one after it', async () => {
      const player = await newPlayer();
      const { game: first } = await bet(player);
      const { game: second } = await bet(player);
      const proofOf = async (id: string) =>
        game.proofSchema.parse((await player.get(`/fairness/${game.id}/${id}`)).body) as Proof;
      const sealed = await proofOf(first.id);
      expect(sealed).toMatchObject({ seed: null, nonce: 0, clientSeedSource: 'server' });
      expect(verifyInstantProof(game, sealed).fault).toBe('not_revealed');
      expect(await proofOf(second.id)).toMatchObject({ seed: null, nonce: 1 });
      const tooLate = await player.post('/fairness/seeds/client', { clientSeed: 'after_a_bet' });
      expect(tooLate).toMatchObject({ status: 409, body: { code: 'seed_in_use' } });
      const rotated = await player.post('/fairness/seeds/rotate', { clientSeed: 'after_a_bet' });
      const { previous } = rotated.body as { previous: { serverSeed: string } };
      const revealed = await proofOf(first.id);
      expect(revealed).toEqual({ ...sealed, seed: previous.serverSeed });
      expect(verifyInstantProof(game, revealed)).toMatchObject({ ok: true });
      expect(verifyInstantProof(game, await proofOf(second.id))).toMatchObject({ ok: true });
      expect((await player.get(`/fairness/${game.id}/999999`)).status).toBe(404);
    });

    it('counts a bet in the totals of when it was placed, found by an index', async () => {
      const { game: placed } = await bet(await newPlayer());
      const [row] = await site.database.query<{ created_at: Date }>({
        text: `SELECT created_at FROM ${table} WHERE id = $1`,
        values: [placed.id],
      });
      const atMs = row?.created_at.getTime() ?? Number.NaN;
      const { folder } = module;
      const countBetween = (fromMs: number, untilMs: number) =>
        sumEnded.run(site.database.query, {
          game: folder,
          from: new Date(fromMs),
          until: new Date(untilMs),
        });
      expect(await countBetween(atMs, atMs + 1)).toEqual([
        { bets: 1n, staked: BigInt(placed.amount), paid: BigInt(placed.coinsWon) },
      ]);
      expect(await countBetween(atMs + 1, atMs + 1)).toEqual([{ bets: 0n, staked: 0n, paid: 0n }]);
      const plan = await site.database.transaction(async (query) => {
        await query({ text: 'SET LOCAL enable_seqscan = off', values: [] });
        const span = [new Date(atMs), new Date(atMs + 1)];
        return query({ text: `EXPLAIN ${sumEnded.text}`, values: [folder, ...span] });
      });
      expect(JSON.stringify(plan)).toContain(`${table}_time`);
    });

    it('serves its limits in GET /games/config', async () => {
      const { body } = await site.call('GET', '/games/config');
      expect(body[game.id]).toEqual(game.config);
    });

    it('has bets that nobody can change, and an audit that finds what was changed', async () => {
      const player = await newPlayer();
      const { game: placed } = await bet(player);
      await player.post('/fairness/seeds/rotate', { clientSeed: 'an_audited_seed' });
      for (const forgery of [
        `UPDATE ${table} SET amount_won = 1 WHERE id = $1`,
        `DELETE FROM ${table} WHERE id = $1`,
      ]) {
        await expect(site.database.query({ text: forgery, values: [placed.id] })).rejects.toThrow(
          /permission denied/,
        );
        await expect(queryAsOwner(site.database, forgery, [placed.id])).rejects.toThrow(/is final/);
      }
      const drawn = Object.entries(game.drawn).map(([name, field]): [string, unknown] => [
        columnOf(name, field),
        readField(field, nextTo(field, (placed as Readonly<Record<string, unknown>>)[name])),
      ]);
      const [row] = await site.database.query<Record<string, unknown>>({
        text: `SELECT * FROM ${table} WHERE id = $1`,
        values: [placed.id],
      });
      for (const [column, value] of [
        ['amount', placed.amount + game.stakes.step],
        ['amount_won', placed.coinsWon + 1],
        ['nonce', 7],
        ...drawn,
      ] as const) {
        const set = `UPDATE ${table} SET ${column} = $2 WHERE id = $1`;
        await corrupt(site.database, set, [placed.id, value]);
        expect(await violationsOf(site.database), column).not.toEqual([]);
        await corrupt(site.database, set, [placed.id, row?.[column]]);
      }
      expect(await violationsOf(site.database)).toEqual([]);
    });
  });

  describe(`${game.id} on two services`, () => {
    let test: TestDatabase;
    let services: InstantBets[];
    beforeAll(async () => {
      test = await createTestDatabase({ connections: 10 });
      const seeds = createSeedBook({ entropy: systemEntropy, seal: createSeal(Buffer.alloc(32, 3)) });
      const { folder, ledger } = module;
      services = [0, 1].map(() =>
        createInstantBets(
          {
            ...quietCalls,
            database: test.database,
            seeds,
          },
          { game, sql: composeBets({ game, folder, prefix: ledger.prefix, table }) },
        ),
      );
    });
    afterAll(async () => {
      const found = await violationsOf(test.database);
      await test.close();
      expect(found).toEqual([]);
    });

    const stakeCoins = game.stakes.min;
    const place = (playerId: bigint, index: number, more: object = {}) =>
      (services[index % 2] as InstantBets).place({ playerId, stakeCoins, choice: sample, ...more });
    const atOnce = <T>(times: number, run: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: times }, (_, index) => run(index)));
    const rowsOf = (playerId: bigint) =>
      test.database.query<{ nonce: number; amount: bigint; amount_won: bigint }>({
        text: `SELECT nonce, amount, amount_won FROM ${table} WHERE player_id = $1 ORDER BY nonce`,
        values: [playerId],
      });
    const netOf = async (playerId: bigint) =>
      (await rowsOf(playerId)).reduce((sum, { amount, amount_won: won }) => sum + won - amount, 0n);
    const coinsOf = async (playerId: bigint) => {
      const user = await findUser(test.database.query, playerId);
      return BigInt((user?.coins ?? 0) + (user?.winningAmount ?? 0));
    };

    it('stakes no coin twice and leaves no gap in the nonces for a hundred concurrent bets', async () => {
      const coins = 10 * stakeCoins;
      const player = await addPlayer(test.database, 'hasty', coins);
      const kinds = countOutcomes(await atOnce(100, (index) => place(player, index)));
      const rows = await rowsOf(player);
      expect(kinds['done']).toBe(rows.length);
      expect(rows.length).toBeGreaterThanOrEqual(10);
      expect(rows.map(({ nonce }) => nonce)).toEqual(rows.map((_, at) => at));
      expect(await coinsOf(player)).toBe(BigInt(coins) + (await netOf(player)));
      if (rows.length < 100) expect(kinds['insufficient_coins']).toBe(100 - rows.length);
    });

    it('places one bet, with one answer, for thirty concurrent uses of one key', async () => {
      const player = await addPlayer(test.database, 'echo', 10 * stakeCoins);
      const idempotency = { key: 'echo', bodyHash: hashBody({}) };
      const results = await atOnce(30, (index) => place(player, index, { idempotency }));
      expect(countOutcomes(results)).toEqual({ done: 1, replayed: 29 });
      expect(new Set(results.map((item) => textOf(item))).size).toBe(1);
      expect(await rowsOf(player)).toHaveLength(1);
    });

    it('settles the concurrent bets of forty players separately', async () => {
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, at) => addPlayer(test.database, `many_${at}`, 2 * stakeCoins)),
      );
      const results = await Promise.all(
        all.flatMap((playerId, index) => [0, 1].map(() => place(playerId, index))),
      );
      expect(countOutcomes(results)).toEqual({ done: 80 });
      for (const playerId of all) {
        expect((await rowsOf(playerId)).map(({ nonce }) => nonce)).toEqual([0, 1]);
        expect(await coinsOf(playerId)).toBe(2n * BigInt(stakeCoins) + (await netOf(playerId)));
      }
    });
  });
};
