/**
 * Counts what games paid against their rules, in bounded steps in the order of ids. Each game remembers how far it was counted,
 * so that a new one begins with its first round and a new leader continues where another stopped.
 */
import type { Engine } from '../../../../director/director.ts';
import { createHorizon } from '../../../../director/horizon.ts';
import { workOnEach } from '../../../../director/work-on-each.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { composeReturns, type ComposedReturns, type CountedGame } from './composed-returns.ts';
import * as sql from './sql/returns.sql.ts';

export interface ReturnsEngineDeps {
  query: Database['query'];
  games: readonly CountedGame[];
  /** Overrides how many rounds or games one statement counts. */
  batch?: number;
}

const maxOpenPerStep = 500;
const idleMs = 5_000;
/** Between batches of older play, so that the director's other engines are not delayed. */
const pauseMs = 20;

export const createReturnsEngine = ({ query, games, batch }: ReturnsEngineDeps): Engine => {
  const counted = composeReturns(games).map((composed) => ({
    ...composed,
    readCommitted: createHorizon(() => composed.horizon.first(query, {})),
    /** Open ones after this are read next; a new leader starts over. */
    openAfter: 0n,
  }));
  let addedEpoch: bigint | undefined;

  /** Returns whether there is more to count now. */
  const countNext = async (game: (typeof counted)[number], epoch: bigint): Promise<boolean> => {
    const progress = await sql.readProgress.first(query, { game: game.game });
    if (!progress) return false;
    const newest = await game.readCommitted();
    const after = progress.counted_through;
    const bound = await game.bound.first(query, { after, newest, maxUnits: batch ?? game.unitsPerStep });
    const through = bound?.through ?? null;
    if (through === null) return false;
    return (await game.count.first(query, { epoch, after, through })) !== undefined && through < newest;
  };

  const recountOpen = async (
    game: { openAfter: bigint } & Pick<ComposedReturns, 'game' | 'recount'>,
    epoch: bigint,
  ): Promise<void> => {
    const rows = await sql.readOpen.run(query, {
      game: game.game,
      after: game.openAfter,
      maxRows: maxOpenPerStep,
    });
    if (rows.length > 0) await game.recount.run(query, { epoch, ids: rows.map(({ id }) => id) });
    game.openAfter = rows.length < maxOpenPerStep ? 0n : (rows.at(-1)?.id ?? 0n);
  };

  return {
    name: 'returns',
    async step({ epoch }) {
      if (addedEpoch !== epoch) {
        await sql.addGames.run(query, { epoch, games: counted.map(({ game }) => game) });
        addedEpoch = epoch;
      }
      let isBehind = false;
      await workOnEach(
        counted,
        ({ game }) => game,
        async (game) => {
          if (await countNext(game, epoch)) isBehind = true;
          await recountOpen(game, epoch);
        },
      );
      return isBehind ? pauseMs : idleMs;
    },
  };
};
