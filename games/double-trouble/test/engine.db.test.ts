/** Double Trouble's engine on a real database: the grid, late draws, empty slots, take-over, kills, void draws. */
import { provesInclusion } from '@fairground/fairness/merkle';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DoubleTroubleProof } from '../contract.ts';
import { draw30Number } from '../draw.ts';
import type { DoubleTroubleEvent } from '../server/bus-events.ts';
import { verifyDoubleTroubleProof } from '../verify.ts';
import { takeLease } from '@fairground/server/director/lease';
import type { Database, Statement } from '@fairground/server/platform/database/database';
import {
  drawNow,
  makeDue,
  placeUnder,
  openDoubleTroubleTable,
  openEngine,
  stepContext,
  type DoubleTroubleTable,
} from './table.ts';
import { holdFirstStatement } from '@fairground/server/test/hold-first-statement';
import { databaseForEach } from '@fairground/server/test/for-tests';
import { addPlayer, quietCalls } from '@fairground/server/test/harness';
import { createDoubleTroubleService } from '../server/service.ts';

let table: DoubleTroubleTable;

const test = databaseForEach({ isAudited: true });
beforeEach(async () => {
  table = await openDoubleTroubleTable(test.database);
});

const statesOf = async () =>
  test.rows<{ id: bigint; state: string; link: number }>(
    'SELECT id, state, link FROM double_trouble_draw ORDER BY id',
  );
const betOnEverySide = async (playerId: bigint) => {
  for (const drawType of ['Under', 'Over', 'Exact'] as const) {
    expect(await table.place({ playerId, drawType })).toBe('ok');
  }
};
/** The payouts of stakes of ten on under, over and exact. */
const winOf = (number: number): number => (number < 15 ? 21 : number > 15 ? 19 : 294);

it('opens one slot, on a multiple of the interval, with the commitment that its proof shows', async () => {
  await table.step();
  const open = await table.open();
  expect(Number(open.id) % 3_600_000).toBe(0);
  expect(open.draws_at.getTime()).toBe(Number(open.id));
  expect(open.closes_at.getTime()).toBe(Number(open.id) - 1);
  const status = await table.service.status();
  expect(status?.next).toMatchObject({
    drawId: String(open.id),
    commitment: open.commitment.toString('hex'),
  });
  expect(status).toMatchObject({ current: null, history: [] });
  const sealed = await table.service.findProof(open.id);
  expect(sealed).toMatchObject({ seed: null, outcome: null, status: 'open', round: 1 });
});

it('settles every bet of a draw, opens the next, publishes the draw once, and gives a valid proof', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  await betOnEverySide(alice);
  const announced = (await table.service.status())?.next.commitment;
  const number = await drawNow(test.database, table);
  expect(await test.balanceOf(alice)).toBe(70 + winOf(number));
  expect((await table.service.userHistory(alice)).map(({ status }) => status).toSorted()).toEqual([
    'loss',
    'loss',
    'win',
  ]);
  expect(table.changedPlayers).toEqual([alice]);
  // Opened, sealed, drawn.
  expect(
    table.events.map(({ step, next, drawn }) => [step, next.seal?.betCount, drawn?.winningNumber]),
  ).toEqual([
    [1, undefined, undefined],
    [2, 3, undefined],
    [3, undefined, number],
  ]);
  const status = await table.service.status();
  const proof = await table.service.findProof(BigInt(status?.current?.drawId ?? ''));
  if (!proof) throw new Error('no proof');
  expect(verifyDoubleTroubleProof(proof)).toEqual({ ok: true, winningNumber: number });
  expect(proof.commitment).toBe(announced);
  expect(status?.next.commitment).toBe((await table.open()).commitment.toString('hex'));
  // The next draw's commitment opens with the following seed of the chain.
  await drawNow(test.database, table);
  const [second] = (await table.service.status())?.history ?? [];
  const next = await table.service.findProof(BigInt(second?.drawId ?? ''));
  expect(next?.commitment).toBe(proof.seed);
  expect(next && verifyDoubleTroubleProof(next).ok).toBe(true);
});

