/** Invariants of an instant game's bets, by the rules of the game. */
import { findBroken, type Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { drawBet } from '../../shared/instant/proof.ts';
import type { ComposedBets } from './composed-bets.ts';
import { readColumns, type BetTable } from './table.ts';

type BetRow = RowOf<ComposedBets['readPage']>;

const pageSize = 5_000;

export const instantChecks = ({
  game,
  table,
  noun,
  prefix,
  sql,
}: BetTable & { sql: ComposedBets }): readonly Check[] => {
  /** What is wrong with single bets. */
  const walk =
    (faultOf: (row: BetRow) => object | undefined): Check['broken'] =>
    (query: Database['query']) =>
      findBroken<BetRow & { id: bigint }>(async (after) => {
        const rows = await sql.readPage.run(query, { after, max_rows: pageSize });
        return rows.map((row) => ({ ...row, id: row.bet_id }));
      }, faultOf);

  return [
    {
      line: 'I8',
      states: `each payout of a ${noun} is its stake times its multiplier where it wins, else nothing`,
      broken: walk((row) => {
        const choice = readColumns(game.choice, row);
        const wins = game.wins(choice, readColumns(game.drawn, row));
        const due = wins ? row.amount * BigInt(game.multiplierHundredths(choice)) : 0n;
        return row.amount_won * 100n === due ? undefined : { paid: row.amount_won, dueHundredths: due };
      }),
    },
    {
      line: 'I8',
      states: `each ${noun} of a revealed seed drew what the seed gives`,
      broken: walk(({ seed, client_seed: clientSeed, nonce, ...row }) => {
        if (seed === null) return undefined;
        const drawn = JSON.stringify(readColumns(game.drawn, row));
        const computed = JSON.stringify(
          drawBet(game, { serverSeed: seed, clientSeed: clientSeed ?? '', nonce }),
        );
        return drawn === computed ? undefined : { drawn, computed };
      }),
    },
    {
      line: 'I15',
      states: `no player seed was revealed before a ${noun} of it`,
      // By the order of transfers: the clock may have been set back between the bet and the reveal.
      broken: `SELECT b.id, b.seed_id FROM ${table} b JOIN player_seed k ON k.id = b.seed_id
        JOIN transfer t ON t.kind IN ('${prefix}_stake_coins', '${prefix}_stake_winnings') AND t.source = b.id
        WHERE t.id > k.revealed_after`,
    },
  ];
};
