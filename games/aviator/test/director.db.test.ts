/**
 * The lease and the round engine on a real database: take-over, stale writes, missed starts, flights without a
 * leader.
 */
import { flightMsForCrash } from '@fairground/game-aviator/rules';
import { verifyAviatorProof } from '@fairground/game-aviator/verify';
import { provesInclusion } from '@fairground/fairness/merkle';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overlapMs, releaseLease, renewLease, takeLease } from '../../../apps/server/src/director/lease.ts';
import type { Engine, StepContext } from '../../../apps/server/src/director/director.ts';
import { audit } from '../../../apps/server/src/site/audit.ts';
import { createChainSlots } from '@fairground/game-kit/server';
import { ensureChains, type SeedChainDeps } from '../../../apps/server/src/fairness/chains/seed-chain.ts';
import type { AviatorEvent } from '../server/bus-events.ts';
import { createRoundEngine } from '../server/engine.ts';
import { createFlights, type Flight, type Flights } from '../server/flights.ts';
import { flightOfRow } from './running-flights.ts';
import { sealRound } from '../server/round-queries.ts';
import { findRunningRound, startFlight } from '../server/sql/rounds.sql.ts';
import { noPresses, createTestService, pressOf, stakeOf, type TestService } from './table.ts';
import { systemClock } from '../../../apps/server/src/platform/clock.ts';
import { systemEntropy } from '../../../apps/server/src/platform/entropy.ts';
import { createSeal } from '../../../apps/server/src/platform/secrets/seal.ts';
import { findUser } from '../../../apps/server/src/ledger/player-view.ts';
import { noBeacon } from '../../../apps/server/test/no-beacon.ts';
import { addPlayer, createTestDatabase, type TestDatabase } from '../../../apps/server/test/harness.ts';
import { holdFirstStatement } from '../../../apps/server/test/hold-first-statement.ts';
import { corrupt, queryAsOwner } from '../../../apps/server/test/query-as-owner.ts';

let test: TestDatabase;
let chains: SeedChainDeps;
let events: AviatorEvent[];
let engine: Engine;
let service: TestService;

/** Rounds that fly for longer than by their seeds. */
const lengthened = new Map<bigint, Flight>();
const openFlights = (): Flights => {
  const flights = createFlights(createChainSlots(chains));
  return { ...flights, find: async (query, id) => lengthened.get(id) ?? flights.find(query, id) };
};
/** Each is a process that shares the database and the key with the others. */
const createEngine = (flights = openFlights()): Engine =>
  createRoundEngine({
    clock: systemClock,
    presses: noPresses,
    database: test.database,
    chains,
    beacon: noBeacon,
    terms: { countdownMs: 60_000, closeMs: 0, beaconChainId: null },
    flights,
    publish: (event) => events.push(event),
    leads: () => undefined,
    playersChanged: () => undefined,
    betsSettled: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
  });

beforeEach(async () => {
  test = await createTestDatabase();
  chains = {
    database: test.database,
    entropy: systemEntropy,
    seal: createSeal(randomBytes(32)),
    game: 'aviator',
    links: 3_000,
  };
  await ensureChains(chains);
  events = [];
  lengthened.clear();
  engine = createEngine();
  service = createTestService(test.database, { flights: openFlights() });
});

afterEach(async () => {
  const findings = await audit(test.database);
  await test.close();
  const broken = findings.flatMap((finding) => finding.broken.map((row) => ({ ...row, line: finding.line })));
  // A flight that a test lengthened is not the one that its seed gives.
  const isLengthened = (row: object) => 'id' in row && 'crashed' in row && lengthened.has(row.id as bigint);
  expect(broken.filter((row) => !isLengthened(row))).toEqual([]);
});

const noGap = { fromMs: 0, untilMs: 0 };
const step = (context: Partial<StepContext> = {}) =>
  engine.step({
    epoch: 0n,
    databaseNowMs: () => Date.now(),
    gap: noGap,
    clockJumps: 0,
    isPaused: false,
    ...context,
  });

const running = async () => {
  const round = await findRunningRound.first(test.database.query);
  if (!round) throw new Error('no round is running');
  return round;
};