it('F11: leaves no row and uses no link for missed slots without bets, with the same commitment', async () => {
  await table.step();
  const before = await table.open();
  await makeDue(test.database, 3 * 3_600_000);
  await table.step();
  const after = await table.open();
  expect(after).toMatchObject({ link: before.link, commitment: before.commitment });
  expect(after.draws_at.getTime()).toBeGreaterThan(Date.now());
  expect(Number(after.id) % 3_600_000).toBe(0);
  expect(await statesOf()).toHaveLength(1);
  await drawNow(test.database, table);
  expect((await statesOf()).map(({ link }) => link)).toEqual([1, 2]);
});

it('F11: draws a missed slot with bets late, from its committed seed', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  await betOnEverySide(alice);
  const { commitment } = await table.open();
  await makeDue(test.database, 3 * 3_600_000);
  expect(await table.place({ playerId: alice })).toBe('betting_closed');
  await table.step();
  const status = await table.service.status();
  const number = status?.current?.winningNumbers[0] ?? 0;
  expect(await test.balanceOf(alice)).toBe(70 + winOf(number));
  const proof = await table.service.findProof(BigInt(status?.current?.drawId ?? ''));
  expect(proof?.commitment).toBe(commitment.toString('hex'));
  expect((await table.open()).draws_at.getTime()).toBeGreaterThan(Date.now());
});

it('draws an empty slot while the site is up', async () => {
  await table.step();
  await drawNow(test.database, table);
  await drawNow(test.database, table);
  expect((await table.service.status())?.history).toHaveLength(2);
});

it('A4: refuses a bet after the close, for another slot, or outside the range', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  const { id } = await table.open();
  expect(await table.place({ playerId: alice, drawId: id + 3_600_000n })).toBe('betting_closed');
  expect(await table.place({ playerId: alice, drawId: id - 3_600_000n })).toBe('betting_closed');
  expect(await table.place({ playerId: alice, drawType: 'Number', number: 31 })).toBe('invalid_request');
  await makeDue(test.database, 0);
  expect(await table.place({ playerId: alice })).toBe('betting_closed');
  expect(await test.balanceOf(alice)).toBe(100);
});

it('A4: judges the close by the clock of the database, before the draw', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  table = await openDoubleTroubleTable(test.database, { closeMs: 3_000_000 });
  await table.step();
  await makeDue(test.database, -60_000);
  expect(await table.place({ playerId: alice })).toBe('betting_closed');
  await makeDue(test.database, -3_060_000);
  expect(await table.place({ playerId: alice })).toBe('ok');
});

it('A4: waits with the draw for a bet in progress, and settles it', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  await makeDue(test.database, -400);
  const draw = await test.database.transaction(async (query) => {
    const placed = await placeUnder(query, alice);
    expect(placed?.refusal).toBeNull();
    await query({ text: 'SELECT pg_sleep(0.45)', values: [] });
    const drawing = table.step();
    await query({ text: 'SELECT pg_sleep(0.2)', values: [] });
    expect(
      (await statesOf()).map(({ state }) => state),
      'the draw waits',
    ).toEqual(['open']);
    return { drawing };
  });
  await draw.drawing;
  const [bet] = await table.service.userHistory(alice);
  expect(bet?.status).not.toBe('pending');
});

it('F6: draws and settles nothing under a replaced director, and continues under another', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  await betOnEverySide(alice);
  await makeDue(test.database, 4_000);
  await takeLease(test.database, 'another');
  await table.step({ epoch: 0n });
  expect((await statesOf()).map(({ state }) => state)).toEqual(['open']);
  await table.step({ epoch: 1n });
  expect((await statesOf()).map(({ state }) => state)).toEqual(['finished', 'open']);
  const number = (await table.service.status())?.current?.winningNumbers[0] ?? 0;
  expect(await test.balanceOf(alice)).toBe(70 + winOf(number));
});

