/**
 * Pays automatic cash-outs of a flight as the curve passes them. After take-off no bet is added, so they are read once,
 * and nothing is queried until the next one is due. What is paid when depends on the curve alone: payments reveal nothing
 * of the crash point that the curve does not show. Those that a killed leader left are paid when the round is settled.
 */
import type { StepContext } from '@fairground/server/director/director';
import type { RowOf } from '@fairground/sql';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import { flightMsTo, multiplierAtMs } from '../rules.ts';
import type { Flight } from './flights.ts';
import * as rounds from './round-queries.ts';
import type { WaitingPresses } from './waiting-presses.ts';
import type { PaidCashOut, Round } from './round-queries.ts';
import { readAutoCashOuts } from './sql/rounds.sql.ts';

/** A bet's automatic cash-out. */
type AutoCashOut = RowOf<typeof readAutoCashOuts>;

/** What a press was received by and what the curve is paid by are two clocks of this process: they agree within this time. */
const clockMarginMs = 50;
/** Values that lie close together are paid together. */
const payEveryMs = 100;
/** A chunk must not delay the crash. */
const chunk = 250;

export interface AutoCashOutPayer {
  /** Pays what the curve has passed. Returns in how many milliseconds there is more to do, or undefined. */
  payPassed(round: Round, flight: Flight, context: StepContext): Promise<number | undefined>;
}

interface FlightToPay {
  roundId: bigint;
  epoch: bigint;
  left: readonly AutoCashOut[];
  /** Since take-off: no payment before. */
  notBeforeMs: number;
}

export interface AutoCashOutPayerDeps {
  query: Database['query'];
  clock: Pick<Clock, 'monotonic'>;
  /** A bet that was pressed for before its automatic cash-out came due is not paid by that while the press waits. */
  presses: Pick<WaitingPresses, 'has' | 'oldestUnidentifiedAt'>;
  /** Called with every player who was paid. */
  playersChanged: (players: readonly bigint[]) => void;
  /** Called with what was paid. */
  cashedOut: (roundId: bigint, cashOuts: readonly PaidCashOut[]) => void;
}

export const createAutoCashOutPayer = ({
  query,
  clock,
  presses,
  playersChanged,
  cashedOut,
}: AutoCashOutPayerDeps): AutoCashOutPayer => {
  /** What is left to pay, the lowest first. */
  let flight: FlightToPay | undefined;

  /** A press waits only for moments: what it holds back is paid with the next ones, or with the settlement. */
  const createHold = (roundId: bigint, flownMs: number): ((bet: AutoCashOut) => boolean) => {
    const at = presses.oldestUnidentifiedAt();
    const unidentifiedMs = at === undefined ? Infinity : flownMs - (clock.monotonic() - at) - clockMarginMs;
    return ({ player_id: playerId, slot, hundredths }) =>
      presses.has({ roundId, playerId, slot }) || flightMsTo(hundredths) > unidentifiedMs;
  };

  return {
    async payPassed(round, { crashHundredths }, { epoch, databaseNowMs }) {
      if (flight?.roundId !== round.id || flight.epoch !== epoch) {
        const left = await readAutoCashOuts.run(query, { roundId: round.id });
        flight = { roundId: round.id, epoch, left, notBeforeMs: 0 };
      }
      const flownMs = databaseNowMs() - round.starts_at.getTime();
      const waitMs = untilDueMs(flight, flownMs);
      if (waitMs === undefined || waitMs > 0) return waitMs;
      // The database does not know the crash point, and is sent none that the curve has not passed.
      const passedHundredths = Math.min(multiplierAtMs(flownMs), crashHundredths);
      const isHeld = createHold(round.id, flownMs);
      const { betIds, left, isFull } = takePassed(flight.left, passedHundredths, isHeld);
      if (betIds.length === 0) {
        flight = { ...flight, notBeforeMs: flownMs + payEveryMs };
        return payEveryMs;
      }
      const { isDue, players, cashOuts } = await rounds.payAutoCashOuts(query, {
        epoch,
        roundId: round.id,
        betIds,
        passedHundredths,
        passedMs: flightMsTo(passedHundredths),
      });
      playersChanged(players);
      cashedOut(round.id, cashOuts);
      // The database's clock is a moment behind what this process makes of it, or another process leads.
      if (!isDue) return 1;
      flight = { ...flight, left, notBeforeMs: isFull ? 0 : flownMs + payEveryMs };
      return untilDueMs(flight, databaseNowMs() - round.starts_at.getTime());
    },
  };
};

/** In how many milliseconds the next payment is due, 0 where it is; undefined where nothing is left. */
const untilDueMs = ({ left: [next], notBeforeMs }: FlightToPay, flownMs: number): number | undefined =>
  next && Math.max(0, flightMsTo(next.hundredths) - flownMs, notBeforeMs - flownMs);

/** At most a chunk of the bets at or below a multiplier that nothing holds back, and what is left after them. */
const takePassed = (
  all: readonly AutoCashOut[],
  passedHundredths: number,
  isHeld: (bet: AutoCashOut) => boolean,
): { betIds: bigint[]; left: AutoCashOut[]; isFull: boolean } => {
  const betIds: bigint[] = [];
  const held: AutoCashOut[] = [];
  let seen = 0;
  for (const bet of all) {
    if (bet.hundredths > passedHundredths || betIds.length === chunk) break;
    seen += 1;
    if (isHeld(bet)) held.push(bet);
    else betIds.push(bet.bet_id);
  }
  return { betIds, left: [...held, ...all.slice(seen)], isFull: betIds.length === chunk };
};