/** Moves the running round in time, so that its take-off was that long ago. */
const shift = async (agoMs: number) => {
  const { id } = await running();
  await corrupt(
    test.database,
    `UPDATE aviator_round SET starts_at = statement_timestamp() - $2 * interval '1 ms',
        closes_at = CASE WHEN sealed_at IS NULL THEN statement_timestamp() - $2 * interval '1 ms' ELSE closes_at END
      WHERE id = $1`,
    [id, agoMs],
  );
};

/** Gives a round a flight of more than a minute. */
const lengthen = (id: bigint) =>
  lengthened.set(id, { crashHundredths: 100_000, flightMs: flightMsForCrash(100_000) });

/** What a process computes that has not seen the round before. */
const flightOf = async (id: bigint): Promise<Flight> => openFlights().find(test.database.query, id);

const age = (ms: number) =>
  test.rows(`UPDATE director_lease SET renewed_at = clock_timestamp() - $1 * interval '1 ms'`, ms);

const cashOutOf = async (playerId: bigint, roundId: bigint) => {
  const result = await service.cashOut(pressOf(playerId, roundId, 120));
  return result.ok ? 'ok' : result.code;
};

it('lets one process lead, and another take over with a higher epoch after the lease expires', async () => {
  const first = await takeLease(test.database, 'one');
  expect(first?.epoch).toBe(1n);
  expect(await takeLease(test.database, 'two')).toBeUndefined();
  await age(3_500);
  const second = await takeLease(test.database, 'two');
  expect(second?.epoch).toBe(2n);
  expect((second?.gap.untilMs ?? 0) - (second?.gap.fromMs ?? 0)).toBeGreaterThanOrEqual(3_500);
  expect(await renewLease(test.database, 1n)).toBeUndefined();
  expect((await renewLease(test.database, 2n))?.epoch).toBe(2n);
  await releaseLease(test.database, 2n);
  expect((await takeLease(test.database, 'one'))?.epoch).toBe(3n);
});

it('F9: takes over a lease that was renewed before the clock was set back', async () => {
  await takeLease(test.database, 'one');
  await age(-3_600_000);
  expect((await takeLease(test.database, 'two'))?.epoch).toBe(2n);
  expect(await renewLease(test.database, 1n)).toBeUndefined();
  // A difference of less than a lease is no sign of it.
  await age(-2_000);
  expect(await takeLease(test.database, 'one')).toBeUndefined();
});

it('F6: refuses writes of a replaced leader', async () => {
  await step();
  await shift(10);
  await takeLease(test.database, 'another');
  const { id } = await running();
  const seal = (epoch: bigint) => test.database.transaction((query) => sealRound(query, epoch, id));
  expect(await seal(0n)).toBeUndefined();
  expect(await seal(1n)).toMatchObject({ bet_count: 0 });
  const { query } = test.database;
  expect(await startFlight.first(query, { epoch: 0n, roundId: id })).toBeUndefined();
  expect(await startFlight.first(query, { epoch: 1n, roundId: id })).toBeDefined();
});

it('leads a round from its opening to its settlement with a valid proof', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await step();
  const { id } = await running();
  const placed = await service.placeBet(stakeOf(alice, { autoHundredths: 101 }));
  expect(placed).toMatchObject({ ok: true });
  await shift(500);
  await step();
  expect((await running()).state).toBe('flying');
  await shift(10_000_000);
  await step();
  const next = await running();
  expect(next).toMatchObject({ state: 'betting', link: 2 });
  // The seal is published with what is open.
  expect(events.map(({ step: number, kind }) => `${number} ${kind}`)).toEqual([
    '1 open',
    '2 open',
    '3 start',
    '4 crash',
    '5 open',
  ]);
  await step({ databaseNowMs: () => Date.now() + 2_000 });
  await step({ databaseNowMs: () => Date.now() + 2_000 });
  const [bet] = await service.userHistory(alice);
  const proof = await service.findProof(id);
  if (!proof) throw new Error('no proof');
  expect(verifyAviatorProof(proof)).toMatchObject({ ok: true });
  expect(proof.seed).toBe(next.commitment.toString('hex'));
  const crash = proof.outcome?.crashMultiplier ?? 0;
  expect(bet?.outcome).toBe(crash >= 1.01 ? 'win' : 'loss');
});

