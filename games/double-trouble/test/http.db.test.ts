/** The wire contract of Double Trouble, on a running site with short slots. */
import type { AnyRound, OwnStakes } from '@fairground/contract/rounds';
import { provesInclusion } from '@fairground/fairness/merkle';
import { betInclusionSchema } from '@fairground/game-kit/shared';
import type { DoubleTroubleConfig, DoubleTroubleProof } from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { verifyDoubleTroubleProof } from '../verify.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '@fairground/server/test/site';
import { PlayerClient, until } from '@fairground/server/test/player-client';
import {
  createBet,
  createRunningSites,
  intervalMs,
  listen,
  placeSoon,
  readHistory,
  readStatus,
} from './running-sites.ts';

let sites: Awaited<ReturnType<typeof createRunningSites>>;
let site: Site;
let alice: PlayerClient;

const status = () => readStatus(alice);
const create = (body: object, key?: string, player = alice) => createBet(player, body, key);
const history = () => readHistory(alice);

beforeAll(async () => {
  sites = await createRunningSites();
  site = await sites.start();
  alice = new PlayerClient(site.url, 'alice');
  await alice.register();
});

afterAll(() => sites.close());

describe('POST /doubleTrouble/create', () => {
  it.each([
    ['no kind', { amount: 10 }],
    ['an unknown kind', { drawType: 'under', amount: 10 }],
    ['Number without a number', { drawType: 'Number', amount: 10 }],
    ['Under with a number', { drawType: 'Under', number: 3, amount: 10 }],
    ['number 0', { drawType: 'Number', number: 0, amount: 10 }],
    ['a number beyond the range', { drawType: 'Number', number: 31, amount: 10 }],
    ['half a number', { drawType: 'Number', number: 1.5, amount: 10 }],
    ['a number as text', { drawType: 'Number', number: '7', amount: 10 }],
    ['nothing staked', { drawType: 'Under', amount: 0 }],
    ['a stake below zero', { drawType: 'Under', amount: -10 }],
    ['a stake off the step', { drawType: 'Under', amount: 15 }],
    ['a stake above the most', { drawType: 'Under', amount: 10_010 }],
    ['a stake as text', { drawType: 'Under', amount: '10' }],
    ['a huge stake', { drawType: 'Under', amount: 1e21 }],
    ['no stake', { drawType: 'Under', amount: null }],
    ['a list', { drawType: 'Under', amount: [10] }],
    ['an empty client seed', { drawType: 'Under', amount: 10, clientSeed: '' }],
    ['a client seed of 65 characters', { drawType: 'Under', amount: 10, clientSeed: 'x'.repeat(65) }],
    ['a client seed with a space', { drawType: 'Under', amount: 10, clientSeed: 'a b' }],
    ['a payout of its own', { drawType: 'Under', amount: 10, multiplier: 100 }],
    ['a polluted body', { drawType: 'Under', amount: 10, constructor: { prototype: { amount: 1 } } }],
  ])('A15: %s is refused with 400 and moves nothing', async (_, body) => {
    const answer = await create(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await alice.call<User>('GET', '/user/me')).body).toMatchObject({ coins: 1000, todaysBids: 0 });
  });

  it('A4: answers 409 for a draw that is not open, whatever its id', async () => {
    const { next } = await status();
    for (const drawId of ['1', 'x', String(Number(next.drawId) - intervalMs), '9'.repeat(19)]) {
      const answer = await create({ drawType: 'Under', amount: 10, drawId });
      expect(answer).toMatchObject({ status: 409, body: { code: 'betting_closed' } });
    }
    expect(await create({ drawType: 'Under', amount: 2_000 })).toMatchObject({ status: 409 });
  });

  it('answers 401 to a visitor, who can only read a proof', async () => {
    const visitor = new PlayerClient(site.url, 'visitor');
    expect((await create({ drawType: 'Under', amount: 10 }, undefined, visitor)).status).toBe(401);
    expect((await visitor.call('GET', '/doubleTrouble/status')).status).toBe(401);
    expect((await visitor.call('GET', '/doubleTrouble/userHistory')).status).toBe(401);
    const { next } = await status();
    const proof = await visitor.call<DoubleTroubleProof>('GET', `/fairness/doubleTrouble/${next.drawId}`);
    expect(proof).toMatchObject({ status: 200, body: { algorithm: 'draw30/v2', max: 30 } });
    for (const id of ['1', 'x', '-1', '99999999999999999999']) {
      expect((await visitor.call('GET', `/fairness/doubleTrouble/${id}`)).status).toBe(404);
      expect((await visitor.call('GET', `/rounds/doubleTrouble/${id}`)).status).toBe(404);
    }
    // An open draw has no round yet; on a busy machine it may be drawn before the answer.
    let asked: { drawId: string; status: number };
    do {
      const { drawId } = (await status()).next;
      asked = { drawId, status: (await visitor.call('GET', `/rounds/doubleTrouble/${drawId}`)).status };
    } while ((await status()).next.drawId !== asked.drawId);
    expect(asked.status).toBe(404);
  });

  it('settles several bets per draw, repeated by key, by the published number', async () => {
    const socket = await listen(site.url);
    await until('the state is received on connecting', () => socket.received.length > 0);
    const clientSeed = 'lanterns_on-a_Meadow';
    let first = await placeSoon(alice, { drawType: 'Number', number: 17, amount: 20, clientSeed });
    expect(first).toMatchObject({
      status: 201,
      body: {
        bet: {
          drawType: 'Number',
          number: 17,
          multiplier: 29.4,
          amount: 20,
          amountWon: 0,
          status: 'pending',
        },
      },
    });
    const { drawId } = first.body.bet;
    const bets = [first.body.bet];
    for (const drawType of ['Under', 'Over', 'Exact']) {
      const answer = await create({ drawType, amount: 10, drawId });
      if (answer.status === 201) bets.push(answer.body.bet);
    }
    await until('the draw is received', () =>
      socket.received.some(({ current }) => current?.drawId === drawId),
    );
    const pushed = socket.received.find(({ current }) => current?.drawId === drawId);
    const number = pushed?.current?.winningNumbers[0] ?? 0;
    // The push follows the commit of the settlement.
    const settled = (await history()).filter((bet) => bet.drawId === drawId);
    expect(settled).toHaveLength(bets.length);
    for (const bet of settled) {
      const wins = { Number: number === 17, Under: number < 15, Over: number > 15, Exact: number === 15 };
      expect(bet.status).toBe(wins[bet.drawType] ? 'win' : 'loss');
      expect(bet.amountWon).toBe(wins[bet.drawType] ? Math.floor(bet.amount * bet.multiplier + 1e-9) : 0);
    }
    const proof = await alice.call<DoubleTroubleProof>('GET', `/fairness/doubleTrouble/${drawId}`);
    expect(proof.body).toMatchObject({ entropy: 'bettors', betCount: bets.length });
    for (const { id } of bets) {
      const included = await alice.call('GET', `/fairness/doubleTrouble/${drawId}/bets/${id}`);
      expect(included).toMatchObject({ status: 200, body: { root: proof.body.betsRoot } });
      const { leaf, path, root } = betInclusionSchema.parse(included.body);
      expect(provesInclusion(leaf, path, root)).toBe(true);
    }
    for (const id of ['0', 'x', '999999999']) {
      const unknown = await alice.call('GET', `/fairness/doubleTrouble/${drawId}/bets/${id}`);
      expect(unknown.status).toBe(404);
    }
    const ownStakes = await alice.call<OwnStakes>('GET', `/rounds/doubleTrouble/${drawId}/receipt`);
    expect(
      ownStakes.body.entries.map(({ id, stake, payout, outcome }) => [id, stake, payout, outcome]),
    ).toEqual(settled.map(({ id, amount, amountWon, status: outcome }) => [id, amount, amountWon, outcome]));
    first = await placeSoon(alice, { drawType: 'Under', amount: 10 });
    socket.close();
  });

  it('repeats an answer byte for byte for the same key, and rejects another body', async () => {
    const body = { drawType: 'Under', amount: 10 };
    let key = 'k0';
    let first = await create(body, key);
    for (let attempt = 1; first.status !== 201 && attempt < 200; attempt++) {
      key = `k${attempt}`;
      first = await create(body, key);
    }
    const again = await create(body, key);
    expect(again).toEqual(first);
    expect(await create({ ...body, amount: 20 }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
  });
});

it('I14: shows the announced commitments in valid proofs', async () => {
  const socket = await listen(site.url);
  await until('six draws are received', () => socket.received.length >= 6);
  socket.close();
  for (const [at, { next, current, history: draws }] of socket.received.entries()) {
    const proof = (await alice.call<DoubleTroubleProof>('GET', `/fairness/doubleTrouble/${next.drawId}`))
      .body;
    expect(proof.commitment).toBe(next.commitment);
    expect(Number(next.drawId) % intervalMs).toBe(0);
    expect(Date.parse(next.drawsAt) - Date.parse(next.closesAt)).toBe(200);
    expect(draws[0]).toEqual(current);
    const before = socket.received[at - 1];
    if (before) expect(current?.drawId).toBe(before.next.drawId);
    const readProof = async () =>
      (await alice.call<DoubleTroubleProof>('GET', `/fairness/doubleTrouble/${current?.drawId}`)).body;
    // The log follows by a fraction of a second.
    await until('its result is in the log', async () => typeof (await readProof()).log?.result === 'number');
    const drawn = await readProof();
    expect(verifyDoubleTroubleProof(drawn)).toEqual({ ok: true, winningNumber: current?.winningNumbers[0] });
    expect(drawn.seed).toBe(next.commitment);
    // The seal of the first draw may have been published before the socket was opened.
    if (at > 1) {
      const { betsRoot, betCount } = drawn;
      expect(socket.seals.get(drawn.id)).toEqual({ drawId: drawn.id, betsRoot, betCount, beaconRound: null });
    }
    const page = await alice.call<AnyRound>('GET', `/rounds/doubleTrouble/${current?.drawId}`);
    expect(page).toMatchObject({
      status: 200,
      body: { round: { status: 'drawn', max: 30, winningNumber: current?.winningNumbers[0] }, proof: drawn },
    });
    expect(page.body.texts.en.summary).toContain(`Number ${current?.winningNumbers[0]} was drawn`);
  }
});

it('serves the payouts in GET /games/config', async () => {
  const config = await alice.call<{ doubleTrouble: DoubleTroubleConfig }>('GET', '/games/config');
  const { doubleTrouble } = config.body;
  expect(doubleTrouble).toMatchObject({
    max: 30,
    half: 15,
    intervalMs,
    closeMs: 200,
    minBet: 10,
    maxBet: 10_000,
  });
  expect(doubleTrouble.bets.map(({ drawType, multiplier, rtpBp }) => [drawType, multiplier, rtpBp])).toEqual([
    ['Number', 29.4, 9800],
    ['Under', 2.1, 9800],
    ['Over', 1.9, 9500],
    ['Exact', 29.4, 9800],
  ]);
});
