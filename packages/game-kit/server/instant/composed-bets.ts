/**
 * The statements of an instant game's bets, made from the fields of the game. `npm run check` plans them for each
 * game.
 */
import { composeStatement, type DeclaredType } from '@fairground/sql/composed';
import type { Field, Fields } from '../../shared/instant/index.ts';
import { columnOf, type BetTable } from './table.ts';

/** The columns of `player_view`, in a row that an outer join may not have found. */
const playerColumns = {
  player_id: 'int8?',
  username: 'text?',
  email: 'text?',
  avatar: 'text?',
  reference_id: 'text?',
  referral_count: 'int4?',
  joined_at: 'timestamptz?',
  coins: 'int8?',
  winnings: 'int8?',
  total_won: 'int8?',
  ad_earnings: 'int8?',
  version: 'int8?',
  todays_bids: 'int8?',
  is_spinned: 'bool?',
  referrals: 'json?',
} as const;

const typeOf = (field: Field) => (field.kind === 'option' ? ('text' as const) : ('int4' as const));

const mapColumns = <Value>(fields: Fields, make: (field: Field) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [columnOf(name, field), make(field)]));

export const composeBets = ({ game, folder, prefix, table }: Omit<BetTable, 'noun'>) => {
  const fields: Fields = { ...game.choice, ...game.drawn };
  const names = Object.keys(mapColumns(fields, () => true));
  const columns = mapColumns(fields, typeOf);
  const listed = (of: string): string => names.map((name) => `${of}.${name}`).join(', ');
  const params = {
    player_ids: 'int8[]',
    stakes: 'int8[]',
    amounts_won: 'int8[]',
    seed_ids: 'int8[]',
    nonces: 'int4[]',
    call_keys: 'int8?[]',
    call_bodies: 'int8?[]',
    ...mapColumns(fields, (field): DeclaredType => `${typeOf(field)}[]`),
  } as const;
  return {
    /**
     * Guards, bets, stakes, payouts and nonces of a batch, at most one bet a player. A bet is settled as it is placed:
     * the stake is taken before the win is paid, so that no prefix of the ledger pays what was not staked yet. A
     * refused bet leaves no gap in the nonces. Seeds must be locked.
     */
    place: composeStatement({
      name: `${folder}-place-bets`,
      isPrepared: true,
      params: params as typeof params & Record<string, DeclaredType>,
      columns: {
        input_player: 'int8',
        refusal: 'text?',
        bet_id: 'int8?',
        amount: 'int8?',
        amount_won: 'int8?',
        placed_at: 'timestamptz?',
        ...mapColumns(fields, (field): DeclaredType => `${typeOf(field)}?`),
        ...playerColumns,
      },
      text: `WITH input AS MATERIALIZED (
          SELECT * FROM unnest(${Object.values(params)
            .map((type, at) => `$${at + 1}::${type.replace('?', '')}`)
            .join(', ')})
            AS t (player_id, stake, amount_won, seed_id, nonce, call_key, call_body, ${names.join(', ')})
        ),
        judged AS MATERIALIZED (SELECT * FROM ledger.judge_stakes($1, $2)),
        bet AS (
          INSERT INTO ${table} (player_id, seed_id, nonce, amount, from_winnings, amount_won, call_key, call_body,
            ${names.join(', ')})
          SELECT i.player_id, i.seed_id, i.nonce, i.stake, j.from_winnings, i.amount_won, i.call_key, i.call_body,
            ${listed('i')}
          FROM input i JOIN judged j USING (player_id) WHERE j.refusal IS NULL
          RETURNING *
        ),
        debited AS MATERIALIZED (
          SELECT d.player_id FROM (
            SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
              array_agg(from_winnings) AS from_winnings
            FROM bet
          ) b, ledger.debit_stakes('${prefix}', b.ids, b.players, b.amounts, b.from_winnings) d
        ),
        settled AS MATERIALIZED (
          SELECT p.* FROM (
            SELECT array_agg(b.id) AS ids, array_agg(b.player_id) AS players, array_agg(b.amount) AS amounts,
              array_agg(b.amount_won) AS amounts_won
            FROM bet b JOIN debited d USING (player_id)
          ) w, ledger.pay_wins('${prefix}', w.ids, w.players, w.amounts, w.amounts_won, w.players) p
        ),
        advanced AS (
          UPDATE player_seed s SET next_nonce = s.next_nonce + 1
          FROM bet b WHERE s.id = b.seed_id AND s.next_nonce = b.nonce
        )
        SELECT i.player_id AS input_player, j.refusal::text AS refusal, b.id AS bet_id, b.amount, b.amount_won,
          b.created_at AS placed_at, ${listed('b')}, v.*
        FROM input i
        LEFT JOIN judged j ON j.player_id = i.player_id
        LEFT JOIN bet b ON b.player_id = i.player_id
        LEFT JOIN settled v ON v.player_id = i.player_id`,
    }),
    /** The bets that calls with these keys placed, with their players as they are now. */
    findPlaced: composeStatement({
      name: `${folder}-find-placed`,
      isPrepared: true,
      params: { player_ids: 'int8[]', call_keys: 'int8[]' },
      columns: {
        input_player: 'int8',
        call_body: 'int8?',
        bet_id: 'int8',
        amount: 'int8',
        amount_won: 'int8',
        placed_at: 'timestamptz',
        nonce: 'int4',
        commitment: 'bytea',
        client_seed: 'text?',
        ...columns,
        ...playerColumns,
      },
      text: `SELECT b.player_id AS input_player, b.call_body, b.id AS bet_id, b.amount, b.amount_won,
          b.created_at AS placed_at, b.nonce, k.commitment, k.client_seed, ${listed('b')}, v.*
        FROM unnest($1::bigint[], $2::bigint[]) AS c (player_id, call_key)
        CROSS JOIN LATERAL (
          SELECT * FROM ${table} x WHERE x.player_id = c.player_id AND x.call_key = c.call_key OFFSET 0
        ) b
        JOIN player_seed k ON k.id = b.seed_id JOIN player_view v ON v.player_id = b.player_id`,
    }),
    /** A player's newest bets. */
    readHistory: composeStatement({
      name: `${folder}-read-history`,
      isPrepared: true,
      params: { player_id: 'int8', max_rows: 'int8' },
      columns: {
        bet_id: 'int8',
        amount: 'int8',
        amount_won: 'int8',
        placed_at: 'timestamptz',
        player_id: 'int8',
        username: 'text',
        ...columns,
      },
      text: `SELECT b.id AS bet_id, b.amount, b.amount_won, b.created_at AS placed_at, b.player_id, p.username,
        ${listed('b')}
        FROM ${table} b JOIN player p ON p.id = b.player_id
        WHERE b.player_id = $1::bigint ORDER BY b.id DESC LIMIT $2::bigint`,
    }),
    /** The seed is null until the player rotated it out. */
    find: composeStatement({
      name: `${folder}-find-bet`,
      isPrepared: true,
      params: { bet_id: 'int8' },
      columns: {
        bet_id: 'int8',
        amount: 'int8',
        amount_won: 'int8',
        placed_at: 'timestamptz',
        player_id: 'int8',
        nonce: 'int4',
        commitment: 'bytea',
        seed: 'bytea?',
        client_seed: 'text?',
        client_seed_source: 'text?',
        ...columns,
      },
      text: `SELECT b.id AS bet_id, b.amount, b.amount_won, b.created_at AS placed_at, b.player_id, b.nonce,
        k.commitment,
          k.seed, k.client_seed, k.client_seed_source, ${listed('b')}
        FROM ${table} b JOIN player_seed k ON k.id = b.seed_id WHERE b.id = $1::bigint`,
    }),
    /** Bets after an id, in order, for the audit. */
    readPage: composeStatement({
      name: `${folder}-audit-bets`,
      params: { after: 'int8', max_rows: 'int8' },
      columns: {
        bet_id: 'int8',
        amount: 'int8',
        amount_won: 'int8',
        nonce: 'int4',
        client_seed: 'text?',
        seed: 'bytea?',
        ...columns,
      },
      text: `SELECT b.id AS bet_id, b.amount, b.amount_won, b.nonce, k.client_seed, k.seed, ${listed('b')}
        FROM ${table} b JOIN player_seed k ON k.id = b.seed_id
        WHERE b.id > $1::bigint ORDER BY b.id LIMIT $2::bigint`,
    }),
  };
};

export type ComposedBets = ReturnType<typeof composeBets>;