it('gives a missed start a new countdown and retains its bets', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await step();
  const before = await running();
  await service.placeBet(stakeOf(alice));
  await shift(30_000);
  await step();
  const after = await running();
  expect(after).toMatchObject({ id: before.id, state: 'betting', bets_root: null });
  expect(after.closes_at).toEqual(after.starts_at);
  expect(await service.userHistory(alice)).toMatchObject([
    { roundId: String(before.id), outcome: 'pending' },
  ]);
  expect(after.starts_at.getTime()).toBeGreaterThan(Date.now() + 50_000);
});

it('F5: voids a flight without a leader for over five seconds; cash-outs stay and stakes are refunded', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  const bob = await addPlayer(test.database, 'bob', 100);
  await step();
  const { id } = await running();
  lengthen(id);
  for (const playerId of [alice, bob]) await service.placeBet(stakeOf(playerId));
  await shift(500);
  await step();
  await shift(7_000);
  expect(await cashOutOf(alice, id)).toBe('ok');
  const now = Date.now();
  await step({ gap: { fromMs: now - 6_500, untilMs: now - 500 } });
  await step();
  expect((await running()).id).not.toBe(id);
  expect(await findUser(test.database.query, alice)).toMatchObject({ coins: 0, winningAmount: 120 });
  expect(await findUser(test.database.query, bob)).toMatchObject({
    coins: 100,
    winningAmount: 0,
    todaysBids: 0,
  });
  expect(await service.findProof(id)).toMatchObject({ status: 'void', voidReason: 'stopped' });
});

it('F29: continues with a flight whose row is read slowly, which says nothing of the clock', async () => {
  await step();
  await shift(500);
  await step();
  const { id } = await running();
  lengthen(id);
  await step();
  let asked = false;
  const databaseNowMs = () => {
    const readMs = asked ? 4_000 : 0;
    asked = true;
    return Date.now() + readMs;
  };
  await step({ databaseNowMs });
  expect((await running()).state).toBe('flying');
  await step({ databaseNowMs: () => Date.now() + 4_000 });
  expect((await test.rows(`SELECT state FROM aviator_round WHERE id = $1`, id))[0]).toEqual({
    state: 'void',
  });
});

it('voids a flight during which the clock jumped, but not after a short gap', async () => {
  await step();
  const { id } = await running();
  lengthen(id);
  await shift(500);
  await step();
  await shift(7_000);
  const now = Date.now();
  await step({ gap: { fromMs: now - 4_500, untilMs: now } });
  expect((await running()).id).toBe(id);
  await step({ clockJumps: 1 });
  await step();
  expect((await running()).id).not.toBe(id);
});

it('measures the part of a flight within a gap', () => {
  expect(overlapMs({ fromMs: 0, untilMs: 10 }, 5, 20)).toBe(5);
  expect(overlapMs({ fromMs: 0, untilMs: 10 }, 10, 20)).toBe(0);
  expect(overlapMs({ fromMs: 6, untilMs: 8 }, 5, 20)).toBe(2);
});

