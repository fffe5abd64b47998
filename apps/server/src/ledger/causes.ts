/**
 * What caused the transfers of a player, as rows of tables. Transfers have no index by account, which every bet would pay
 * for: they are found by the kinds and sources of these rows.
 */
import type { OtherSource } from '@fairground/contract/play';

/** A game by what it stores of its players. */
export interface CausingGame {
  /** The wire id. */
  id: string;
  /** SELECTs by name, with the player's id as `$1` and an `id` column, which is the source of transfers. */
  exportTables: Readonly<Record<string, string>>;
  /** The transfers have a kind with this prefix. */
  ledger: { prefix: string };
}

export interface Cause {
  name: string;
  /** The wire id of a game, or where else the coins came from. */
  source: string;
  /** A SELECT of the player `$1`, with an `id`. */
  rows: string;
  /** The sources of the transfers of a row `c`. */
  sources: string;
  /** The kinds of these transfers. */
  kinds: string;
}

const kindsWhere = (condition: string): string =>
  `ARRAY(SELECT k FROM unnest(enum_range(NULL::transfer_kind)) k WHERE ${condition})`;

interface Table {
  source: OtherSource | 'closed';
  name: string;
  table: string;
  player?: string;
  id?: string;
  sources?: string;
}

const inBothBalances = 'ARRAY[2 * c.id, 2 * c.id + 1]';
const invitation = { source: 'referral', table: 'referral', id: 'referred_id' } as const;

/** The tables behind every kind of transfer that no game causes. */
const coreTables: readonly Table[] = [
  { source: 'signup', name: 'signup', table: 'player', player: 'id' },
  { source: 'ad', name: 'adViews', table: 'ad_view' },
  { ...invitation, name: 'invited', player: 'referrer_id', sources: 'ARRAY[2 * c.id]' },
  { ...invitation, name: 'invitedBy', player: 'referred_id', sources: 'ARRAY[2 * c.id + 1]' },
  { source: 'card', name: 'cardClaims', table: 'card_claim' },
  { source: 'correction', name: 'corrections', table: 'coin_correction', sources: inBothBalances },
  { source: 'closed', name: 'closing', table: 'account_closing', sources: inBothBalances },
];

const causeOf = ({ source, name, table, player = 'player_id', id = 'id', sources }: Table): Cause => ({
  name,
  source,
  rows: `SELECT ${id} AS id FROM ${table} WHERE ${player} = $1::bigint`,
  sources: sources ?? 'ARRAY[c.id]',
  kinds: kindsWhere(`k = '${source}'`),
});

export const rowsOfGame = ({
  exportTables,
}: Pick<CausingGame, 'exportTables'>): [name: string, rows: string][] =>
  Object.entries(exportTables).map(([name, rows]) => [name, rows.replaceAll('$1', '$1::bigint')]);

export const listCauses = (games: readonly CausingGame[]): readonly Cause[] => [
  ...games.flatMap((game) =>
    rowsOfGame(game).map(([name, rows]): Cause => ({
      name,
      source: game.id,
      rows,
      sources: 'ARRAY[c.id]',
      kinds: kindsWhere(
        `k::text = '${game.ledger.prefix}' OR starts_with(k::text, '${game.ledger.prefix}_')`,
      ),
    })),
  ),
  ...coreTables.map(causeOf),
];

export const isPlayers = (side: 'debit' | 'credit'): string =>
  `x.${side}_account IN (coins_account($1::bigint), winnings_account($1::bigint))`;

/** The player's transfers `x` of a row `c`, to select from. */
export const transfersOf = ({ kinds, sources }: Pick<Cause, 'kinds' | 'sources'>): string =>
  `transfer x WHERE x.kind = ANY (${kinds}) AND x.source = ANY (${sources})
      AND (${isPlayers('debit')} OR ${isPlayers('credit')})`;
