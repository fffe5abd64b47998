/**
 * Where the running round crashes, and when. Its row contains neither until its end: both follow from the root of
 * its bets and its seed, which the database has only sealed, in its chain. Each process that judges cash-outs
 * computes them once per round. They are secret, and stay in the memory of the process until the crash is
 * committed.
 */
import type { ChainSlots } from '@fairground/game-kit/server';
import type { Database } from '@fairground/server/platform/database/database';
import { crashHundredths } from '../draw.ts';
import { flightMsForCrash } from '../rules.ts';
import * as sql from './sql/rounds.sql.ts';

type Query = Database['query'];

export interface Flight {
  crashHundredths: number;
  /** From take-off to the crash. */
  flightMs: number;
}

/** What a flight follows from, besides the seed. */
export interface DrawInputs {
  link: number;
  rtp_bp: number;
  bets_root: Buffer | null;
  beacon_round: number | null;
  /** The value of that round of the beacon, once it is known. */
  randomness: Buffer | null;
}

/** Undefined where the bets are not sealed, or the value of the beacon is not known. */
export const flightOfSeed = (seed: Buffer, inputs: DrawInputs): Flight | undefined => {
  const { link: round, rtp_bp: rtpBp, bets_root: betsRoot, randomness } = inputs;
  if (betsRoot === null || (inputs.beacon_round !== null && randomness === null)) return undefined;
  const beacon = randomness ?? undefined;
  const crash = crashHundredths({ seed, round, rtpBp, betsRoot, beacon });
  return { crashHundredths: crash, flightMs: flightMsForCrash(crash) };
};

/** The running round, and those before it whose last cash-outs are still being judged. */
const remembered = 4;

export const createFlights = ({ openSeed }: Pick<ChainSlots, 'openSeed'>) => {
  const known = new Map<bigint, Flight>();
  const takeOffs = new Map<bigint, number>();
  return {
    /**
     * A round had flown for this long on the database's clock at a moment of the monotonic one, or a little before.
     * Says when it took off on the monotonic clock at the latest, by all that was noted.
     */
    noteFlown(roundId: bigint, flownMs: number, monotonicMs: number): number {
      const takeOff = Math.min(takeOffs.get(roundId) ?? Infinity, monotonicMs - flownMs);
      takeOffs.delete(roundId);
      takeOffs.set(roundId, takeOff);
      forgetOldest(takeOffs);
      return takeOff;
    },
    /**
     * The flight of a round, by the seed that its commitment names. Throws where this process cannot open the
     * seed, and where the flight is not decided: the bets are not sealed, or the value of the beacon is not
     * known.
     */
    async find(query: Query, roundId: bigint): Promise<Flight> {
      const found = known.get(roundId);
      if (found) return found;
      const row = await sql.findDrawInputs.first(query, { roundId });
      if (!row) throw new Error(`there is no round ${roundId}`);
      const { chain_id: chainId, link, commitment } = row;
      const flight = flightOfSeed(await openSeed({ chainId, link, commitment }, query), row);
      if (!flight) throw new Error(`the flight of round ${roundId} is not decided`);
      known.set(roundId, flight);
      forgetOldest(known);
      return flight;
    },
  };
};

const forgetOldest = (rounds: Map<bigint, unknown>): void => {
  for (const oldest of rounds.keys()) {
    if (rounds.size <= remembered) return;
    rounds.delete(oldest);
  }
};

export type Flights = ReturnType<typeof createFlights>;
