/**
 * Judges presses of "Cash Out" by when they arrived, and pays those that won. The presses of a bet are judged in the
 * order of their arrival, each by what those before it left: the first one that is not refused decides.
 */
import { accept, refuse, type Refusal } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import {
  hasKey,
  lockCallers,
  withStoredKey,
  type Committed,
  type StoredKey,
} from '@fairground/server/ledger/commit-together';
import { findUser, toUser } from '@fairground/server/ledger/player-view';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import type { AviatorCashOutAnswer } from '../contract.ts';
import { cashOutHundredths, flightMsTo, multiplierAtMs, payoutCoins } from '../rules.ts';
import type { Flights } from './flights.ts';
import type { Press, PressedBet } from './presses.ts';
import * as sql from './sql/bets.sql.ts';
import { toWireBet } from './wire.ts';

export interface CashOutsDeps extends Pick<CoinCallDeps, 'database' | 'userChanged'> {
  clock: Pick<Clock, 'monotonic'>;
  flights: Flights;
}

type Query = Database['query'];
type KeyedPress = Press & StoredKey;

/** A bet as it is, or as the presses before left it; the length of the flight also while it lasts. */
type BetFacts = RowOf<typeof sql.readPressedBets> & {
  flight_ms: number;
  /** On the monotonic clock, at the latest. */
  tookOffAt: number;
};

/** What a press is answered: a bet as it ended, or why not. */
type Verdict = Refusal | { ok: true; isReplay: boolean; facts: BetFacts };

/** A bet with its presses: what each is answered, and what they left of the bet. */
interface Judged {
  verdicts: readonly Verdict[];
  before: BetFacts | undefined;
  after: BetFacts | undefined;
}

/** What arrives this long after the crash is no press for that round. */
const maxLateMs = 60_000;

/** Returns the outcomes of the presses of each bet, in the same order. At most one bet of a player. */
export const createCashOuts =
  ({ database, clock, flights, userChanged }: CashOutsDeps) =>
  async (bets: readonly PressedBet[]): Promise<Committed<User>[][]> => {
    const { judged, users } = await database.transaction(async (query) => {
      const presses = bets.map((bet) => bet.presses.map((press) => withStoredKey('aviator/cashout', press)));
      const keyed = presses.flat().filter(hasKey);
      const admitted = keyed.length > 0 ? await lockCallers(query, keyed, clock.monotonic()) : undefined;
      const readAt = clock.monotonic();
      const facts = await readFacts(query, flights, bets, clock);
      const judged = bets.map((bet, at) =>
        judgeInOrder(bet, facts.get(bet.playerId) ?? [], presses[at] ?? [], {
          readAt,
          isAdmitted: (press) => !hasKey(press) || admitted?.has(press) === true,
        }),
      );
      return { judged, users: await write(query, judged) };
    });
    return judged.map((bet) => {
      const user = bet.after && users.get(bet.after.player_id);
      if (user && bet.verdicts.some((verdict) => verdict.ok && !verdict.isReplay)) userChanged(user);
      return bet.verdicts.map((verdict): Committed<User> => {
        if (!verdict.ok) return verdict;
        return user ? answer(verdict, user) : refuse('no_active_bet');
      });
    });
  };

/** The bets of each player in the round of their presses, in both slots. */
const readFacts = async (
  query: Query,
  flights: Flights,
  bets: readonly PressedBet[],
  clock: CashOutsDeps['clock'],
): Promise<Map<bigint, BetFacts[]>> => {
  const facts: BetFacts[] = [];
  const rows = await sql.readPressedBets.run(query, bets);
  const answeredAt = clock.monotonic();
  for (const row of rows) {
    facts.push({
      ...row,
      flight_ms: await flightMsOf(query, flights, row),
      tookOffAt: flights.noteFlown(row.round_id, row.flown_ms, answeredAt),
    });
  }
  return Map.groupBy(facts, ({ player_id: playerId }) => playerId);
};

/** Before take-off the crash is not decided, and every press is too early. */
const flightMsOf = async (
  query: Query,
  flights: Flights,
  { state, round_id: roundId, flight_ms: flightMs }: RowOf<typeof sql.readPressedBets>,
): Promise<number> =>
  flightMs ?? (state === 'flying' ? (await flights.find(query, roundId)).flightMs : Infinity);

