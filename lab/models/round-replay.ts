/**
 * Replays traces of round.qnt: each step is one call of the engine or the service on a real database, or one
 * event around them, and afterwards the database must say what the model says. Ticks are seconds of a clock that
 * only the replay moves.
 */
import { createChainSlots } from '@fairground/game-kit/server';
import { nextGap, renewLease, takeLease, type Gap } from '@fairground/server/director/lease';
import type { Engine } from '@fairground/server/director/director';
import { ensureChains, type SeedChainDeps } from '@fairground/server/fairness/chains/seed-chain';
import { refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { hashBody } from '@fairground/server/http/coin-request';
import { storedKey, type Committed } from '@fairground/server/ledger/commit-together';
import type { DatabaseAddress } from '@fairground/server/platform/database/connection';
import type { Database, Statement } from '@fairground/server/platform/database/database';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { createControlledClock } from '@fairground/server/test/controlled-clock';
import { addPlayer, createTestDatabase } from '@fairground/server/test/harness';
import { noBeacon } from '@fairground/server/test/no-beacon';
import { outcomeOf } from '@fairground/server/test/outcomes';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import type { ModelStep, Replay } from './quint.ts';
import { seededEntropy } from '@fairground/server/test/seeded-entropy';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { flightMsForCrash, multiplierAtMs } from '../../games/aviator/rules.ts';
import type { AviatorEvent } from '../../games/aviator/server/bus-events.ts';
import { createRoundEngine } from '../../games/aviator/server/engine.ts';
import type { Flight, Flights } from '../../games/aviator/server/flights.ts';
import { createReceiver, type Receiver } from '../../games/aviator/server/receiver.ts';
import { createPresses, type Press, type Presses } from '../../games/aviator/server/presses.ts';
import * as rounds from '../../games/aviator/server/round-queries.ts';
import * as sql from '../../games/aviator/server/sql/rounds.sql.ts';
import { createVoidRound } from '../../games/aviator/server/void-round.ts';
import { createTestService, stakeOf, type TestService } from '../../games/aviator/test/table.ts';

interface View {
  step: number;
  phase: string;
  closesAt: number;
  startsAt: number;
  isSealed: boolean;
}
/** The model's state, as far as it is compared. */
export interface RoundState {
  now: number;
  crash: number;
  beaconAt: number;
  row: {
    step: number;
    state: string;
    closesAt: number;
    startsAt: number;
    sealedAt: number;
    root: Set<number>;
    epoch: number;
  };
  bets: Map<number, { state: string; auto: number; paid: number }>;
  placing: Map<number, number>;
  coins: Map<number, number>;
  winnings: Map<number, number>;
  presses: {
    player: number;
    process: number;
    key: number;
    other: boolean;
    answer: string;
    isOvertaken: boolean;
  }[];
  stored: Map<number, { key: number }>;
  process: Map<number, { shown: View }>;
  published: View;
}

type RoundStep = ModelStep<RoundState>;

const tickMs = 1_000;
const never = 99;
const stake = 100;
const secondMs = (ms: number): number => Math.ceil(ms / tickMs) * tickMs;
const outcomes: Readonly<Record<string, string>> = { won: 'win', lost: 'loss', none: 'none' };
const accepted = new Set(['paid', 'paid before']);
/** As the column `ended_by` shows the key of a press. */
const keyText = (key: number | undefined): string | null =>
  key === undefined ? null : String(storedKey('aviator/cashout', String(key)));
const writes = new Set(
  [
    'seal-round',
    'start-flight',
    'postpone-start',
    'move-empty-round',
    'crash-and-open',
    'void-round',
    'settle-chunk',
    'finish-round',
  ].map((name) => `aviator-${name}`),
);

/** A flight that crashes between two ticks. */
const flightOf = (crashTick: number): Flight => {
  const crashHundredths = multiplierAtMs(crashTick * tickMs) - 1;
  return { crashHundredths, flightMs: flightMsForCrash(crashHundredths) };
};

/** A database whose next write is executed and not answered. */
const unanswering = (database: Database): { database: Database; isLosing: (is: boolean) => void } => {
  let isLosing = false;
  const lose = (isWritten: boolean) => {
    if (!isLosing || !isWritten) return;
    isLosing = false;
    throw new Error('the answer is lost');
  };
  // That of a chunk always returns a row, which says how much it wrote.
  const isWrite = ({ name }: Statement, [row]: readonly { settled?: number }[]) =>
    writes.has(name ?? '') && row !== undefined && row.settled !== 0;
  return {
    isLosing: (is) => (isLosing = is),
    database: {
      ...database,
      async query<Row extends object>(statement: Statement) {
        const rows = await database.query<Row>(statement);
        lose(isWrite(statement, rows));
        return rows;
      },
      async transaction(work) {
        let isWritten = false;
        const result = await database.transaction((query, beforeCommit) =>
          work(async (statement) => {
            const rows = await query<never>(statement);
            isWritten ||= isWrite(statement, rows);
            return rows;
          }, beforeCommit),
        );
        lose(isWritten);
        return result;
      },
    },
  };
};

export const openRoundReplay = async (server?: DatabaseAddress): Promise<Replay<RoundState>> => {
  const test = await createTestDatabase({ server });
  const { query } = test.database;
  const time = await createControlledClock(test.address);
  const { clock } = time;
  const seal = createSeal(Buffer.alloc(32, 7));
  const chains: SeedChainDeps = {
    database: test.database,
    entropy: seededEntropy(1),
    seal,
    game: 'aviator',
    links: 5_000,
  };
  await ensureChains(chains);
  const slots = createChainSlots(chains);
  // Its values are due with the seconds.
  const [beaconChain] = await queryAsOwner<{ id: number }>(
    test.database,
    `INSERT INTO beacon_chain (hash, public_key, genesis_ms, period_ms)
      VALUES (sha256('replay'), decode(repeat('00', 96), 'hex'), 0, $1) RETURNING id`,
    [tickMs],
  );
  const terms = { countdownMs: 0, closeMs: tickMs, beaconChainId: null as number | null };
  const crashes = new Map<bigint, Flight>();
  const flights: Flights = {
    async find(_query, roundId) {
      const flight = crashes.get(roundId);
      if (!flight) throw new Error(`round ${roundId} does not fly`);
      return flight;
    },
    noteFlown: (_roundId, flownMs, monotonicMs) => monotonicMs - flownMs,
  };
  let newest: AviatorEvent | undefined;
  const publish = (event: AviatorEvent) => (newest = event);
  const voidRound = createVoidRound({ slots, publish, playersChanged: () => undefined });
  const services = [0, 1].map(() => createTestService(test.database, { clock, flights }));
  let traces = 0;

  /** Ends what the trace before has left, and opens the round of the next one at a full second. */
  const openTraceRound = async (start: RoundState) => {
    const [running] = await test.rows<{ id: bigint }>(
      `SELECT id FROM aviator_round WHERE state IN ('betting', 'flying')`,
    );
    if (running) await test.database.transaction((within) => voidRound(within, String(running.id)));
    await time.advanceTo(secondMs(time.nowMs()) + 4 * tickMs);
    const lease = await takeLease(test.database, 'process 1');
    if (!lease) throw new Error('the lease is not free');
    const { epoch } = lease;
    for (const { id: roundId } of await sql.findSettlingRounds.run(query)) {
      await rounds.settleChunk(query, { epoch, roundId, maxBets: 10 });
      await rounds.finishRound(query, epoch, roundId);
    }
    Object.assign(terms, {
      countdownMs: 2 * tickMs,
      beaconChainId: start.beaconAt === never ? null : beaconChain?.id,
    });
    const next = await slots.next();
    const round = await sql.openRound.first(query, { epoch, ...next, rtpBp: 9_700, ...terms });
    if (!round) throw new Error('no round opened');
    crashes.set(round.id, flightOf(start.crash));
    return { round, epoch, startedMs: round.opened_at.getTime() };
  };

  const addOne = async (name: string): Promise<{ playerId: bigint; sessionId: bigint }> => {
    const playerId = await addPlayer(test.database, name, stake);
    const [session] = await test.rows<{ id: bigint }>(
      `INSERT INTO session (token_hash, player_id, expires_at)
        VALUES (sha256($2::text::bytea), $1, clock_timestamp() + interval '1 day') RETURNING id`,
      playerId,
      name,
    );
    return { playerId, sessionId: session?.id ?? 0n };
  };

  const replay = async (trace: readonly RoundStep[]): Promise<string | undefined> => {
    const first = trace[0]?.state;
    if (!first) return undefined;
    traces += 1;
    const { round, epoch: firstEpoch, startedMs } = await openTraceRound(first);
    const players = [await addOne(`one_${traces}`), await addOne(`two_${traces}`)];
    const playerOf = (number: number) => players[number - 1] as (typeof players)[number];
    const timeOf = (tick: number) => startedMs + tick * tickMs;
    const stepOf = (step: number) => Number(round.step) - 1 + step;
    let now = 0;
    let isBetting = true;

    const createProcess = (number: number): Process => {
      const { database, isLosing } = unanswering(test.database);
      const presses = createPresses({
        clock,
        isRunning: (roundId) => roundId === round.id,
        // In the order of the trace.
        judge: (bets) => Promise.all(bets.map((bet) => Promise.all(bet.presses.map(outcomeOfPress)))),
      });
      const receiver = createReceiver({
        database,
        process: String(number),
        clock,
        presses,
        isAlone: false,
        log: { warn: () => undefined },
      });
      receiver.follow(String(round.id));
      const engine = createRoundEngine({
        clock,
        presses,
        database,
        chains: { ...chains, database },
        beacon: {
          ...noBeacon,
          async step() {
            const [value] = await test.rows('SELECT FROM beacon_value WHERE round = $1', round.beacon_round);
            if (value) return { state: 'known', value: { round: 0, randomness: '', signature: '' } };
            return now >= first.beaconAt + 3 ? { state: 'missing' } : { state: 'awaited', inMs: tickMs };
          },
        },
        terms,
        flights,
        publish,
        leads: () => undefined,
        playersChanged: () => undefined,
        betsSettled: () => undefined,
        log: { info: () => undefined, warn: () => undefined },
      });
      return {
        engine,
        presses,
        receiver,
        isLosing,
        service: services[number - 1] as Process['service'],
        epoch: number === 1 ? firstEpoch : 0n,
        gap: { fromMs: startedMs, untilMs: startedMs },
      };
    };
    /** In the order of their arrival. */
    const pressed: Pressed[] = [];
    const outcomeOfPress = (press: Press): Promise<Committed<User>> => {
      const found = pressed.find((item) => item.press === press);
      if (!found) throw new Error('a press that did not arrive is judged');
      return found.judged.promise;
    };
    const processes = [1, 2].map(createProcess);
    await time.idle();

    const engineStep = async ({ engine, epoch, gap }: Process) => {
      // A start may be postponed; the rounds after this one, and one that it is moved to, are not played.
      terms.countdownMs = (isBetting && first.beaconAt === never ? 2 : 600) * tickMs;
      await engine.step({ epoch, gap, databaseNowMs: time.nowMs, clockJumps: 0, isPaused: false });
    };

    const arrive = ({ presses }: Process, { player, key, other }: RoundState['presses'][number]) => {
      const { playerId, sessionId } = playerOf(player);
      const roundId = other ? round.id + 1_000_000n : round.id;
      const receivedAt = clock.monotonic();
      const place = presses.arrive({ receivedAt, body: { roundId: String(roundId) } });
      const press: Press = {
        playerId,
        roundId,
        slot: 1,
        askedHundredths: 1_000_000,
        receivedAt,
        idempotency: { key: String(key), bodyHash: hashBody([String(roundId)]) },
        unconfirmedSessionId: sessionId,
      };
      const judged = Promise.withResolvers<Committed<User>>();
      pressed.push({ press, judged, end: () => place?.end() });
      // It waits there until the trace judges it.
      void presses.submit(press, place);
    };

    /** Performs a step, and returns what its answer should and does say. */
    const perform = async ({ action, picks, state }: RoundStep): Promise<Compared> => {
      const number = Number(picks['p']);
      const process = processes[number - 1] as Process;
      switch (action) {
        case 'begins': {
          const player = Number(picks['player']);
          const auto = Number(picks['auto']);
          const bet = stakeOf(playerOf(player).playerId, {
            autoHundredths: auto === 0 ? null : multiplierAtMs(auto * tickMs),
            idempotency: { key: 'bet', bodyHash: hashBody(auto) },
          });
          const placed = outcomeOf((await services[0]?.placeBet(bet)) ?? { ok: false, code: 'unavailable' });
          return [
            ['done', 'replayed'],
            [placed, outcomeOf((await services[1]?.placeBet(bet)) ?? { ok: false, code: 'unavailable' })],
          ];
        }
        case 'arrives':
          arrive(process, state.presses.at(-1) as RoundState['presses'][number]);
          return same;
        case 'judges': {
          const index = Number(picks['i']);
          const { press, judged, end } = pressed[index] as Pressed;
          const { process: at, answer } = state.presses[index] as RoundState['presses'][number];
          const committed = await (processes[at - 1] as Process).service.cashOut(press);
          judged.resolve(committed);
          end();
          return [accepted.has(answer) ? 'ok' : answer, committed.ok ? 'ok' : committed.code];
        }
        case 'logsOut':
          await test.rows('DELETE FROM session WHERE id = $1', playerOf(Number(picks['player'])).sessionId);
          return same;
        case 'steps': {
          const renewed = await renewLease(test.database, process.epoch);
          if (!renewed) return ['a renewal', 'none'];
          process.gap = nextGap(process.gap, renewed.gap);
          const isLost = Number(picks['fate']) <= 2;
          process.isLosing(isLost);
          const error = await engineStep(process).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          process.isLosing(false);
          if (error !== undefined && !isLost) throw error;
          return [isLost, error !== undefined];
        }
        case 'staleStep':
          await engineStep(process);
          return same;
        case 'resign': {
          const renewed = await renewLease(test.database, process.epoch);
          process.epoch = 0n;
          return [undefined, renewed];
        }
        case 'takesOver': {
          const taken = await takeLease(test.database, `process ${number}`);
          if (!taken) return ['the lease', 'none'];
          process.gap = nextGap(process.gap, taken.gap);
          process.epoch = taken.epoch;
          return same;
        }
        case 'beaconPublishes': {
          const signature = Buffer.concat([hash('sha256', `${round.id}`, 'buffer'), Buffer.alloc(16)]);
          await test.rows(
            'INSERT INTO beacon_value (chain_id, round, randomness, signature) VALUES ($1, $2, $3, $4)',
            round.beacon_chain_id,
            round.beacon_round,
            hash('sha256', signature, 'buffer'),
            signature,
          );
          return same;
        }
        case 'operatorVoids': {
          const voided = await test.database.transaction((within) => voidRound(within, String(round.id)));
          voided?.publish();
          return [true, voided !== undefined];
        }
        case 'tick':
          now += 1;
          await time.advanceTo(timeOf(now));
          return same;
        case 'commits':
        case 'pauses':
        case 'resumes':
        case 'dies':
          return same;
        default:
          throw new Error(`the model has a step that is not replayed: ${action}`);
      }
    };

    /** What the last event shows of the round. */
    const published = (): unknown => {
      if (newest?.kind === 'start' && newest.roundId === String(round.id))
        return { step: newest.step, phase: 'flying', startsAtMs: newest.startedAtMs };
      if (newest?.kind === 'open' && newest.roundId === String(round.id)) {
        const { step, startsAtMs, seal: sealOf } = newest;
        return { step, phase: 'betting', startsAtMs, isSealed: sealOf !== null };
      }
      return { phase: 'ended' };
    };
    const expectedPublished = ({ step, phase, startsAt, isSealed }: View): unknown =>
      phase === 'ended'
        ? { phase }
        : {
            step: stepOf(step),
            phase,
            startsAtMs: timeOf(startsAt),
            ...(phase === 'betting' ? { isSealed } : {}),
          };

    const expected = (state: RoundState) => ({
      step: stepOf(state.row.step),
      state: state.row.state,
      ...(state.row.state !== 'moved' && {
        startsAtMs: timeOf(state.row.startsAt),
        closesAtMs: timeOf(state.row.closesAt),
      }),
      sealed: state.row.sealedAt === never ? null : state.row.root.size,
      epoch: String(firstEpoch + BigInt(state.row.epoch) - 1n),
      players: [1, 2].map((player) => {
        const bet = state.bets.get(player);
        const isPlacing = state.placing.get(player) !== never;
        const result = isPlacing ? 'pending' : (bet?.state ?? 'none');
        return {
          bet: outcomes[result] ?? result,
          paid: bet?.state === 'won' ? bet.paid : null,
          coins: (state.coins.get(player) ?? 0) - (isPlacing ? stake : 0),
          winnings: state.winnings.get(player),
          isOvertaken: state.presses.some((press) => press.player === player && press.isOvertaken),
          endedBy: keyText(state.stored.get(player)?.key),
        };
      }),
      published: expectedPublished(state.published),
    });

    const actual = async () => {
      const [row] = await test.rows<{ round: Record<string, unknown>; players: object[] }>(
        readState,
        round.id,
        players.map(({ playerId }) => playerId),
        round.chain_id,
        round.link,
        flightOf(first.crash).flightMs,
      );
      return { ...row?.round, players: row?.players, published: published() };
    };

    newest = {
      kind: 'open',
      step: Number(round.step),
      roundId: String(round.id),
      startsAtMs: timeOf(first.row.startsAt),
      closesAtMs: timeOf(first.row.closesAt),
      commitment: '',
      beaconRound: null,
      seal: null,
    };
    try {
      for (const [index, step] of trace.entries()) {
        const describe = (part: string, wanted: unknown, found: unknown) =>
          `step ${index}, ${step.action} ${JSON.stringify(step.picks)}, ${part}: ` +
          `the model says ${JSON.stringify(wanted)}, the site ${JSON.stringify(found)}`;
        if (index > 0) {
          const [wanted, found] = await perform(step);
          if (!isDeepStrictEqual(wanted, found)) return describe('answer', wanted, found);
        }
        for (const [number, { shown }] of step.state.process) {
          if (shown.phase === 'ended') processes[number - 1]?.receiver.follow(undefined);
        }
        isBetting = step.state.row.state === 'betting';
        if (untouched.has(step.action)) continue;
        await time.idle();
        const [wanted, found] = [expected(step.state), await actual()];
        if (!isDeepStrictEqual(wanted, found)) return describe('state', wanted, found);
      }
      return undefined;
    } finally {
      for (const { judged, end } of pressed) {
        judged.resolve(refuse('unavailable'));
        end();
      }
      for (const { receiver } of processes) receiver.follow(undefined);
      await time.idle();
      crashes.delete(round.id);
    }
  };

  return {
    replay,
    async close() {
      await time.close();
      await test.close();
    },
  };
};

interface Process {
  engine: Engine;
  service: TestService;
  presses: Presses;
  receiver: Receiver;
  isLosing: (is: boolean) => void;
  epoch: bigint;
  gap: Gap;
}

interface Pressed {
  press: Press;
  judged: PromiseWithResolvers<Committed<User>>;
  end: () => void;
}

type Compared = [expected: unknown, actual: unknown];
const same: Compared = [true, true];
/** They change nothing in the database. */
const untouched = new Set(['arrives', 'tick', 'commits', 'pauses', 'resumes', 'dies', 'resign']);

/**
 * A round that was moved keeps its link and has the id and times of another one. A press that was not paid came
 * too late, or was overtaken.
 */
const readState = `SELECT CASE WHEN r.id = $1
    THEN jsonb_build_object('state', r.state, 'startsAtMs', extract(epoch FROM r.starts_at) * 1000,
      'closesAtMs', extract(epoch FROM r.closes_at) * 1000)
    ELSE jsonb_build_object('state', 'moved')
  END || jsonb_build_object('step', r.step, 'sealed', r.bet_count, 'epoch', r.epoch::text) AS round,
  (SELECT json_agg(json_build_object(
      'bet', coalesce(b.outcome::text, 'none'), 'paid', b.cash_out_hundredths,
      'coins', w.coins, 'winnings', w.winnings,
      'isOvertaken', coalesce(b.unpaid_press_ms < $5, false),
      'endedBy', b.ended_by::text
    ) ORDER BY w.player_id)
  FROM wallet w LEFT JOIN aviator_bet b ON b.player_id = w.player_id AND b.round_id = r.id
  WHERE w.player_id = ANY ($2::bigint[])) AS players
FROM aviator_round r WHERE (r.chain_id, r.link) = ($3, $4)`;