it('F2: settles the remaining bets once at the next start after a kill during settling', async () => {
  const players = await Promise.all(
    ['alice', 'bob', 'carol'].map((name) => addPlayer(test.database, name, 100)),
  );
  await table.step();
  for (const player of players) await betOnEverySide(player);
  await makeDue(test.database, 5);
  let chunks = 0;
  const dying: Database = {
    ...test.database,
    async query<Row extends object>(statement: Statement) {
      if (statement.name === 'double-trouble-settle-chunk' && ++chunks > 1) throw new Error('killed');
      return test.database.query<Row>(statement);
    },
  };
  await expect(openEngine(dying, table, { chunk: 4 }).step(stepContext())).rejects.toThrow('killed');
  const outcomes = () => test.rows<{ outcome: string }>('SELECT outcome FROM double_trouble_bet');
  expect((await outcomes()).filter(({ outcome }) => outcome === 'pending')).toHaveLength(5);
  await openEngine(test.database, table).step(stepContext());
  await openEngine(test.database, table).step(stepContext());
  expect((await outcomes()).filter(({ outcome }) => outcome === 'pending')).toHaveLength(0);
  const number = (await table.service.status())?.current?.winningNumbers[0] ?? 0;
  for (const player of players) expect(await test.balanceOf(player)).toBe(70 + winOf(number));
});

it('voids a draw without its seed after thirty seconds, refunds it once, and continues with a new chain', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  await betOnEverySide(alice);
  await makeDue(test.database, 5);
  const { id } = await table.open();
  table.chains.seal.open = () => {
    throw new Error('another key');
  };
  await expect(table.step()).rejects.toThrow('another key');
  expect(await test.balanceOf(alice)).toBe(70);
  await table.step({ databaseNowMs: () => Date.now() + 31_000 });
  expect(await test.balanceOf(alice)).toBe(100);
  expect((await table.service.userHistory(alice)).map(({ status }) => status)).toEqual([
    'void',
    'void',
    'void',
  ]);
  expect((await statesOf()).map(({ state }) => state)).toEqual(['void']);
  const proof = await table.service.findProof(id);
  expect(proof).toMatchObject({ status: 'void', voidReason: 'no_seed' });
  const next = await openDoubleTroubleTable(test.database);
  await next.step();
  expect(Number((await next.open()).chain_id)).not.toBe(proof?.chain);
  await drawNow(test.database, next);
  expect(await test.balanceOf(alice)).toBe(100);
  expect((await next.service.status())?.history).toHaveLength(1);
});

it('moves an empty draw when the settings change, and does not change one with bets', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
  const { id } = await table.open();
  const wider = await openDoubleTroubleTable(test.database, { intervalMs: 7_200_000, max: 50 });
  await wider.step();
  expect(await wider.open()).toMatchObject({ max: 50, interval_ms: 7_200_000, link: 1 });
  expect(await wider.place({ playerId: alice, drawType: 'Number', number: 50 })).toBe('ok');
  const back = await openDoubleTroubleTable(test.database);
  await back.step();
  expect(await back.open()).toMatchObject({ max: 50, link: 1 });
  expect(await back.place({ playerId: alice }), 'bets on the other range are not mixed in').toBe(
    'betting_closed',
  );
  expect(id % 3_600_000n).toBe(0n);
});

