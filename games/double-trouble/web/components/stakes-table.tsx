/**
 * How all stakes are spread over the four kinds of bet, in the draw whose betting closed last; or what the members of
 * a player's club staked.
 */
import { useGameLive, type ClubView } from '@fairground/game-kit/web';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { tableLive, tableQuery } from '../table-live.ts';
import { useTexts } from '../texts.ts';

/** Loaded with the first draw that somebody bet on. */
const Stakes = lazyPart(async () => (await import('./stakes.tsx')).Stakes);
const ClubStakes = lazyPart(async () => (await import('./club-stakes.tsx')).ClubStakes);

interface StakesTableProps {
  /** What the player's club sees, where that is shown in place of all stakes. */
  club?: ClubView | null;
  /** The coming draw, whose bets that are. */
  nextId?: string | undefined;
  /** Chooses between the two. */
  clubSwitch?: ReactNode;
  /** The player's name. */
  ownName?: string | undefined;
}

export function StakesTable({ club = null, nextId, clubSwitch, ownName }: StakesTableProps) {
  const t = useTexts('page');
  const id = useId();
  useGameLive(tableLive);
  const { data: table } = useQuery(tableQuery);
  const clubBets = club?.table?.roundId === nextId ? (club?.table?.bets ?? []) : [];
  return (
    <section aria-labelledby={id} className="mt-4 min-h-20" data-part="table">
      {clubSwitch}
      <h2 id={id} className="text-17 leading-6 font-bold">
        {t(club === null ? 'doubleTrouble.table' : 'doubleTrouble.clubTable')}
      </h2>
      {club !== null ? (
        clubBets.length === 0 ? (
          <Note text={t('doubleTrouble.clubEmpty')} />
        ) : (
          <LazyBoundary>
            <ClubStakes bets={clubBets} ownName={ownName} labelledBy={id} />
          </LazyBoundary>
        )
      ) : table === undefined || table.staked === 0 ? (
        <Note text={t(table === undefined ? 'doubleTrouble.tableLater' : 'doubleTrouble.tableEmpty')} />
      ) : (
        <LazyBoundary>
          <Stakes table={table} labelledBy={id} />
        </LazyBoundary>
      )}
    </section>
  );
}

const Note = ({ text }: { text: string }) => <p className="text-14 leading-5 text-quiet">{text}</p>;
