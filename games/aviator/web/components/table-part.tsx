/** The place of the live table. Its rows and its signs are loaded once somebody plays. */
import type { User } from '@fairground/contract/user';
import { useGameLive, type ClubView } from '@fairground/game-kit/web';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import type { AviatorBet } from '../../contract.ts';
import type { AviatorRounds } from '../stage/state.ts';
import { tableLive, tableQuery } from '../table-live.ts';
import { tableOfClub, type ShownTable } from '../table-state.ts';
import { useTexts } from '../texts.ts';

const LiveTable = lazyPart(async () => (await import('./live-table.tsx')).LiveTable);
const FloatingSigns = lazyPart(async () => (await import('./live-table.tsx')).FloatingSigns);

export interface TableInView {
  table: ShownTable | undefined;
  /** Whether somebody has played since the page was opened. */
  isUsed: boolean;
}

export function useTable(): TableInView {
  'use memo';
  useGameLive(tableLive);
  const { data: table } = useQuery(tableQuery);
  const [isUsed, setIsUsed] = useState(false);
  if (!isUsed && table !== undefined && table.players > 0) setIsUsed(true);
  return { table, isUsed };
}

interface TablePartProps extends TableInView {
  draw: AviatorRounds['draw'];
  /** The player; visitors only watch. */
  own?: User | null;
  /** What the player's club sees, where that is shown in place of everybody's bets. */
  club?: ClubView | null;
  /** Chooses between the two. */
  clubSwitch?: ReactNode;
  /** The player's bets in the round. */
  bets?: readonly AviatorBet[];
}

export function TablePart({
  table: everybodys,
  isUsed,
  draw,
  own = null,
  club = null,
  clubSwitch,
  bets = [],
}: TablePartProps) {
  const t = useTexts('page');
  const table = club === null ? everybodys : tableOfClub(club.table, draw);
  const isOfDraw = draw !== null && table?.roundId === draw.roundId;
  const isNobodys = isOfDraw && draw.status === 'ongoing';
  const emptyText = t(
    isNobodys ? (club === null ? 'aviator.tableEmpty' : 'aviator.clubEmpty') : 'aviator.tableLater',
  );
  return (
    <section aria-label={t('aviator.table')} className="mt-3 min-h-20" data-part="table">
      {clubSwitch}
      {table !== undefined && (isUsed || club !== null) ? (
        <LazyBoundary>
          <LiveTable
            table={table}
            club={club?.club}
            isOver={isOfDraw && draw.status === 'finished'}
            emptyText={emptyText}
            own={own}
            ownOuts={ownOutsOf(bets)}
          />
        </LazyBoundary>
      ) : (
        <>
          <h2 className="text-14 leading-5 font-bold lg:text-17 lg:leading-6">{t('aviator.table')}</h2>
          <p className="text-14 leading-5 text-quiet">{emptyText}</p>
        </>
      )}
    </section>
  );
}

/** The table may know of a bet's end before the player's own list of bets. */
const ownOutsOf = (bets: readonly AviatorBet[]): number | undefined =>
  bets.some(({ outcome }) => outcome === 'pending')
    ? undefined
    : bets.filter(({ outcome }) => outcome === 'win').length;

export const SignsPart = ({ isUsed }: { isUsed: boolean }) =>
  isUsed ? (
    <LazyBoundary>
      <FloatingSigns />
    </LazyBoundary>
  ) : null;
