/** The rounds of a day, or of any other part of the log, counted for the monitor. */
import type { CanonicalValue } from './canonical-json.ts';
import { parseHex } from './hex.ts';
import type { LoggedOutcome } from './log-check.ts';
import type { LoggedTerms } from './log-entry.ts';
import { emptySums, fractions, sortSums, sumsKey, type MonitorSums } from './monitor.ts';
import { noBeacon } from './sealed.ts';

/** How a game is watched. Chances are those of the game's rules; undefined where the log does not name the terms. */
export interface MonitoredGame {
  /** The chance of a bet that is imagined in each round: no player's choice has a part in it. */
  chance: (terms: LoggedTerms) => number | undefined;
  wins: (outcome: never, terms: LoggedTerms) => boolean;
  /** What the best choice of bets gets back on average, as a part of the stakes. */
  maxReturn: (terms: LoggedTerms) => number | undefined;
  /** From the start to the end of a round with this outcome. */
  playedMs?: (outcome: never) => number;
}

export type MonitoredGames = ReadonlyMap<string, MonitoredGame & { outcome: LoggedOutcome }>;

/** One round that is over, as a line of a dump has it. */
export interface MonitoredRound extends LoggedTerms {
  game: string;
  id: string;
  at: string | null;
  round?: number | undefined;
  beaconRound: number | null;
  betCount: number | null;
  betsRoot: string | null;
  staked: number | null;
  seed: string | null;
  outcome: CanonicalValue;
  won: number | null;
  paid: number | null;
  void: { reason: string } | null;
}

export interface BeaconTimes {
  genesisMs: number;
  periodMs: number;
}

const lateMs = 30_000;

export const createMonitorDay = (games: MonitoredGames, beacon: BeaconTimes) => {
  const found = new Map<string, MonitorSums>();
  return {
    add(round: MonitoredRound) {
      const game = games.get(round.game);
      if (!game) return;
      const terms = termsOf(round);
      const key = sumsKey({ game: round.game, terms });
      const sums =
        found.get(key) ??
        emptySums({
          game: round.game,
          terms,
          chance: game.chance(terms) ?? null,
          maxReturn: game.maxReturn(terms) ?? null,
        });
      found.set(key, sums);
      if (round.void) addVoid(sums, round, game);
      else addDrawn(sums, round, game, beacon);
    },
    /** By game and terms. */
    sums: (): MonitorSums[] => sortSums([...found.values()]),
  };
};

export type MonitorDay = ReturnType<typeof createMonitorDay>;

const addDrawn = (
  sums: MonitorSums,
  round: MonitoredRound,
  game: MonitoredGame,
  { genesisMs, periodMs }: BeaconTimes,
): void => {
  const outcome = round.outcome as never;
  sums.rounds += 1;
  if (sums.chance !== null && game.wins(outcome, sums.terms)) sums.wins += 1;
  const { bets, won, staked, paid } = {
    bets: round.betCount ?? 0,
    won: round.won ?? 0,
    staked: round.staked ?? 0,
    paid: round.paid ?? 0,
  };
  sums.bets += bets;
  sums.won += won;
  sums.staked += staked;
  sums.paid += paid;
  if (staked > 0 && sums.maxReturn !== null) {
    const surplus = paid / staked / sums.maxReturn - 1;
    sums.growth = sums.growth.map((each, at) => each + Math.log1p((fractions[at] ?? 0) * surplus));
  }
  if (round.beaconRound === null || round.at === null) return;
  const dueMs = genesisMs + (round.beaconRound - 1) * periodMs + (game.playedMs?.(outcome) ?? 0);
  if (Date.parse(round.at) - dueMs >= lateMs) sums.late += 1;
};

const addVoid = (
  sums: MonitorSums,
  round: MonitoredRound,
  game: MonitoredGame & { outcome: LoggedOutcome },
): void => {
  sums.voids += 1;
  const seed = round.seed === null ? null : parseHex(round.seed);
  const betsRoot = round.betsRoot === null ? null : parseHex(round.betsRoot);
  // Without the beacon's value, what would have come is known to nobody.
  if (!seed || !betsRoot || round.beaconRound !== null || sums.chance === null) return;
  const outcome = game.outcome({
    terms: sums.terms,
    id: round.id,
    round: round.round ?? 0,
    seed,
    betsRoot,
    beacon: noBeacon,
  });
  if (!outcome) return;
  sums.voidOutcomes += 1;
  if (game.wins(outcome as never, sums.terms)) sums.voidWins += 1;
};

const termsOf = ({ rtpBp, max }: LoggedTerms): LoggedTerms => ({
  ...(rtpBp !== undefined && { rtpBp }),
  ...(max !== undefined && { max }),
});
