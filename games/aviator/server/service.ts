/** Placing a bet, cashing out, and the histories. */
import type { AcceptedOf, RowOf } from '@fairground/sql';
import type { AviatorBet, AviatorCashOutAnswer, AviatorCreateAnswer, AviatorProof } from '../contract.ts';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { cashOutHundredths, flightMsTo, payoutCoins, type BetSlot } from '../rules.ts';
import {
  createInclusions,
  createStakePlacement,
  findLogPlace,
  toProofBeacon,
} from '@fairground/game-kit/server';
import { createCoinCall, type CoinCallDeps } from '@fairground/server/ledger/coin-call';
import {
  hasKey,
  type Answer,
  type CoinOperation,
  type Outcome,
  type StoredKey,
} from '@fairground/server/ledger/commit-together';
import { findUser, toUser } from '@fairground/server/ledger/player-view';
import type { Clock } from '@fairground/server/platform/clock';
import { retryWhileBusy, type Database } from '@fairground/server/platform/database/database';
import type { Flights } from './flights.ts';
import { createJudgeOnce, type CashOut } from './judge-once.ts';
import type { LatePresses } from './late-presses.ts';
import * as sql from './sql/bets.sql.ts';
import { findProof } from './sql/rounds.sql.ts';
import type { RoundTable } from './round-table.ts';
import { betLeaf, toSealedBet, toWireBet } from './wire.ts';

export interface PlaceBet extends CoinOperation {
  stakeCoins: number;
  autoHundredths: number | null;
  slot: BetSlot;
  roundId: bigint | null;
  clientSeed?: string;
}

export interface AviatorServiceDeps extends CoinCallDeps {
  clock: Clock;
  /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
  /** Notified after the commit of what it shows. */
  table: Pick<RoundTable, 'placed' | 'cashedOut'>;
  latePresses: LatePresses;
  flights: Flights;
}

const historyLimit = 50;
/** A round's players press within the same second: the more of them wait, the less each costs. */
const maxCashOutBatch = 500;
/** More than players of a full round press in a second. A cash-out cannot be made up for, so none is refused before. */
const maxCashOutsWaiting = 20_000;