describe('the seal of a draw', () => {
  const sealOf = (event: DoubleTroubleEvent | undefined) => event?.next.seal;

  const closeMs = 3_599_000;

  /** Opens a draw that takes bets for a minute, and returns what closes it an hour before it is due. */
  const openLongDraw = async () => {
    table = await openDoubleTroubleTable(test.database, { closeMs });
    await table.step();
    await makeDue(test.database, -closeMs - 60_000);
    return async (): Promise<bigint> => {
      await makeDue(test.database, -closeMs + 1_000);
      return (await table.open()).id;
    };
  };

  it('is over the bets with their client seeds, and is published before the number', async () => {
    const alice = await addPlayer(test.database, 'alice', 100);
    await table.step();
    expect(await table.place({ playerId: alice, clientSeed: 'my-own-seed' })).toBe('ok');
    expect(await table.place({ playerId: alice, drawType: 'Number', number: 7 })).toBe('ok');
    const number = await drawNow(test.database, table);
    const id = BigInt((await table.service.status())?.current?.drawId ?? '');
    const proof = await table.service.findProof(id);
    expect(proof).toMatchObject({ algorithm: 'draw30/v2', entropy: 'bettors', betCount: 2, beacon: null });
    expect(table.events.map(sealOf)).toEqual([null, { betsRoot: proof?.betsRoot, betCount: 2 }, null]);
    const bets = (await table.service.userHistory(alice)).toReversed();
    const leaves = [];
    for (const [index, { id: betId }] of bets.entries()) {
      const found = await table.service.findInclusion(id, BigInt(betId));
      expect(found).toMatchObject({ index, betCount: 2, root: proof?.betsRoot });
      expect(found && provesInclusion(found.leaf, found.path, found.root)).toBe(true);
      leaves.push(found?.leaf);
    }
    expect(leaves).toEqual([
      `{"amount":10,"clientSeed":"my-own-seed","drawId":"${id}","drawType":"Under",` +
        `"id":"${bets[0]?.id}","number":null}`,
      `{"amount":10,"clientSeed":"","drawId":"${id}","drawType":"Number","id":"${bets[1]?.id}","number":7}`,
    ]);
    expect(await table.service.findInclusion(id, 999n)).toBeUndefined();
    expect(draw30Number(inputOf(proof))).toBe(number);
  });

  it('leads to each bet for whoever asked while the draw was being sealed', async () => {
    const alice = await addPlayer(test.database, 'alice', 100);
    const close = await openLongDraw();
    expect(await table.place({ playerId: alice })).toBe('ok');
    const [bet] = await test.rows<{ id: bigint }>('SELECT id FROM double_trouble_bet');
    const held = holdFirstStatement(test.database);
    const service = createDoubleTroubleService({
      ...quietCalls,
      database: held.database,
      max: 30,
    });
    const id = await close();
    const early = service.findInclusion(id, bet?.id ?? 0n);
    await held.overtaken();
    await table.step();
    held.release();
    const root = (await table.service.findProof(id))?.betsRoot;
    expect(root).toMatch(/^[0-9a-f]{64}$/);
    expect(await early).toMatchObject({ betCount: 1, root });
    expect(await service.findInclusion(id, bet?.id ?? 0n)).toMatchObject({ betCount: 1, root });
  });

  it('says that the site alone determined a draw whose bettors sent no seed', async () => {
    await table.step();
    await drawNow(test.database, table);
    const id = BigInt((await table.service.status())?.current?.drawId ?? '');
    expect(await table.service.findProof(id)).toMatchObject({
      entropy: 'install',
      betCount: 0,
      betsRoot: '0'.repeat(64),
    });
  });

  it('is made at the close, shuts out bets, and stays when another engine draws', async () => {
    const alice = await addPlayer(test.database, 'alice', 100);
    const close = await openLongDraw();
    expect(await table.place({ playerId: alice, clientSeed: 'alpha' })).toBe('ok');
    await table.step();
    const { id: openId } = await table.open();
    expect(await table.service.findProof(openId)).toMatchObject({
      betsRoot: null,
      betCount: null,
      entropy: null,
    });
    expect(await table.service.findInclusion(openId, 1n)).toBeUndefined();
    const id = await close();
    await table.step();
    const sealed = await table.service.findProof(id);
    expect(sealed).toMatchObject({ betCount: 1, entropy: 'bettors', seed: null, outcome: null });
    expect(await table.place({ playerId: alice })).toBe('betting_closed');
    await expect(
      queryAsOwner(test.database, `UPDATE double_trouble_draw SET bets_root = sha256('other')`),
    ).rejects.toThrow(/is final/);
    await openEngine(test.database, table).step(stepContext());
    expect(await table.service.findProof(id)).toEqual(sealed);
  });

  it('keeps a draw without bets in its slot', async () => {
    const close = await openLongDraw();
    const id = await close();
    await table.step();
    await table.step({ databaseNowMs: () => Number(id) + 3 * 3_600_000 });
    expect(await table.open()).toMatchObject({ id, bet_count: 0 });
  });
});

const inputOf = (proof: DoubleTroubleProof | undefined) => ({
  seed: Buffer.from(proof?.seed ?? '', 'hex'),
  round: proof?.round ?? 0,
  max: proof?.max ?? 0,
  betsRoot: Buffer.from(proof?.betsRoot ?? '', 'hex'),
});