const judgeInOrder = (
  { slot }: PressedBet,
  ofRound: readonly BetFacts[],
  presses: readonly KeyedPress[],
  { readAt, isAdmitted }: { readAt: number; isAdmitted: (press: KeyedPress) => boolean },
): Judged => {
  const before = ofRound.find((bet) => bet.slot === slot);
  const otherKeys = ofRound.flatMap((bet) => (bet === before ? [] : (bet.ended_by ?? [])));
  let after = before;
  const verdicts = presses.map((press): Verdict => {
    if (!isAdmitted(press)) return refuse('not_signed_in');
    const { callKey, callBody } = press;
    if (callKey !== null && otherKeys.includes(callKey)) return refuse('idempotency_mismatch');
    if (!after) return refuse('no_active_bet');
    if (callKey !== null && after.ended_by === callKey) {
      if (after.ended_body !== callBody) return refuse('idempotency_mismatch');
      return { ok: true, isReplay: true, facts: after };
    }
    const judged = judge(press, after, Math.floor(after.flown_ms - (readAt - press.receivedAt)));
    after = judged.facts;
    return judged.ok ? { ok: true, isReplay: false, facts: after } : judged.refusal;
  });
  return { verdicts, before, after };
};

/** `facts` are the bet as the press leaves it. */
type JudgedPress = { ok: true; facts: BetFacts } | { ok: false; refusal: Refusal; facts: BetFacts };

/** Branching only; the rule itself is the game's `cashOutHundredths`. */
const judge = (press: KeyedPress, facts: BetFacts, atMs: number): JudgedPress => {
  if (press.silentSince !== undefined) return judgeParachute(press, press.silentSince, facts, atMs);
  // The round may have been voided while its bets' wallets were waited for, which the bets alone show then.
  if (facts.state === 'void' || facts.outcome === 'void')
    return { ok: false, refusal: refuse('no_active_bet'), facts };
  if (facts.outcome !== 'pending') return judgeEnded(press, facts, atMs);
  if (facts.state === 'betting' || atMs < 0) return { ok: false, refusal: refuse('too_early'), facts };
  const cashedOut = cashOutHundredths({
    askedHundredths: press.askedHundredths,
    atMs,
    flightMs: facts.flight_ms,
    autoCashOutHundredths: facts.auto_hundredths,
  });
  if (!cashedOut.ok) {
    const isLate = cashedOut.code === 'too_late';
    return { ok: false, refusal: refuse(cashedOut.code), facts: isLate ? withUnpaid(facts, atMs) : facts };
  }
  const { hundredths } = cashedOut;
  const { callKey, callBody } = press;
  const won: BetFacts = {
    ...facts,
    outcome: 'win',
    cash_out_hundredths: hundredths,
    amount_won: BigInt(payoutCoins(Number(facts.amount), hundredths)),
    press_ms: atMs,
    ended_by: callKey,
    ended_body: callBody,
  };
  return { ok: true, facts: won };
};

/** It decides where nothing else did: an automatic cash-out that the curve has passed is paid as that. None is late. */
const judgeParachute = (
  press: KeyedPress,
  silentSince: number,
  facts: BetFacts,
  atMs: number,
): JudgedPress => {
  const isPassed = facts.auto_hundredths !== null && facts.auto_hundredths <= multiplierAtMs(atMs);
  if (facts.outcome !== 'pending' || isPassed) return { ok: false, refusal: refuse('no_active_bet'), facts };
  const { silentSince: _, ...byHand } = press;
  const judged = judge(byHand, facts, atMs);
  if (!judged.ok) return { ...judged, facts };
  const silentMs = atMs - Math.floor(press.receivedAt - silentSince);
  return { ok: true, facts: { ...judged.facts, silent_since_ms: Math.max(0, silentMs) } };
};

/**
 * What was paid or lost stays so. On a clock that was set back in flight a press seems to have arrived before what
 * ended its bet, and did not: it came as long after take-off as the monotonic clock says.
 */