export const createAviatorService = (deps: AviatorServiceDeps) => {
  const { database, clock, table, latePresses, flights } = deps;

  /** Before take-off the crash is not decided, and every press is too early. */
  const flightMsOf = async (
    query: Database['query'],
    { state, round_id: roundId, flight_ms: flightMs }: RowOf<typeof sql.readCashOutFacts>,
  ): Promise<number> =>
    flightMs ?? (state === 'flying' ? (await flights.find(query, roundId)).flightMs : Infinity);

  const performCashOut = async (
    query: Database['query'],
    batch: readonly (CashOut & StoredKey)[],
  ): Promise<Outcome<User>[]> => {
    const sentAt = clock.monotonic();
    const read = await sql.readCashOutFacts.run(
      query,
      batch.map((item) => ({
        playerId: item.playerId,
        roundId: item.roundId,
        slot: item.slot,
        agoMs: sentAt - item.receivedAt,
      })),
    );
    const byPlayer = new Map<bigint, CashOutFacts>();
    for (const fact of read) {
      byPlayer.set(fact.player_id, { ...fact, flight_ms: await flightMsOf(query, fact) });
    }
    const overtaken: CashOutFacts[] = [];
    const judged = batch.map((operation) => {
      const found = byPlayer.get(operation.playerId);
      const result = judgeCashOut(operation, found);
      // It arrived after the crash, whatever becomes of this transaction, and so nothing is revealed before.
      if (!result.ok && result.code === 'too_late' && found)
        latePresses.add({ betId: found.bet_id, lateMs: found.at_ms - found.flight_ms });
      if (found && isOvertaken(found)) overtaken.push(found);
      return result;
    });
    if (overtaken.length > 0) {
      await sql.recordOvertakenPresses.run(
        query,
        overtaken.map(({ bet_id: betId, at_ms: pressMs }) => ({ betId, pressMs })),
      );
    }
    const wins = judged.flatMap((item) => (item.ok && 'win' in item.value ? [item.value.win] : []));
    const paid = wins.length > 0 ? await sql.payCashOuts.run(query, wins) : [];
    /** Their repeats are answered alike once the round is over. */
    const pressedAfter = judged.flatMap((item, index) => {
      const call = batch[index];
      return item.ok && 'alreadyPaid' in item.value && call && hasKey(call)
        ? [{ ...call, betId: item.value.alreadyPaid.bet_id }]
        : [];
    });
    if (pressedAfter.length > 0) await sql.storePresses.run(query, pressedAfter);
    const paidPlayers = new Map(paid.map((row) => [row.player_id, row]));
    const outcomes: Outcome<User>[] = [];
    for (const item of judged) {
      if (!item.ok) outcomes.push(item);
      else if ('alreadyPaid' in item.value)
        outcomes.push(await cashedOutBefore(query, item.value.alreadyPaid));
      else {
        const { facts, win } = item.value;
        const row = paidPlayers.get(facts.player_id);
        outcomes.push(row ? cashedOut(row, { facts, win, table }) : refuse('no_active_bet'));
      }
    }
    return outcomes;
  };

  const createQueue = () =>
    createCoinCall<CashOut>(deps, {
      operation: 'aviator/cashout',
      perform: performCashOut,
      async findMade(query, batch) {
        return (await sql.findCashedOut.run(query, batch)).map((row) => ({
          playerId: row.input_player,
          callBody: row.call_body,
          answer: () => cashOutAnswer(toUser(row), { ...row, crash_hundredths: null }),
        }));
      },
      strategy: 'transaction',
      maxBatch: maxCashOutBatch,
      maxWaiting: maxCashOutsWaiting,
    });
  /** Presses for other rounds, which repeat an answer or are refused, hold up none for the round in flight. */
  const [submitRunning, submitOther] = [createQueue(), createQueue()];
  const cashOut = createJudgeOnce((press) => {
    const age = press.ageAtArrival;
    // Only a key may have an answer of a round that is long over.
    if (age === 'over' && !press.idempotency) return Promise.resolve(refuse('no_active_bet'));
    return retryWhileBusy(() => (age === 'running' ? submitRunning : submitOther)(press));
  });

  return {
    placeBet: createStakePlacement<PlaceBet, RowOf<typeof sql.placeBets>>(deps, {
      operation: 'aviator/create',
      // The client seed is empty where the bettor gave none.
      place: (query, batch) =>
        sql.placeBets.run(
          query,
          batch.map((bet) => ({ clientSeed: '', ...bet })),
        ),
      findPlaced: (query, calls) => sql.findPlaced.run(query, calls),
      placed: (row, operation) => ({
        ...toAnswer(row, operation),
        afterCommit: () =>
          table.placed(row.round_id, {
            betId: row.bet_id,
            playerId: row.player_id,
            username: row.username,
            stakeCoins: operation.stakeCoins,
          }),
      }),
      receipt: (row, { stakeCoins, autoHundredths, slot, clientSeed = '' }) => ({
        at: row.bet_created_at.toISOString(),
        bet: betLeaf(row.round_id, {
          id: row.bet_id,
          amount: stakeCoins,
          auto_hundredths: autoHundredths,
          client_seed: clientSeed,
          slot,
        }),
        kind: 'aviator',
      }),
      recordBet: deps.recordBet,
    }),
    cashOut,
    async userHistory(playerId: bigint): Promise<AviatorBet[]> {
      return (await sql.readUserHistory.run(database.query, { playerId, maxRows: historyLimit })).map(
        toWireBet,
      );
    },
    async globalHistory(): Promise<{ id: string; crashMultiplier: number }[]> {
      const rows = await sql.readGlobalHistory.run(database.query, { maxRows: historyLimit });
      return rows.map((row) => ({ id: String(row.id), crashMultiplier: row.crash_hundredths / 100 }));
    },
    async findProof(
      roundId: bigint,
      query: Database['query'] = database.query,
    ): Promise<AviatorProof | undefined> {
      const row = await findProof.first(query, { roundId });
      if (!row) return undefined;
      return {
        game: 'aviator',
        id: String(row.id),
        algorithm: 'crash/v2',
        commitment: row.commitment.toString('hex'),
        seed: row.seed?.toString('hex') ?? null,
        round: row.link,
        chain: Number(row.chain_id),
        terminalHash: row.terminal_hash.toString('hex'),
        salt: row.salt.toString('hex'),
        saltSource: row.salt_source,
        rtpBp: row.rtp_bp,
        entropy: row.entropy,
        betsRoot: row.bets_root?.toString('hex') ?? null,
        betCount: row.bet_count,
        log: await findLogPlace(query, { game: 'aviator', source: String(row.id) }),
        ...toProofBeacon(row),
        ...(row.void_reason !== null && { voidReason: row.void_reason }),
        status: row.state === 'settling' ? 'finished' : row.state,
        outcome: row.crash_hundredths === null ? null : { crashMultiplier: row.crash_hundredths / 100 },
      };
    },
    /** Undefined until the bets are sealed. */
    findInclusion: createInclusions<RowOf<typeof sql.readSealedBets>>(
      (roundId) => sql.readSealedBets.run(database.query, { roundId }),
      toSealedBet,
    ),
  };
};

