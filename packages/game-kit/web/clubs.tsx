/** The tables of games as a player's club sees them. */
import type { ClubTable } from '@fairground/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { clubChoice, clubTableQuery, inClubs } from './club-choice.ts';
import { Switch } from './clubs/switch.tsx';

export interface ClubView {
  club: string;
  /** Undefined until a message of the club has come. */
  table: ClubTable | undefined;
}

/** What the game's table shows in place of everybody's bets; null where it shows those. */
export function useClubTable(game: string): ClubView | null {
  'use memo';
  const club = useStore(clubChoice);
  const { data } = useQuery(clubTableQuery(game));
  return club === null ? null : { club, table: data?.clubId === club ? data : undefined };
}

/** "Everyone / My club", for players with a club. Stands in the section of the table, above it. */
export function ClubSwitch() {
  const hasPlace = useStore(inClubs);
  return (
    <div className={hasPlace ? 'mb-2 min-h-11' : undefined}>
      <Switch />
    </div>
  );
}
