/**
 * Pays automatic cash-outs of a flight as the curve passes them. After take-off no bet is added, so they are read once,
 * and nothing is queried until the next one is due. What is paid when depends on the curve alone: payments reveal nothing
 * of the crash point that the curve does not show. Those that a killed leader left are paid when the round is settled.
 */
import type { StepContext } from '@fairground/server/director/director';
import type { Database } from '@fairground/server/platform/postgres/database';
import { flightMsTo, multiplierAtMs } from '../rules.ts';
import type { Flight } from './flights.ts';
import * as rounds from './round-queries.ts';
import type { AutoCashOuts, PaidCashOut, Round } from './round-queries.ts';

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
  left: readonly AutoCashOuts[];
  /** Since take-off: no payment before. */
  notBeforeMs: number;
}

export interface AutoCashOutPayerDeps {
  query: Database['query'];
  /** Called with every player who was paid. */
  playersChanged: (players: readonly bigint[]) => void;
  /** Called with what was paid. */
  cashedOut: (roundId: bigint, cashOuts: readonly PaidCashOut[]) => void;
}

export const createAutoCashOutPayer = ({
  query,
  playersChanged,
  cashedOut,
}: AutoCashOutPayerDeps): AutoCashOutPayer => {
  /** What is left to pay, the lowest first. */
  let flight: FlightToPay | undefined;

  return {
    async payPassed(round, { crashHundredths }, { epoch, databaseNowMs }) {
      if (flight?.roundId !== round.id || flight.epoch !== epoch) {
        const left = await rounds.readAutoCashOuts(query, round.id);
        flight = { roundId: round.id, epoch, left, notBeforeMs: 0 };
      }
      const flownMs = databaseNowMs() - round.starts_at.getTime();
      const waitMs = untilDueMs(flight, flownMs);
      if (waitMs === undefined || waitMs > 0) return waitMs;
      // The database does not know the crash point, and is sent none that the curve has not passed.
      const passedHundredths = Math.min(multiplierAtMs(flownMs), crashHundredths);
      const { betIds, left } = takePassed(flight.left, passedHundredths);
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
      const isMoreDue = left[0] !== undefined && left[0].hundredths <= passedHundredths;
      flight = { ...flight, left, notBeforeMs: isMoreDue ? 0 : flownMs + payEveryMs };
      return untilDueMs(flight, databaseNowMs() - round.starts_at.getTime());
    },
  };
};

/** In how many milliseconds the next payment is due, 0 where it is; undefined where nothing is left. */
const untilDueMs = ({ left: [next], notBeforeMs }: FlightToPay, flownMs: number): number | undefined =>
  next && Math.max(0, flightMsTo(next.hundredths) - flownMs, notBeforeMs - flownMs);

/** At most a chunk of the bets at or below a multiplier, and what is left after them. */
const takePassed = (
  all: readonly AutoCashOuts[],
  passedHundredths: number,
): { betIds: bigint[]; left: AutoCashOuts[] } => {
  const betIds: bigint[] = [];
  let taken = 0;
  for (const { hundredths, bet_ids: ids } of all) {
    if (hundredths > passedHundredths || betIds.length === chunk) break;
    const some = ids.slice(0, chunk - betIds.length);
    betIds.push(...some);
    if (some.length < ids.length) {
      return { betIds, left: [{ hundredths, bet_ids: ids.slice(some.length) }, ...all.slice(taken + 1)] };
    }
    taken += 1;
  }
  return { betIds, left: all.slice(taken) };
};
