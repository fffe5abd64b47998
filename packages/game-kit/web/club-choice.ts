/** Whose bets the tables of games show, which this browser remembers, and what a club's topic brought for them. */
import type { ClubTable } from '@fairground/contract/clubs';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { createNote } from '@fairground/site-kit/store/note.ts';
import { createStore, type Store } from '@fairground/site-kit/store/store.ts';
import { createSwitch } from '@fairground/site-kit/store/switch.ts';
import { createEventStream } from './event-stream.ts';

/** Everything about clubs begins with this. */
export const clubsKey = ['clubs'] as const;

const note = createNote('club-table', String);
const chosen = createStore<string | null>(import.meta.env.SSR ? null : note.read());

/** The club whose bets the tables show, by its id; null for everybody's. */
export const clubChoice: Store<string | null> = {
  ...chosen,
  set(id) {
    if (id === null) note.remove();
    else note.write(id);
    chosen.set(id);
  },
};

/** Whether this browser's player had a club when it was last known: the switch then has its place from the start. */
export const inClubs = createSwitch('in-clubs', false);

/** The members' bets of the shown round, newest message alone. Comes by live messages. */
export const clubTableQuery = (game: string) =>
  queryOptions<ClubTable>({ queryKey: [...clubsKey, 'table', game], queryFn: skipToken });

/** Signs that were sent to the club alone. */
export const clubSigns = createEventStream<NonNullable<ClubTable['signs']>>();

/** Neither the colors of win and loss nor that of the seal. */
const inks = [
  '#e0912b',
  '#3d8fd1',
  '#d65a94',
  '#2f9aa0',
  '#8a7fd6',
  '#d2694a',
  '#9a9a34',
  '#5a9e4b',
] as const;

/** The color of a club, by its id. */
export function pennantInk(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return inks[sum % inks.length] ?? inks[0];
}
