/** How all stakes are spread over the four kinds of bet, in the draw whose betting closed last. */
import { useGameLive } from '@fairground/game-kit/web';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { tableLive, tableQuery } from '../table-live.ts';
import { useTexts } from '../texts.ts';

/** Loaded with the first draw that somebody bet on. */
const Stakes = lazyPart(async () => (await import('./stakes.tsx')).Stakes);

export function StakesTable() {
  const t = useTexts('page');
  const id = useId();
  useGameLive(tableLive);
  const { data: table } = useQuery(tableQuery);
  const isEmpty = table === undefined || table.staked === 0;
  return (
    <section aria-labelledby={id} className="mt-4 min-h-20" data-part="table">
      <h2 id={id} className="text-17 leading-6 font-bold">
        {t('doubleTrouble.table')}
      </h2>
      {isEmpty ? (
        <p className="text-14 leading-5 text-quiet">
          {t(table === undefined ? 'doubleTrouble.tableLater' : 'doubleTrouble.tableEmpty')}
        </p>
      ) : (
        <LazyBoundary>
          <Stakes table={table} labelledBy={id} />
        </LazyBoundary>
      )}
    </section>
  );
}
