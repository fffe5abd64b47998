/** How many tickets a player has played, counted by what each game declares. */
import { composeStatement } from '@fairground/sql/composed';

/** SELECTs that count the tickets of the player that an SQL expression names, one of each game with tickets. */
export type TicketCounts = readonly ((player: string) => string)[];

export const countTickets = (counts: TicketCounts) =>
  composeStatement({
    name: 'players-count-tickets',
    isPrepared: true,
    params: { playerId: 'int8' },
    columns: { tickets: 'int8' },
    text: `SELECT (${['0', ...counts.map((of) => `coalesce((${of('p.id')}), 0)`)].join(' + ')})::bigint AS tickets
      FROM player p WHERE p.id = $1::bigint`,
  });

export const composedStatements = (games: readonly { ticketsOf?: TicketCounts[number] }[]) => [
  countTickets(games.flatMap(({ ticketsOf }) => ticketsOf ?? [])),
];
