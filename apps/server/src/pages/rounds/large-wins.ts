/**
 * The newest wins of many times their stake, without names. They are read from the ledger while somebody looks at them,
 * and each is shown once the page of its round exists: a cash-out in flight is not before the crash.
 */
import { largeMultiplier, listedLargeWins, type LargeWin } from '@fairground/contract/stalls';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { readLargeWins } from './sql/large-wins.sql.ts';

const everyMs = 10_000;
/** More than are shown, for those whose rounds are not over. */
const maxRead = 2 * listedLargeWins;

export interface LargeWinsDeps {
  query: Database['query'];
  clock: Pick<Clock, 'monotonic'>;
  /** Wire ids by the folders of the games that take stakes. */
  games: ReadonlyMap<string, string>;
  isOver: (game: string, round: string) => Promise<boolean>;
  warn: (error: unknown) => void;
}

/** As the statement returns it: the game's folder. */
type Found = Omit<LargeWin, 'multiplier'> & { hundredths: number };

export const createLargeWins = ({ query, clock, games, isOver, warn }: LargeWinsDeps) => {
  let shown: readonly LargeWin[] = [];
  /** The newest first, those of rounds that may not be over among them. */
  let known: readonly { win: LargeWin; hasPage: boolean }[] = [];
  let through = 0n;
  let readMs = -Infinity;
  let isReading = false;

  const read = async (): Promise<void> => {
    const found = await readLargeWins.first(query, {
      after: through,
      games: [...games.keys()],
      minHundredths: BigInt(100 * largeMultiplier),
      maxWins: BigInt(maxRead),
    });
    if (!found) return;
    const added = (found.wins as Found[]).map(({ game, hundredths, ...win }) => ({
      win: { ...win, game: games.get(game) ?? game, multiplier: hundredths / 100 },
      hasPage: false,
    }));
    // A round with several of them is shown by the newest one, which in flight is the highest.
    const seen = new Set<string>();
    const newest = [...added, ...known]
      .filter(({ win }) => seen.size < seen.add(`${win.game}/${win.round}`).size)
      .slice(0, maxRead);
    known = await Promise.all(
      newest.map(async ({ win, hasPage }) => ({
        win,
        hasPage: hasPage || (await isOver(win.game, win.round)),
      })),
    );
    // Only now, so that a reading that failed on the way is made again.
    through = found.through;
    shown = known.flatMap(({ win, hasPage }) => (hasPage ? [win] : [])).slice(0, listedLargeWins);
  };

  return {
    /** As they were last read, the newest first. Reads them again where that is ten seconds ago. */
    current(): readonly LargeWin[] {
      if (!isReading && clock.monotonic() - readMs >= everyMs) {
        isReading = true;
        readMs = clock.monotonic();
        void read()
          .catch(warn)
          .finally(() => {
            isReading = false;
          });
      }
      return shown;
    },
  };
};
