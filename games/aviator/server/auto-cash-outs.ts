/**
 * Pays automatic cash-outs of a flight as the curve passes them. After take-off no bet is added, so they are read once,
 * and nothing is queried until the next one is due. What is paid when depends on the curve alone: payments reveal
 * nothing of the crash point that the curve does not show. Those that a killed leader left are paid when the
 * round is settled.
 */
import type { StepContext } from '@fairground/server/director/director';
import type { RowOf } from '@fairground/sql';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import { flightMsTo, multiplierAtMs } from '../rules.ts';
import type { Flight } from './flights.ts';
import type { Presses } from './presses.ts';
import * as rounds from './round-queries.ts';
import type { Round } from './round-queries.ts';
import { readAutoCashOuts } from './sql/rounds.sql.ts';

/** A bet's automatic cash-out. */
type AutoCashOut = RowOf<typeof readAutoCashOuts>;

/**
 * What a press was received by and what the curve is paid by are two clocks of this process: they agree within
 * this time.
 */
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
  /** A press that arrived before an automatic cash-out came due decides before it. */
  presses: Pick<Presses, 'oldestAt'>;
  /** Called with every player who was paid. */
  playersChanged: (players: readonly bigint[]) => void;
}

export const createAutoCashOutPayer = ({
  query,
  clock,
  presses,
  playersChanged,
}: AutoCashOutPayerDeps): AutoCashOutPayer => {
  /** What is left to pay, the lowest first. */
  let flight: FlightToPay | undefined;

  /** What the curve had passed when the oldest press arrived that is not answered: presses wait only for moments. */
  const decidedMs = (flownMs: number): number => {
    const oldestAt = presses.oldestAt();
    if (oldestAt === undefined) return flownMs;
    return Math.min(flownMs, flownMs - (clock.monotonic() - oldestAt) - clockMarginMs);
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
      const passedHundredths = Math.min(multiplierAtMs(decidedMs(flownMs)), crashHundredths);
      const { betIds, left, isFull } = takePassed(flight.left, passedHundredths);
      if (betIds.length === 0) {
        flight = { ...flight, notBeforeMs: flownMs + payEveryMs };
        return payEveryMs;
      }
      const { isDue, players } = await rounds.payAutoCashOuts(query, {
        epoch,
        roundId: round.id,
        betIds,
        passedHundredths,
        passedMs: flightMsTo(passedHundredths),
      });
      playersChanged(players);
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

/** At most a chunk of the bets at or below a multiplier, and what is left after them. */
const takePassed = (
  all: readonly AutoCashOut[],
  passedHundredths: number,
): { betIds: bigint[]; left: readonly AutoCashOut[]; isFull: boolean } => {
  const passed = all.slice(0, chunk).filter(({ hundredths }) => hundredths <= passedHundredths);
  return {
    betIds: passed.map(({ bet_id: betId }) => betId),
    left: all.slice(passed.length),
    isFull: passed.length === chunk,
  };
};
