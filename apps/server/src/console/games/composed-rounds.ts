/** The newest rounds or draws of each game that has them. */
import { composeStatement } from '@fairground/sql/composed';

export interface GameRounds {
  folder: string;
  rounds?: string;
}

export const roundsOf = ({ folder, rounds }: { folder: string; rounds: string }) =>
  composeStatement({
    name: `rounds-${folder}`,
    params: { maxRows: 'int8' },
    columns: { row: 'text?' },
    text: `SELECT row_to_json(t)::text AS row FROM (
      SELECT r.id::text AS id, r.state::text AS state, r.at, r.bets, r.staked, r.paid
      FROM (${rounds.replaceAll('$1', '$1::bigint')}) r) t`,
  });

export const composedStatements = (games: readonly GameRounds[]) =>
  games.flatMap(({ folder, rounds }) => (rounds === undefined ? [] : [roundsOf({ folder, rounds })]));