export type AviatorService = ReturnType<typeof createAviatorService>;

const toAnswer = (
  row: AcceptedOf<typeof sql.placeBets>,
  operation: PlaceBet,
): { body: AviatorCreateAnswer; user: User } => {
  const user = toUser(row);
  const bet = toWireBet({
    id: row.bet_id,
    round_id: row.round_id,
    slot: operation.slot,
    amount: BigInt(operation.stakeCoins),
    amount_won: 0n,
    outcome: 'pending',
    crash_hundredths: null,
    cash_out_hundredths: null,
    auto_hundredths: operation.autoHundredths,
    created_at: row.bet_created_at,
  });
  return { body: { user, bet }, user };
};

const cashedOut = (
  row: RowOf<typeof sql.payCashOuts>,
  { facts, win, table }: Win & { table: AviatorServiceDeps['table'] },
): Outcome<User> => {
  const { betId, hundredths, amountWon } = win;
  const user = toUser(row);
  const bet = {
    ...facts,
    id: betId,
    outcome: 'win' as const,
    cash_out_hundredths: hundredths,
    amount_won: BigInt(amountWon),
    crash_hundredths: null,
  };
  return accept({
    ...cashOutAnswer(user, bet),
    event: user,
    afterCommit: () => table.cashedOut(facts.round_id, [{ betId, hundredths }]),
  });
};

/** A cash-out after the automatic one: responds with what was paid, and pays nothing. */
const cashedOutBefore = async (
  query: Database['query'],
  { bet_id: id, ...row }: CashOutFacts,
): Promise<Outcome<User>> => {
  const user = await findUser(query, row.player_id);
  if (!user) return refuse('no_active_bet');
  return accept({ ...cashOutAnswer(user, { ...row, id, crash_hundredths: null }), event: user });
};

const cashOutAnswer = (user: User, bet: Parameters<typeof toWireBet>[0]): Answer => ({
  status: 200,
  body: { user, aviatorBidSave: toWireBet(bet) } satisfies AviatorCashOutAnswer,
});

/** With the length of the flight, also of a round that is running. */
type CashOutFacts = RowOf<typeof sql.readCashOutFacts> & { flight_ms: number };

interface Win {
  facts: CashOutFacts;
  win: { betId: bigint; hundredths: number; amountWon: number; pressMs: number } & StoredKey;
}

type Judged = Result<Win | { alreadyPaid: CashOutFacts }>;

/** Whether the press arrived before the end of its bet, which was written first: the audit names it. */
const isOvertaken = (facts: CashOutFacts): boolean => {
  if (facts.at_ms < 0 || facts.outcome === 'pending' || facts.outcome === 'void') return false;
  const { press_ms: pressMs, cash_out_hundredths: hundredths, flight_ms: flightMs } = facts;
  if (facts.outcome === 'loss' || hundredths === null) return facts.at_ms < flightMs;
  return facts.at_ms < (pressMs ?? flightMsTo(hundredths));
};

/** Branching only; the rule itself is the game's `cashOutHundredths`. */
const judgeCashOut = (operation: CashOut & StoredKey, facts: CashOutFacts | undefined): Judged => {
  if (!facts || facts.state === 'void') return refuse('no_active_bet');
  if (facts.outcome !== 'pending') {
    // What was paid or lost stays so.
    if (isOvertaken(facts) || (facts.outcome === 'win' && facts.by_hand)) return refuse('no_active_bet');
    const isInTime = facts.outcome === 'win' && facts.at_ms < facts.flight_ms;
    return isInTime ? accept({ alreadyPaid: facts }) : refuse('too_late');
  }
  if (facts.state === 'betting' || facts.at_ms < 0) return refuse('too_early');
  const result = cashOutHundredths({
    askedHundredths: operation.askedHundredths,
    atMs: facts.at_ms,
    flightMs: facts.flight_ms,
    autoCashOutHundredths: facts.auto_hundredths,
  });
  if (!result.ok) return result;
  const { hundredths } = result;
  const { callKey, callBody } = operation;
  return accept({
    facts,
    win: {
      betId: facts.bet_id,
      hundredths,
      amountWon: payoutCoins(Number(facts.amount), hundredths),
      pressMs: facts.at_ms,
      callKey,
      callBody,
    },
  });
};