const judgeEnded = (
  { callKey, callBody, receivedAt }: KeyedPress,
  facts: BetFacts,
  clockMs: number,
): JudgedPress => {
  const atMs = Math.max(clockMs, Math.floor(receivedAt - facts.tookOffAt));
  if (isOvertaken(facts, atMs))
    return { ok: false, refusal: refuse('no_active_bet'), facts: withUnpaid(facts, atMs) };
  const isWon = facts.outcome === 'win';
  if (isWon && facts.cash_out_hundredths !== facts.auto_hundredths)
    return { ok: false, refusal: refuse('no_active_bet'), facts };
  if (!isWon || atMs >= facts.flight_ms)
    return { ok: false, refusal: refuse('too_late'), facts: withUnpaid(facts, atMs) };
  // Paid automatically. The repeat of the first press that is told so is answered alike once the round is over.
  if (facts.ended_by !== null) return { ok: true, facts };
  return { ok: true, facts: { ...facts, ended_by: callKey, ended_body: callBody } };
};

/** Whether the press arrived before the end of its bet, which was written first. */
const isOvertaken = (facts: BetFacts, atMs: number): boolean => {
  if (atMs < 0) return false;
  const { press_ms: pressMs, cash_out_hundredths: hundredths, flight_ms: flightMs } = facts;
  if (facts.outcome === 'loss' || hundredths === null) return atMs < flightMs;
  return atMs < (pressMs ?? flightMsTo(hundredths));
};

/** The bet with its earliest press that was not paid: it came too late, or was overtaken, which the audit names. */
const withUnpaid = (facts: BetFacts, atMs: number): BetFacts => {
  const isEarliest = facts.unpaid_press_ms === null || atMs < facts.unpaid_press_ms;
  return isEarliest && atMs >= 0 && atMs - facts.flight_ms <= maxLateMs
    ? { ...facts, unpaid_press_ms: atMs }
    : facts;
};

type WonBet = BetFacts & { cash_out_hundredths: number; press_ms: number };

/** The bet where a press ended it. */
const wonOf = ({ before, after }: Judged): WonBet[] => {
  if (before?.outcome !== 'pending' || after?.outcome !== 'win') return [];
  const { cash_out_hundredths: hundredths, press_ms: pressMs } = after;
  if (hundredths === null || pressMs === null) throw new Error('a press ends its bet at a multiplier');
  return [{ ...after, cash_out_hundredths: hundredths, press_ms: pressMs }];
};

/** Pays what was won, and stores what else presses left. Returns the players who are told what became of their bets. */
const write = async (query: Query, judged: readonly Judged[]): Promise<Map<bigint, User>> => {
  const users = new Map<bigint, User>();
  const won = judged.flatMap(wonOf);
  if (won.length > 0) {
    const paid = await sql.payCashOuts.run(
      query,
      won.map((bet) => ({
        playerId: bet.player_id,
        betId: bet.id,
        hundredths: bet.cash_out_hundredths,
        amountWon: bet.amount_won,
        pressMs: bet.press_ms,
        callKey: bet.ended_by,
        callBody: bet.ended_body,
        silentSinceMs: bet.silent_since_ms,
      })),
    );
    for (const row of paid) users.set(row.player_id, toUser(row));
    if (users.size < won.length) throw new Error('a bet ended although its row was locked');
  }
  const noted = judged.flatMap((bet) =>
    bet.after === undefined || bet.after === bet.before || wonOf(bet).length > 0 ? [] : [bet.after],
  );
  if (noted.length > 0) {
    await sql.notePresses.run(
      query,
      noted.map((bet) => ({
        playerId: bet.player_id,
        betId: bet.id,
        unpaidPressMs: bet.unpaid_press_ms,
        callKey: bet.ended_by,
        callBody: bet.ended_body,
      })),
    );
  }
  for (const { verdicts, after } of judged) {
    if (!after || users.has(after.player_id) || !verdicts.some(({ ok }) => ok)) continue;
    const user = await findUser(query, after.player_id);
    if (user) users.set(after.player_id, user);
  }
  return users;
};

const answer = ({ isReplay, facts }: Extract<Verdict, { ok: true }>, user: User): Committed<User> => {
  const aviatorBidSave = toWireBet({ ...facts, crash_hundredths: null });
  const text = JSON.stringify({ user, aviatorBidSave } satisfies AviatorCashOutAnswer);
  return isReplay
    ? accept({ isReplay, status: 200, text })
    : accept({ isReplay, status: 200, text, event: user });
};
