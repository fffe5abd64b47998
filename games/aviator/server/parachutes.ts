/**
 * Opens parachutes, on the leader: a bet that has one is cashed out once none of its player's connections has answered
 * for two seconds in flight, by a press that arrives when that is noticed. A process that may have connections and
 * was not heard itself in that time leaves all of them closed. Without parachutes a flight costs one look.
 */
import type { RowOf } from '@fairground/sql';
import type { Lines, LinesAnswer } from '@fairground/game-kit/server';
import type { Clock } from '@fairground/server/platform/clock';
import { aviatorRules } from '../rules.ts';
import type { ShownRound } from './live-table.ts';
import type { Press } from './presses.ts';
import type { readParachutes } from './sql/bets.sql.ts';

type Parachute = RowOf<typeof readParachutes>;

export interface ParachutesDeps {
  clock: Pick<Clock, 'monotonic' | 'setTimeout'>;
  lines: Pick<Lines, 'ask'>;
  shownRound: () => ShownRound | undefined;
  /** The bets of a flight that have a parachute and are not over. */
  readParachutes: (roundId: bigint) => Promise<readonly Parachute[]>;
  /** The processes that may have connections during the round. */
  readReceivers: (roundId: bigint) => Promise<readonly string[]>;
  /** Returns false where the press has to be made again. */
  press: (press: Press) => Promise<boolean>;
  log: { warn(fields: object, text: string): void };
}

const askEveryMs = 500;
/** After a longer break it begins anew: who was not pinged could not answer. */
const maxGapMs = 1_000;
/** So long an answer is waited for before a parachute opens. */
const answerWithinMs = 250;

interface Watched {
  roundId: bigint;
  bets: Set<Parachute>;
  opening: Set<Parachute>;
  beganAt: number;
  askedAt: number;
  /** By player. */
  heardAt: Map<string, number>;
  /** By process: since when it has answered each time, and the time of the newest question that it answered. */
  processes: Map<string, { sinceAt: number; answeredAt: number }>;
}

export const createParachutes = (deps: ParachutesDeps) => {
  const { clock, lines, shownRound, readParachutes, readReceivers, log } = deps;
  let watched: Watched | undefined;

  const begin = async (roundId: bigint): Promise<Watched> => {
    const bets = new Set(await readParachutes(roundId));
    const now = clock.monotonic();
    return {
      roundId,
      bets,
      opening: new Set(),
      beganAt: now,
      askedAt: now,
      heardAt: new Map(),
      processes: new Map(),
    };
  };

  const ask = (flight: Watched, answered: () => void): void => {
    const previousAt = flight.askedAt;
    const askedAt = clock.monotonic();
    flight.askedAt = askedAt;
    const players = new Set([...flight.bets].map(({ player_id: playerId }) => playerId));
    lines.ask([...players], ({ process, heard }: LinesAnswer) => {
      const known = flight.processes.get(process);
      const isUnbroken = known !== undefined && known.answeredAt >= previousAt;
      flight.processes.set(process, { sinceAt: isUnbroken ? known.sinceAt : askedAt, answeredAt: askedAt });
      const now = clock.monotonic();
      for (const { playerId, agoMs } of heard) {
        flight.heardAt.set(playerId, Math.max(flight.heardAt.get(playerId) ?? 0, now - agoMs));
      }
      answered();
    });
  };

  const silentSince = ({ heardAt, beganAt }: Watched, { player_id: playerId }: Parachute): number =>
    Math.max(beganAt, heardAt.get(String(playerId)) ?? beganAt);

  const silentBets = (flight: Watched): Parachute[] => {
    const latestAt = clock.monotonic() - aviatorRules.parachuteAfterMs;
    return [...flight.bets].filter((bet) => !flight.opening.has(bet) && silentSince(flight, bet) <= latestAt);
  };

  /** Whether each of them answered the newest question, and all since two seconds before it. */
  const allAnswered = ({ processes, askedAt }: Watched, receivers: readonly string[]): boolean =>
    receivers.every((process) => {
      const { sinceAt, answeredAt } = processes.get(process) ?? { sinceAt: askedAt, answeredAt: -1 };
      return answeredAt === askedAt && askedAt - sinceAt >= aviatorRules.parachuteAfterMs;
    });

  /** Asks once more, all processes together: what they answered before is half a second old. */
  const confirmSilence = async (flight: Watched): Promise<boolean> => {
    const receivers = await readReceivers(flight.roundId);
    await new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, answerWithinMs);
      ask(flight, () => {
        if (!receivers.every((process) => flight.processes.get(process)?.answeredAt === flight.askedAt))
          return;
        timer.cancel();
        resolve();
      });
    });
    return allAnswered(flight, receivers);
  };

  const open = async (flight: Watched, bet: Parachute): Promise<void> => {
    flight.opening.add(bet);
    const { player_id: playerId, slot } = bet;
    const isDone = await deps
      .press({
        playerId,
        roundId: flight.roundId,
        slot: slot as Press['slot'],
        askedHundredths: aviatorRules.maxHundredths,
        receivedAt: clock.monotonic(),
        silentSince: silentSince(flight, bet),
      })
      .catch((err: unknown) => {
        log.warn({ err }, 'a parachute could not open and is tried again');
        return false;
      });
    flight.opening.delete(bet);
    if (isDone) flight.bets.delete(bet);
  };

  return {
    /** Returns in how many milliseconds it is to be called again. */
    async step(): Promise<number> {
      const shown = shownRound();
      if (shown?.hundredths === undefined) return askEveryMs;
      const roundId = BigInt(shown.roundId);
      if (watched?.roundId !== roundId) watched = await begin(roundId);
      const flight = watched;
      if (flight.bets.size === 0) return askEveryMs;
      if (clock.monotonic() - flight.askedAt > maxGapMs) {
        watched = undefined;
        return 0;
      }
      if (silentBets(flight).length === 0) ask(flight, () => undefined);
      else if (await confirmSilence(flight)) for (const bet of silentBets(flight)) void open(flight, bet);
      return askEveryMs;
    },
  };
};
