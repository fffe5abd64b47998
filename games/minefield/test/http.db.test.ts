/** Minefield over HTTP: shapes, refusals, keys, and that no answer reveals a mine too early. */
import { Writable } from 'node:stream';
import type { AnyRound } from '@fairground/contract/rounds';
import {
  configSchema,
  minefieldCreateAnswer,
  minefieldCurrent,
  minefieldHistory,
  minefieldProofSchema,
  minefieldRevealAnswer,
  minefieldUpdateAnswer,
} from '../contract.ts';
import { commitmentOf } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import { mineTiles } from '../draw.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '@fairground/server/platform/logger';
import { audit } from '@fairground/server/test/site';
import { startTestSite, type TestSite, type TestPlayer } from '@fairground/server/test/test-site';
import { findMines } from './mines.ts';

let site: TestSite;
let alice: TestPlayer;
let mallory: TestPlayer;
const logged: string[] = [];

const bid = { difficulty: 'Easy', bidAmount: 100 };

const balance = async (player: TestPlayer): Promise<number> => {
  const { body } = await player.get('/user/me');
  return Number(body['coins']) + Number(body['winningAmount']);
};

const begin = async (player: TestPlayer, payload: object = bid) => {
  const answer = await player.post('/mineField/create', payload);
  expect(answer.status, answer.text).toBe(201);
  return minefieldCreateAnswer.parse(answer.body);
};

const safeTiles = async (gameId: string, tiles = 25) => {
  const mines = await findMines(site, gameId);
  return { mines, gems: [...Array(tiles).keys()].filter((tile) => !mines.includes(tile)) };
};

/** Ends the open games, so that each test starts without one. */
const endGames = async (...players: TestPlayer[]) => {
  for (const player of players) {
    const open = await player.get('/mineField/current');
    if (open.status === 204) continue;
    const { id, gemsFound } = minefieldCurrent.parse(open.body);
    expect((await player.post('/mineField/update', { id, gemsFound })).status).toBe(200);
  }
};

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  site = await startTestSite({ log: createLogger('trace', sink), env: { SIGNUP_COINS: '100000' } });
  alice = await site.register('alice');
  mallory = await site.register('mallory');
});
afterEach(() => endGames(alice, mallory));
afterAll(() => site?.close());

describe('the page of a game', () => {
  const read = async (id: string) => {
    const answer = await fetch(`${site.url}/api/rounds/mineField/${id}`);
    const text = await answer.text();
    return { status: answer.status, text, page: JSON.parse(text) as AnyRound };
  };

  it('does not exist while the game is in play, and then shows it in the order of play', async () => {
    const { id } = await begin(alice, { ...bid, bidAmount: 300 });
    const { mines, gems } = await safeTiles(id);
    const turned = [gems[5], gems[1], gems[9]].map(Number);
    for (const tileId of turned) await alice.post('/mineField/reveal', { id, tileId });
    expect((await read(id)).status).toBe(404);
    await alice.post('/mineField/reveal', { id, tileId: mines[0] });
    const { status, text, page } = await read(id);
    expect(status).toBe(200);
    expect(page.round).toEqual({
      status: 'Lost',
      difficulty: 'Easy',
      tiles: 25,
      columns: 5,
      gems: turned,
      hit: mines[0],
      mines,
      multiplier: 1.3,
    });
    expect(page.proof).toMatchObject({ seed: null, outcome: { mines } });
    expect(page.texts.en.summary).toBe('A mine after 3 of 22 gems, on Easy.');
    expect(text).not.toContain('alice');
    // Hashes and times may contain the digits of the stake.
    expect(text).not.toMatch(/\b300\b/);
    expect((await alice.get(`/rounds/mineField/${id}/receipt`)).body).toMatchObject({
      entries: [{ id, stake: 300, payout: 0, outcome: 'loss' }],
      total: 1,
      settled: true,
    });
    expect((await mallory.get(`/rounds/mineField/${id}/receipt`)).body).toEqual({
      entries: [],
      total: 0,
      settled: false,
    });
  });

  it('says how a game ended that was cashed out or forfeited', async () => {
    const { id } = await begin(alice);
    const { gems } = await safeTiles(id);
    await alice.post('/mineField/reveal', { id, tileId: gems[0] });
    await alice.post('/mineField/update', { id, gemsFound: 1 });
    const cashedOut = await read(id);
    expect(cashedOut.page.round).toMatchObject({ status: 'CashedOut', gems: [gems[0]], hit: null });
    expect(cashedOut.page.texts.en.summary).toBe('Cashed out at 1.10x after 1 of 22 gems, on Easy.');
    const second = await begin(alice);
    await alice.post('/mineField/update', { id: second.id, gemsFound: 0 });
    expect((await read(second.id)).page.texts.es.summary).toBe('Abandonada sin una gema, en Fácil.');
    for (const unknown of ['0', '999999', 'abc']) expect((await read(unknown)).status).toBe(404);
  });
});

