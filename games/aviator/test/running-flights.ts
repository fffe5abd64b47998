/** What a test knows of a running round and players must not: its crash, computed with the key of the site. */
import { localBeaconValue } from '@fairground/fairness/local-beacon';
import { createChainSlots } from '@fairground/game-kit/server';
import { sealBets } from '@fairground/game-kit/server/calls';
import type { TimedSite } from '@fairground/server/test/test-site';
import { until } from '@fairground/server/test/player-client';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { sealOf } from '@fairground/server/test/test-site';
import { aviatorChainGame } from '../server/engine.ts';
import { createFlights, flightOfSeed, type Flight, type Flights } from '../server/flights.ts';
import { findDrawInputs, readBetsToSeal } from '../server/sql/rounds.sql.ts';
import { toSealedBet } from '../server/wire.ts';

type Site = Pick<TimedSite, 'database' | 'dataDir'>;

const slotsOf = async ({ database, dataDir }: Site) =>
  createChainSlots({
    database,
    entropy: systemEntropy,
    seal: await sealOf(dataDir),
    game: aviatorChainGame,
  });

export const flightsOfSite = async (site: Site): Promise<Flights> => createFlights(await slotsOf(site));

/** What the flight of a round follows from besides its bets. */
const readInputs = async (site: Site, roundId: bigint) => {
  const { query } = site.database;
  const inputs = await findDrawInputs.first(query, { roundId });
  if (!inputs) throw new Error(`there is no round ${roundId}`);
  const { chain_id: chainId, link, commitment } = inputs;
  const seed = await (await slotsOf(site)).openSeed({ chainId, link, commitment });
  // Whoever has the key of the beacon's chain knows its values before they are published.
  const randomness =
    inputs.beacon_round === null
      ? null
      : Buffer.from(localBeaconValue(inputs.beacon_round).randomness, 'hex');
  return { seed, inputs: { ...inputs, randomness }, bets: await readBetsToSeal.run(query, { roundId }) };
};

type SealInput = Awaited<ReturnType<typeof readInputs>>;

/** The flight of a round if it is sealed with these bets. */
const flightWith = (roundId: bigint, { seed, inputs, bets }: SealInput): Flight => {
  const { betsRoot } = sealBets(bets.map((row) => toSealedBet(roundId, row)));
  const flight = flightOfSeed(seed, { ...inputs, bets_root: betsRoot });
  if (!flight) throw new Error('a flight follows from its seed and its bets');
  return flight;
};

export interface BetToPlace {
  amount?: number;
  autoCashOut?: number;
  slot?: number;
  place: (body: object) => Promise<{ status: number }>;
}

/**
 * Finds a client seed with which these bets give the round a flight as wanted: a bettor who knows the secret seed, and
 * bets last, chooses the crash.
 */
const findClientSeed = async (
  site: Site,
  roundId: bigint,
  bets: readonly BetToPlace[],
  isWanted: (flight: Flight) => boolean,
): Promise<{ clientSeed: string; flight: Flight }> => {
  const input = await readInputs(site, roundId);
  const [sequence] = await queryAsOwner<{ next: bigint }>(
    site.database,
    `SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM aviator_bet_id_seq`,
  );
  const next = sequence?.next ?? 1n;
  for (let tries = 0; ; tries += 1) {
    const clientSeed = `seed-${tries}`;
    const flight = flightWith(roundId, {
      ...input,
      bets: [
        ...input.bets,
        ...bets.map(({ amount = 100, autoCashOut, slot = 1 }, index) => ({
          id: next + BigInt(index),
          slot,
          amount: BigInt(amount),
          auto_hundredths: autoCashOut === undefined ? null : Math.round(autoCashOut * 100),
          client_seed: clientSeed,
        })),
      ],
    });
    if (isWanted(flight)) return { clientSeed, flight };
  }
};

/** Returns false where betting was closed before the first one, so that none was placed. */
const placeAll = async (bets: readonly BetToPlace[], clientSeed: string): Promise<boolean> => {
  for (const [at, { place, amount = 100, autoCashOut, slot }] of bets.entries()) {
    const { status } = await place({
      amount,
      clientSeed,
      ...(autoCashOut === undefined ? {} : { autoCashOut }),
      ...(slot === undefined ? {} : { slot }),
    });
    if (status === 409 && at === 0) return false;
    if (status !== 201) throw new Error(`a bet was refused with ${status}`);
  }
  return true;
};