describe('a sealed round', () => {
  const rowOf = async (id: bigint) => {
    const [row] = await test.rows<{
      state: string;
      starts_at: Date;
      crash_at: Date | null;
      crash_hundredths: number | null;
    }>('SELECT state, starts_at, crash_at, crash_hundredths FROM aviator_round WHERE id = $1', id);
    if (!row) throw new Error('there is no such round');
    return row;
  };

  it('has no crash in its row before its end, and then the one that its seed gives', async () => {
    await step();
    const { id } = await running();
    await expect(flightOf(id)).rejects.toThrow('is not decided');
    expect(await rowOf(id)).toMatchObject({ state: 'betting', crash_at: null, crash_hundredths: null });
    await shift(0);
    await step();
    const flight = await flightOf(id);
    expect(await rowOf(id)).toMatchObject({ state: 'flying', crash_at: null, crash_hundredths: null });
    await shift(flight.flightMs);
    await step();
    const row = await rowOf(id);
    expect(row.state).toBe('settling');
    expect(flightOfRow(row)).toEqual(flight);
  });

  it('F6: crashes under another leader, who computes the same flight', async () => {
    await step();
    const { id } = await running();
    await shift(0);
    await step();
    const flight = await flightOf(id);
    await age(3_500);
    const lease = await takeLease(test.database, 'another');
    if (!lease) throw new Error('the lease was not taken');
    const second = createEngine();
    await shift(flight.flightMs);
    // The first leader writes nothing.
    await step();
    expect((await rowOf(id)).state).toBe('flying');
    await second.step({
      epoch: lease.epoch,
      databaseNowMs: () => Date.now(),
      gap: noGap,
      clockJumps: 0,
      isPaused: false,
    });
    expect(flightOfRow(await rowOf(id))).toEqual(flight);
  });

  it('waits for a process that can open its seed', async () => {
    await step();
    const { id } = await running();
    await shift(0);
    await step();
    const flight = await flightOf(id);
    await shift(flight.flightMs);
    const otherKey = { ...chains, seal: createSeal(randomBytes(32)) };
    engine = createEngine(createFlights(createChainSlots(otherKey)));
    await expect(step()).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ state: 'flying', crash_at: null });
    engine = createEngine();
    await step();
    expect(flightOfRow(await rowOf(id))).toEqual(flight);
  });

  it('reveals where it would have crashed when it is void', async () => {
    await step();
    const { id } = await running();
    for (const _ of ['start', 'fly']) {
      await shift(0);
      await step();
    }
    const flight = await flightOf(id);
    await step({ clockJumps: 1 });
    const row = await rowOf(id);
    expect(row.state).toBe('void');
    expect(flightOfRow(row)).toEqual(flight);
  });

  it.each([
    ['before its end', `crash_hundredths = 200, crash_at = starts_at + interval '6 s'`],
    ['with another start', `state = 'settling', crash_hundredths = 200, crash_at = now(), starts_at = now()`],
    ['without its time', `state = 'settling', crash_hundredths = 200`],
    ['not at all', `state = 'settling'`],
  ])('has its crash revealed by nobody %s', async (_, changes) => {
    await step();
    const { id } = await running();
    await shift(0);
    await step();
    await expect(
      queryAsOwner(test.database, `UPDATE aviator_round SET ${changes} WHERE id = $1`, [id]),
    ).rejects.toThrow(/never changed|aviator_round_crash_revealed/);
    expect(await rowOf(id)).toMatchObject({ state: 'flying', crash_at: null, crash_hundredths: null });
  });

  it('has its take-off moved by nobody while it flies', async () => {
    await step();
    const { id } = await running();
    await shift(0);
    await step();
    const before = await rowOf(id);
    expect(before.state).toBe('flying');
    await expect(
      queryAsOwner(test.database, `UPDATE aviator_round SET starts_at = clock_timestamp() WHERE id = $1`, [
        id,
      ]),
    ).rejects.toThrow(/never changed/);
    expect(await rowOf(id)).toEqual(before);
  });

  it.each([
    'crash_hundredths = crash_hundredths + 1',
    `crash_at = crash_at + interval '1 ms'`,
    'crash_hundredths = NULL, crash_at = NULL',
    `starts_at = starts_at - interval '1 ms'`,
  ])('once crashed, has its crash changed by nobody: %s', async (changes) => {
    await step();
    const { id } = await running();
    await shift(0);
    await step();
    await shift((await flightOf(id)).flightMs);
    await step();
    const before = await rowOf(id);
    expect(before.state).toBe('settling');
    await expect(
      queryAsOwner(test.database, `UPDATE aviator_round SET ${changes} WHERE id = $1`, [id]),
    ).rejects.toThrow(/never changed/);
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('the seal of a round', () => {
  const place = async (
    playerId: bigint,
    bet: { autoHundredths?: number; slot?: 1 | 2; clientSeed?: string } = {},
  ) => {
    const placed = await service.placeBet({
      playerId,
      stakeCoins: 100,
      autoHundredths: null,
      slot: 1,
      roundId: null,
      ...bet,
    });
    return placed.ok ? 'ok' : placed.code;
  };
  const proofOf = async (id: bigint) => {
    const proof = await service.findProof(id);
    if (!proof) throw new Error('no proof');
    return proof;
  };
  const open = async () => {
    await step();
    return (await running()).id;
  };
  const crash = async (id: bigint) => {
    await shift((await flightOf(id)).flightMs);
    await step();
  };

  it('is over the bets with their client seeds, is published before take-off, and decides the crash', async () => {
    const alice = await addPlayer(test.database, 'alice', 1_000);
    const bob = await addPlayer(test.database, 'bob', 1_000);
    const id = await open();
    expect(await place(alice, { clientSeed: 'my-own-seed' })).toBe('ok');
    expect(await place(alice, { slot: 2, autoHundredths: 150 })).toBe('ok');
    expect(await place(bob, { clientSeed: 'gamma-3' })).toBe('ok');
    expect(await proofOf(id)).toMatchObject({ algorithm: 'crash/v2', betsRoot: null, entropy: null });
    expect(await service.findInclusion(id, 1n)).toBeUndefined();
    await shift(0);
    await step();
    const sealed = await proofOf(id);
    expect(sealed).toMatchObject({
      entropy: 'bettors',
      betCount: 3,
      beacon: null,
      seed: null,
      outcome: null,
    });
    const { betsRoot } = sealed;
    expect(events.slice(-2)).toMatchObject([
      { kind: 'open', seal: { betsRoot, betCount: 3 } },
      { kind: 'start', seal: { betsRoot, betCount: 3 } },
    ]);
    const bets = await queryAsOwner<{ id: bigint }>(test.database, 'SELECT id FROM aviator_bet ORDER BY id');
    const leaves = [];
    for (const [index, bet] of bets.entries()) {
      const found = await service.findInclusion(id, bet.id);
      expect(found).toMatchObject({ index, betCount: 3, root: betsRoot });
      expect(found && provesInclusion(found.leaf, found.path, found.root)).toBe(true);
      leaves.push(found?.leaf);
    }
    const [one, two, three] = bets.map((bet) => String(bet.id));
    expect(leaves).toEqual([
      `{"amount":100,"autoCashOut":null,"clientSeed":"my-own-seed","id":"${one}","roundId":"${id}","slot":1}`,
      `{"amount":100,"autoCashOut":1.5,"clientSeed":"","id":"${two}","roundId":"${id}","slot":2}`,
      `{"amount":100,"autoCashOut":null,"clientSeed":"gamma-3","id":"${three}","roundId":"${id}","slot":1}`,
    ]);
    await crash(id);
    const proof = await proofOf(id);
    expect(verifyAviatorProof(proof)).toMatchObject({ ok: true });
    // A single other root gives the result of this one by chance in about one of 250 rounds.
    const otherRoots = Array.from({ length: 16 }, (_, digit) => betsRoot?.replace(/^./, digit.toString(16)));
    const proved = otherRoots.filter((root) => verifyAviatorProof({ ...proof, betsRoot: root }).ok);
    expect(proved.length).toBeLessThan(otherRoots.length / 2);
  });

  it('leads to each bet for whoever asked while the round was being sealed', async () => {
    const alice = await addPlayer(test.database, 'alice', 1_000);
    const id = await open();
    expect(await place(alice)).toBe('ok');
    const [bet] = await queryAsOwner<{ id: bigint }>(test.database, 'SELECT id FROM aviator_bet');
    const held = holdFirstStatement(test.database);
    const { findInclusion } = createTestService(held.database);
    const early = findInclusion(id, bet?.id ?? 0n);
    await held.overtaken();
    await shift(0);
    await step();
    held.release();
    const root = (await proofOf(id)).betsRoot;
    expect(await early).toMatchObject({ betCount: 1, root });
    expect(await findInclusion(id, bet?.id ?? 0n)).toMatchObject({ betCount: 1, root });
  });

  it('says that the site alone determined a round whose bettors sent no seed', async () => {
    const alice = await addPlayer(test.database, 'alice', 100);
    const id = await open();
    expect(await place(alice)).toBe('ok');
    await shift(0);
    await step();
    expect(await proofOf(id)).toMatchObject({ entropy: 'install', betCount: 1 });
  });

  it('shuts out bets, and is taken up by a leader that finds it, however late', async () => {
    const alice = await addPlayer(test.database, 'alice', 1_000);
    const bob = await addPlayer(test.database, 'bob', 1_000);
    const id = await open();
    expect(await place(alice, { clientSeed: 'alpha' })).toBe('ok');
    await shift(0);
    await test.database.transaction((query) => sealRound(query, 0n, id));
    const sealed = await proofOf(id);
    // The leader dies before take-off. The next one finds the start missed.
    await corrupt(test.database, `UPDATE aviator_round SET starts_at = starts_at - interval '30 s'`);
    expect(await place(bob, { clientSeed: 'late' })).toBe('betting_closed');
    expect(await cashOutOf(alice, id)).toBe('too_early');
    await expect(
      queryAsOwner(test.database, `UPDATE aviator_round SET bets_root = sha256('other')`),
    ).rejects.toThrow(/is final/);
    engine = createEngine();
    const before = Date.now();
    await step();
    const flying = await running();
    expect(flying.state).toBe('flying');
    expect(flying.starts_at.getTime()).toBeGreaterThan(before - 2_000);
    expect(await proofOf(id)).toEqual({ ...sealed, status: 'flying' });
  });

  it('has each bet that was accepted while it was made', async () => {
    const players = [];
    for (let at = 0; at < 12; at++) players.push(await addPlayer(test.database, `player_${at}`, 100));
    const id = await open();
    await shift(-30);
    const placing = players.map((playerId) => place(playerId, { clientSeed: `seed-${playerId}` }));
    while ((await running()).state === 'betting') await step();
    const accepted = (await Promise.all(placing)).filter((result) => result === 'ok').length;
    expect(await proofOf(id)).toMatchObject({ betCount: accepted });
  });

  it('is missing where the round was void before, which has no crash then', async () => {
    const alice = await addPlayer(test.database, 'alice', 100);
    const id = await open();
    expect(await place(alice, { clientSeed: 'alpha' })).toBe('ok');
    await corrupt(test.database, `UPDATE aviator_round SET opened_at = opened_at + interval '1 hour'`);
    await step();
    expect(await proofOf(id)).toMatchObject({ status: 'void', betsRoot: null, outcome: null });
    expect(events.at(-1)).toMatchObject({ kind: 'void' });
    expect(await findUser(test.database.query, alice)).toMatchObject({ coins: 100 });
    await corrupt(test.database, `UPDATE aviator_round SET opened_at = opened_at - interval '1 hour'`);
  });

  it.each([
    ['a changed stake', 'aviator_bet', 'amount = amount + 10', 'amount = amount - 10', 'I16'],
    [
      'a client seed that was changed',
      'aviator_bet',
      `client_seed = 'other'`,
      `client_seed = 'alpha'`,
      'I16',
    ],
    ['another count', 'aviator_round', 'bet_count = bet_count + 1', 'bet_count = bet_count - 1', 'I16'],
    ['a level that no bet gives', 'aviator_round', `entropy = 'install'`, `entropy = 'bettors'`, 'I16'],
    [
      'another crash',
      'aviator_round',
      'crash_hundredths = crash_hundredths + 1',
      'crash_hundredths = crash_hundredths - 1',
      'I8',
    ],
  ])('is checked by the auditor, who finds %s', async (_, table, change, undo, line) => {
    const alice = await addPlayer(test.database, 'alice', 100);
    const id = await open();
    expect(await place(alice, { clientSeed: 'alpha' })).toBe('ok');
    await shift(0);
    await step();
    await crash(id);
    const where = table === 'aviator_bet' ? 'TRUE' : `id = ${id}`;
    await corrupt(test.database, `UPDATE ${table} SET ${change} WHERE ${where}`);
    const broken = await test.findViolations();
    expect(broken.map((finding) => finding.line)).toContain(line);
    await corrupt(test.database, `UPDATE ${table} SET ${undo} WHERE ${where}`);
  });
});
