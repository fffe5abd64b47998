/** The newest rounds or draws of each game that has them. */
import { composeStatement } from '@fairground/sql/composed';

export interface GameRounds {
  folder: string;
  newestRounds?: string;
}

export const roundsOf = ({ folder, newestRounds }: { folder: string; newestRounds: string }) =>
  composeStatement({
    name: `rounds-${folder}`,
    params: { maxRows: 'int8' },
    columns: { row: 'text?' },
    text: `SELECT row_to_json(t)::text AS row FROM (
      SELECT r.id::text AS id, r.state::text AS state, r.at, r.bets, r.staked, r.paid, r.is_open AS "isOpen"
      FROM (${newestRounds.replaceAll('$1', '$1::bigint')}) r) t`,
  });

export const composedStatements = (games: readonly GameRounds[]) =>
  games.flatMap(({ folder, newestRounds }) =>
    newestRounds === undefined ? [] : [roundsOf({ folder, newestRounds })],
  );