describe('create', () => {
  it('takes the stake and returns id, user, game and the commitment of the seeds call', async () => {
    const seeds = await alice.get('/fairness/seeds');
    const before = await balance(alice);
    const { id, user, game, commitment } = await begin(alice, {
      ...bid,
      gemsFound: 0,
      multiplier: 1,
      gameState: 'Playing',
    });
    expect(game).toMatchObject({
      id,
      bidAmount: 100,
      difficulty: 'Easy',
      gemsFound: 0,
      multiplier: 1,
      gameState: 'Playing',
      coinsWon: 0,
      user: { id: user.id, username: 'alice' },
    });
    expect(user.coins + user.winningAmount).toBe(before - 100);
    expect(commitment).toBe(seeds.body['commitment']);
    const after = await alice.get('/fairness/seeds');
    expect(after.body['nonce']).toBe(Number(seeds.body['nonce']) + 1);
  });

  it.each([
    { difficulty: 'Easy', bidAmount: 0 },
    { difficulty: 'Easy', bidAmount: -100 },
    { difficulty: 'Easy', bidAmount: 150 },
    { difficulty: 'Easy', bidAmount: 100.5 },
    { difficulty: 'Easy', bidAmount: '100' },
    { difficulty: 'Easy', bidAmount: 1e21 },
    { difficulty: 'Easy', bidAmount: 2 ** 53 },
    { difficulty: 'Easy', bidAmount: null },
    { difficulty: 'Easy', bidAmount: [] },
    { difficulty: 'Impossible', bidAmount: 100 },
    { bidAmount: 100 },
    { difficulty: 'Easy' },
    '{"difficulty":"Easy","bidAmount":NaN}',
    '{"difficulty":"Easy","bidAmount":100,"__proto__":{"gemsFound":22}}',
    'null',
    '[]',
  ])('A15: %j is a 400 and moves nothing', async (payload) => {
    const before = await balance(alice);
    const answer = await alice.post('/mineField/create', payload);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await balance(alice)).toBe(before);
    expect((await alice.get('/mineField/current')).status).toBe(204);
  });

  it.each([
    { ...bid, gemsFound: 5 },
    { ...bid, multiplier: 3.2 },
    { ...bid, gameState: 'CashedOut' },
    { ...bid, coinsWon: 1_000 },
    { ...bid, mines: [] },
  ])('A9: answers 400 to %j, which sets what only the server decides', async (payload) => {
    const answer = await alice.post('/mineField/create', payload);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('answers 409 to a stake above the balance, and uses no nonce', async () => {
    const seeds = await alice.get('/fairness/seeds');
    const answer = await alice.post('/mineField/create', { difficulty: 'Easy', bidAmount: 1_000_000_000 });
    expect(answer).toMatchObject({ status: 409, body: { code: 'insufficient_coins' } });
    expect((await alice.get('/fairness/seeds')).text).toBe(seeds.text);
  });

  it('A11: answers 409 to a second game during one', async () => {
    await begin(alice);
    const before = await balance(alice);
    const again = await alice.post('/mineField/create', bid);
    expect(again).toMatchObject({ status: 409, body: { code: 'game_already_active' } });
    expect(await balance(alice)).toBe(before);
  });

  it('I6: repeats the same bytes for a key, and rejects it with another body', async () => {
    const first = await alice.post('/mineField/create', bid, 'one-game');
    const again = await alice.post('/mineField/create', bid, 'one-game');
    const other = await alice.post('/mineField/create', { ...bid, bidAmount: 200 }, 'one-game');
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(again).toMatchObject({ status: 201, replayed: true, text: first.text });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  });

  it('answers 401 to a visitor', async () => {
    const answer = await site.call('POST', '/mineField/create', null, bid);
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  });
});

describe('reveal', () => {
  it('raises count and multiplier for a gem, and repeats the answer for the same tile', async () => {
    const { id } = await begin(alice);
    const { gems } = await safeTiles(id);
    const first = await alice.post('/mineField/reveal', { id, tileId: gems[3] });
    const again = await alice.post('/mineField/reveal', { id, tileId: gems[3] });
    expect(first.status).toBe(200);
    expect(minefieldRevealAnswer.parse(first.body)).toMatchObject({
      tile: { id: gems[3], isTrap: false, isRevealed: true },
      game: { gemsFound: 1, multiplier: 1.1, gameState: 'Playing', coinsWon: 0 },
    });
    expect(first.body).not.toHaveProperty('tiles');
    expect(first.body).not.toHaveProperty('user');
    expect(again.text).toBe(first.text);
  });

  it('ends the game at a mine, shows every tile and pays nothing', async () => {
    const before = await balance(alice);
    const { id } = await begin(alice);
    const { mines, gems } = await safeTiles(id);
    await alice.post('/mineField/reveal', { id, tileId: gems[0] });
    const answer = await alice.post('/mineField/reveal', { id, tileId: mines[0] });
    const { tile, game, user, tiles } = minefieldRevealAnswer.parse(answer.body);
    expect(tile).toEqual({ id: mines[0], isTrap: true, isRevealed: true });
    expect(game).toMatchObject({ gameState: 'Lost', gemsFound: 1, coinsWon: 0 });
    expect(user && user.coins + user.winningAmount).toBe(before - 100);
    expect(tiles?.filter(({ isTrap }) => isTrap).map(({ id: at }) => at)).toEqual(
      mines.toSorted((a, b) => a - b),
    );
    expect(tiles).toHaveLength(25);
    expect((await alice.get('/mineField/current')).status).toBe(204);
  });

  it('A11: answers 409 to every reveal after the end, including the tile that ended it', async () => {
    const { id } = await begin(alice);
    const { mines, gems } = await safeTiles(id);
    await alice.post('/mineField/reveal', { id, tileId: gems[0] });
    await alice.post('/mineField/reveal', { id, tileId: mines[0] });
    for (const tileId of [gems[0], gems[1], mines[0]]) {
      const answer = await alice.post('/mineField/reveal', { id, tileId });
      expect(answer).toMatchObject({ status: 409, body: { code: 'game_not_playing' } });
    }
  });

  it('cashes out automatically at the last gem', async () => {
    const before = await balance(alice);
    const { id } = await begin(alice, { difficulty: 'Expert', bidAmount: 100 });
    const { gems } = await safeTiles(id, 15);
    expect(gems).toHaveLength(10);
    for (const tileId of gems.slice(0, -1)) await alice.post('/mineField/reveal', { id, tileId });
    const last = await alice.post('/mineField/reveal', { id, tileId: gems.at(-1) });
    const { game, user, tiles } = minefieldRevealAnswer.parse(last.body);
    expect(game).toMatchObject({ gameState: 'CashedOut', gemsFound: 10, multiplier: 5.5, coinsWon: 550 });
    expect(tiles).toHaveLength(15);
    expect(user && user.coins + user.winningAmount).toBe(before + 450);
  });

  it('I6: repeats the same bytes for a key even after the end', async () => {
    const { id } = await begin(alice);
    const { mines } = await safeTiles(id);
    const first = await alice.post('/mineField/reveal', { id, tileId: mines[0] }, 'boom');
    const again = await alice.post('/mineField/reveal', { id, tileId: mines[0] }, 'boom');
    expect(again).toMatchObject({ status: 200, replayed: true, text: first.text });
  });

  it.each([25, -1, 1.5, '3', null, 1e9])('answers 400 to tile %j', async (tileId) => {
    const { id } = await begin(alice);
    const answer = await alice.post('/mineField/reveal', { id, tileId });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('answers 400 to tile 15 of Expert', async () => {
    const { id } = await begin(alice, { difficulty: 'Expert', bidAmount: 100 });
    const { status, body } = await alice.post('/mineField/reveal', { id, tileId: 15 });
    expect([status, body['errors']]).toEqual([
      400,
      [{ path: 'tileId', message: 'tileId must be a whole number from 0 to 14.' }],
    ]);
  });

  it("A11: answers 404 for another player's game and for one that does not exist", async () => {
    const { id } = await begin(alice);
    const calls: [string, object][] = [
      ['/mineField/reveal', { id, tileId: 0 }],
      ['/mineField/update', { id, gemsFound: 0 }],
      ['/mineField/reveal', { id: '999999999', tileId: 0 }],
      ['/mineField/update', { id: "1' OR 1=1", gemsFound: 0 }],
    ];
    for (const [path, payload] of calls) {
      expect(await mallory.post(path, payload)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await alice.get('/mineField/current')).body).toMatchObject({ id, gemsFound: 0 });
    expect((await mallory.get('/mineField/current')).status).toBe(204);
  });
});

describe('update', () => {
  it('cashes out what the server counted, and returns the settled game again', async () => {
    const before = await balance(alice);
    const { id } = await begin(alice, { difficulty: 'Medium', bidAmount: 300 });
    const { gems, mines } = await safeTiles(id);
    await alice.post('/mineField/reveal', { id, tileId: gems[0] });
    await alice.post('/mineField/reveal', { id, tileId: gems[1] });
    const answer = await alice.post('/mineField/update', { id, gemsFound: 2 });
    const { user, game, tiles } = minefieldUpdateAnswer.parse(answer.body);
    expect(game).toMatchObject({ gameState: 'CashedOut', gemsFound: 2, multiplier: 1.42, coinsWon: 426 });
    expect(user.coins + user.winningAmount).toBe(before + 126);
    expect(user.winningAmount).toBeGreaterThanOrEqual(426);
    expect(tiles.filter(({ isTrap }) => isTrap)).toHaveLength(mines.length);
    for (const gemsFound of [2, 0, 9]) {
      const again = await alice.post('/mineField/update', { id, gemsFound });
      expect(again).toMatchObject({ status: 200, text: answer.text });
    }
    expect(await balance(alice)).toBe(before + 126);
  });

  it('A10: answers 409 to any count that differs from the server’s, and ends nothing', async () => {
    const { id } = await begin(alice);
    const { gems } = await safeTiles(id);
    await alice.post('/mineField/reveal', { id, tileId: gems[0] });
    for (const gemsFound of [2, 22, 0]) {
      const answer = await alice.post('/mineField/update', { id, gemsFound });
      expect(answer).toMatchObject({ status: 409, body: { code: 'gems_mismatch' } });
    }
    expect((await alice.get('/mineField/current')).body).toMatchObject({ id, gemsFound: 1 });
  });

  it('abandons a game without gems as lost', async () => {
    const { id } = await begin(alice);
    const answer = await alice.post('/mineField/update', { id, gemsFound: 0 });
    expect(answer.body).toMatchObject({ game: { id, gameState: 'Lost', gemsFound: 0, coinsWon: 0 } });
  });

  it.each([-1, 1.5, '1', null, 1e21])('answers 400 to gemsFound %j', async (gemsFound) => {
    const { id } = await begin(alice);
    const answer = await alice.post('/mineField/update', { id, gemsFound });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('queries', () => {
  it('return the current game with only its revealed tiles', async () => {
    expect((await alice.get('/mineField/current')).status).toBe(204);
    const { id, commitment } = await begin(alice);
    const { gems } = await safeTiles(id);
    await alice.post('/mineField/reveal', { id, tileId: gems[5] });
    await alice.post('/mineField/reveal', { id, tileId: gems[2] });
    const current = minefieldCurrent.parse((await alice.get('/mineField/current')).body);
    expect(current).toMatchObject({ id, gemsFound: 2, multiplier: 1.2, gameState: 'Playing', commitment });
    expect(current.tiles).toEqual(
      [gems[2], gems[5]].map((tile) => ({ id: tile, isTrap: false, isRevealed: true })),
    );
  });

  it('list the newest games first, 1 to 50 as requested', async () => {
    const bob = await site.register(`bob_${Date.now() % 100_000}`);
    expect((await bob.get('/mineField/all')).body).toEqual([]);
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) {
      const { id } = await begin(bob);
      ids.unshift(id);
      await bob.post('/mineField/update', { id, gemsFound: 0 });
    }
    const ten = minefieldHistory.parse((await bob.get('/mineField/all')).body);
    expect(ten.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect((await bob.get('/mineField/all?limit=3')).body).toHaveLength(3);
    expect((await bob.get('/mineField/all?limit=50')).body).toHaveLength(12);
    for (const limit of ['0', '51', '-1', '1.5', 'x']) {
      expect((await bob.get(`/mineField/all?limit=${limit}`)).status).toBe(400);
    }
  });

  it('return each difficulty and step with its exact odds in the configuration', async () => {
    const { body } = await site.call('GET', '/games/config');
    const mineField = configSchema.parse(body['mineField']);
    expect(mineField.difficulties.map(({ name, gems, traps }) => [name, gems, traps])).toEqual([
      ['Easy', 22, 3],
      ['Medium', 20, 5],
      ['Hard', 18, 7],
      ['Expert', 10, 5],
    ]);
    expect(mineField.difficulties[0]?.steps[1]).toEqual({
      gems: 2,
      multiplier: 1.2,
      chance: { numerator: 77, denominator: 100 },
      nextGem: { numerator: 7, denominator: 8 },
      returned: { numerator: 231, denominator: 250 },
      rtpBp: 9240,
    });
  });

  it('A16: reveal no mine of a game in play in answers, log lines or stored rows', async () => {
    const carol = await site.register('carol');
    logged.length = 0;
    const { id } = await begin(carol, { difficulty: 'Hard', bidAmount: 100 });
    const { gems, mines } = await safeTiles(id);
    const answers = [await carol.get('/mineField/current')];
    for (const [at, tileId] of gems.slice(0, 8).entries()) {
      answers.push(await carol.post('/mineField/reveal', { id, tileId }, `carol-${at}`));
    }
    for (const path of [
      '/mineField/current',
      '/mineField/all',
      '/user/me',
      '/fairness/seeds',
      `/fairness/mineField/${id}`,
    ]) {
      answers.push(await carol.get(path));
    }
    const [seed] = await site.rows<{ commitment: Buffer }>(
      `SELECT s.commitment FROM player_seed s JOIN minefield_game g ON g.seed_id = s.id WHERE g.id = $1`,
      id,
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain('"isTrap":true');
      for (const key of ['"mines":[', '"hitTile"', '"serverSeed"']) expect(text).not.toContain(key);
    }
    const proof = minefieldProofSchema.parse(answers.at(-1)?.body);
    expect(proof).toMatchObject({ seed: null, outcome: null, status: 'Playing' });
    expect(proof.commitment).toBe(seed?.commitment.toString('hex'));

    const spelled = [mines, mines.toSorted((a, b) => a - b)].flatMap((list) => [
      list.join(','),
      list.join(', '),
    ]);
    const [row] = await site.rows<{ text: string }>(
      `SELECT row_to_json(g)::text AS text FROM minefield_game g WHERE g.id = $1`,
      id,
    );
    expect(logged.length).toBeGreaterThan(0);
    for (const text of [logged.join(''), row?.text ?? '', ...answers.map((answer) => answer.text)]) {
      for (const list of spelled) expect(text).not.toContain(list);
    }
    await carol.post('/mineField/update', { id, gemsFound: 8 });
  });
});

describe('repeats', () => {
  it('A40: store nothing of calls that change nothing, however many keys they come with', async () => {
    const eve = await site.register('eve');
    const created = await eve.post('/mineField/create', bid, 'the-game');
    const { id } = minefieldCreateAnswer.parse(created.body);
    const { gems } = await safeTiles(id);
    const turned = await eve.post('/mineField/reveal', { id, tileId: gems[0] }, 'the-gem');
    const paid = await eve.post('/mineField/update', { id, gemsFound: 1 }, 'the-cash-out');
    expect(paid.status).toBe(200);
    const stored = () =>
      site.rows(`SELECT xmin::text, g.* FROM minefield_game g WHERE player_id = $1`, eve.user.id);
    const before = await stored();
    for (let n = 0; n < 20; n++) {
      const over = await eve.post('/mineField/update', { id, gemsFound: 1 }, `over-${n}`);
      expect(over).toMatchObject({ status: 200, replayed: false, body: { game: paid.body['game'] } });
    }
    expect(await stored()).toEqual(before);
    const first = await eve.post('/mineField/create', bid, 'the-game');
    expect(first).toMatchObject({ status: 201, replayed: true, body: { game: created.body['game'] } });
    // Its time is that of the game's last change.
    const gem = await eve.post('/mineField/reveal', { id, tileId: gems[0] }, 'the-gem');
    expect(gem).toMatchObject({ status: 200, replayed: true });
    expect({ ...gem.body, game: { ...(gem.body['game'] as object), updatedAt: '' } }).toEqual({
      ...turned.body,
      game: { ...(turned.body['game'] as object), updatedAt: '' },
    });
    const cashedOut = await eve.post('/mineField/update', { id, gemsFound: 1 }, 'the-cash-out');
    expect(cashedOut).toMatchObject({ replayed: true, text: paid.text });
  });
});

describe('proof', () => {
  it('opens the commitment after rotation, and gives the mines of the game', async () => {
    const dave = await site.register('dave');
    await dave.get('/fairness/seeds');
    await dave.post('/fairness/seeds/rotate', { clientSeed: 'daves-own-seed' });
    const { id, commitment } = await begin(dave, { difficulty: 'Expert', bidAmount: 100 });
    const refused = await dave.post('/fairness/seeds/rotate', { clientSeed: 'while-in-play' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'game_open' } });
    await dave.post('/mineField/update', { id, gemsFound: 0 });

    const path = `/fairness/mineField/${id}`;
    const sealed = minefieldProofSchema.parse((await site.call('GET', path)).body);
    expect(sealed).toMatchObject({ seed: null, clientSeed: 'daves-own-seed', nonce: 0, tiles: 15, mines: 5 });
    const rotated = await dave.post('/fairness/seeds/rotate', { clientSeed: 'the-next-seed' });
    const proof = minefieldProofSchema.parse((await site.call('GET', path)).body);
    expect(rotated.body).toMatchObject({ previous: { serverSeed: proof.seed, nonces: 1 } });
    const serverSeed = parseHex(proof.seed ?? '', 32) ?? expect.fail('no seed');
    expect(Buffer.from(commitmentOf(serverSeed)).toString('hex')).toBe(commitment);
    expect(mineTiles({ ...proof, serverSeed })).toEqual(proof.outcome?.mines);
    expect(sealed.outcome).toEqual(proof.outcome);
  });

  it.each(['0', '999999999', 'x', '1e3', '-1'])('does not exist for game %s', async (id) => {
    const answer = await site.call('GET', `/fairness/mineField/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

it('ends the game of a closed account: paid with gems, abandoned without', async () => {
  for (const gemsFound of [2, 0]) {
    const leaver = await site.register(`leaver_${gemsFound}`);
    const { id } = await begin(leaver);
    const { gems } = await safeTiles(id);
    for (const tileId of gems.slice(0, gemsFound)) await leaver.post('/mineField/reveal', { id, tileId });
    expect((await leaver.delete('/user/me', { password: 'a meadow of lanterns' })).status).toBe(204);
    const [row] = await site.rows<{ state: string; amount_won: bigint }>(
      'SELECT state, amount_won FROM minefield_game WHERE id = $1',
      id,
    );
    expect(row).toEqual(
      gemsFound > 0 ? { state: 'CashedOut', amount_won: 120n } : { state: 'Lost', amount_won: 0n },
    );
  }
});

it('passes the audit', async () => {
  await endGames(alice, mallory);
  await alice.post('/fairness/seeds/rotate', { clientSeed: 'for-the-auditor' });
  for (const { line, states, broken } of await audit(site.database)) {
    expect({ line, states, broken }).toEqual({ line, states, broken: [] });
  }
});