/** Places bets with a client seed that gives the round a flight as wanted. Returns the flight. */
export const placeForFlight = async (
  site: Site,
  roundId: bigint,
  bets: readonly BetToPlace[],
  isWanted: (flight: Flight) => boolean,
): Promise<Flight> => {
  const { clientSeed, flight } = await findClientSeed(site, roundId, bets, isWanted);
  if (!(await placeAll(bets, clientSeed))) throw new Error('betting was closed before the first bet');
  return flight;
};

/** Rounds whose betting may close while the client seed is searched for, on a busy machine. */
const maxMissed = 5;

/** Places bets in a round that is open for some seconds, on a clock that nobody moves; they give it such a flight. */
export const placeInOpenRound = async (
  site: Site,
  bets: readonly BetToPlace[],
  isWanted: (flight: Flight) => boolean,
): Promise<{ id: bigint; flight: Flight }> => {
  const findOpen = async (seconds: number): Promise<bigint | undefined> => {
    const [round] = await queryAsOwner<{ id: bigint }>(
      site.database,
      `SELECT id FROM aviator_round
        WHERE state = 'betting' AND closes_at > clock_timestamp() + interval '${seconds} s'`,
    );
    return round?.id;
  };
  for (let missed = 0; missed < maxMissed; missed += 1) {
    let id: bigint | undefined;
    await until('a round is open', async () => (id = await findOpen(6)) !== undefined);
    if (id === undefined) break;
    const { clientSeed, flight } = await findClientSeed(site, id, bets, isWanted);
    // With time for all of them: bets that came before one that is late would give the round another flight.
    if ((await findOpen(1)) === id && (await placeAll(bets, clientSeed))) return { id, flight };
  }
  throw new Error(`betting was closed before the first bet, ${maxMissed} times`);
};

export interface RoundRow {
  id: bigint;
  state: string;
  starts_at: Date;
  crash_at: Date;
  crash_hundredths: number;
}

/** The newest round, as its row will be if no further bets are placed. */
export const newestRound = async (site: TimedSite): Promise<RoundRow> => {
  const [row] = await site.rows<RoundRow>('SELECT * FROM aviator_round ORDER BY id DESC LIMIT 1');
  if (!row) throw new Error('there is no round');
  return reveal(site, row);
};

/**
 * Advances until a round with such a flight is open for more than a second; bets are placed in it, and give it
 * the flight.
 */
export const openRound = async (
  site: TimedSite,
  isWanted: (flight: Flight) => boolean = () => true,
  bets: readonly {
    token: string;
    amount?: number;
    autoCashOut?: number;
    slot?: number;
    parachute?: true;
  }[] = [],
): Promise<RoundRow> => {
  for (let tries = 0; tries < 300; tries++) {
    const round = await newestRound(site);
    if (round.state === 'betting' && round.starts_at.getTime() - site.time.nowMs() > 1_000) {
      if (bets.length > 0) {
        const toPlace = bets.map(({ token, parachute, ...bet }) => ({
          ...bet,
          place: (body: object) =>
            site.call('POST', '/aviator/create', token, parachute ? { ...body, parachute } : body),
        }));
        await placeForFlight(site, round.id, toPlace, isWanted);
        return newestRound(site);
      }
      if (isWanted(flightOfRow(round))) return round;
    }
    await site.time.advanceCoarsely(round.crash_at.getTime() - site.time.nowMs());
  }
  throw new Error('no such round came');
};

/** A round as its row will be when it has ended, if no further bets are placed. */
export const reveal = async <Row extends { id: bigint; starts_at: Date }>(
  site: Site,
  round: Row,
): Promise<Row & { crash_at: Date; crash_hundredths: number }> => {
  const { crashHundredths, flightMs } = flightWith(round.id, await readInputs(site, round.id));
  return {
    ...round,
    crash_hundredths: crashHundredths,
    crash_at: new Date(round.starts_at.getTime() + flightMs),
  };
};

/** The flight of a round that is over. */
export const flightOfRow = (row: {
  starts_at: Date;
  crash_at: Date | null;
  crash_hundredths: number | null;
}): Flight => ({
  crashHundredths: row.crash_hundredths ?? NaN,
  flightMs: (row.crash_at?.getTime() ?? NaN) - row.starts_at.getTime(),
});
