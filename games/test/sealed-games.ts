/** The games whose bets are sealed, in the words that tests of all three share. */

export interface SealedRound {
  id: string;
  /** As the mix has it. */
  label: string;
  commitment: Buffer;
  is_open: boolean;
  closes_at: Date;
  root: Buffer | null;
  beacon_round: number | null;
  /** Neither drawn nor void. */
  is_pending: boolean;
  chain_id: bigint | null;
  link: number | null;
  sealed: Buffer | null;
}

export interface SealedGame {
  name: string;
  algorithm: string;
  /** Rounds, the newest first. */
  rounds: string;
  place: (clientSeed: string) => { path: string; body: object };
  /** The ids of a round's bets, by the round's id. */
  bets: string;
  /** Waits for whoever writes the row of a round, and keeps others from it. */
  lock: string;
  /** What its kinds of transfers begin with. */
  ledgerName: string;
}

export const sealedGames: readonly SealedGame[] = [
  {
    name: 'aviator',
    algorithm: 'crash/v2',
    rounds: `SELECT id::text, link::text AS label, commitment, state = 'betting' AND sealed_at IS NULL AS is_open,
      closes_at,
      bets_root AS root, beacon_round, state = 'betting' AS is_pending, chain_id, link, NULL::bytea AS sealed
      FROM aviator_round r WHERE EXISTS (SELECT FROM aviator_bet b WHERE b.round_id = r.id) ORDER BY r.id DESC`,
    place: (clientSeed) => ({ path: '/aviator/create', body: { amount: 100, clientSeed } }),
    bets: 'SELECT id FROM aviator_bet WHERE round_id = $1::text::bigint',
    lock: 'SELECT FROM aviator_round WHERE id = $1::text::bigint FOR UPDATE',
    ledgerName: 'aviator',
  },
  {
    name: 'doubleTrouble',
    algorithm: 'draw30/v2',
    rounds: `SELECT id::text, link::text AS label, commitment, state = 'open' AND bets_root IS NULL AS is_open,
      closes_at,
      bets_root AS root, beacon_round, state = 'open' AS is_pending, chain_id, link, NULL::bytea AS sealed
      FROM double_trouble_draw d
      WHERE EXISTS (SELECT FROM double_trouble_bet b WHERE b.draw_id = d.id) ORDER BY d.id DESC`,
    place: (clientSeed) => ({
      path: '/doubleTrouble/create',
      body: { amount: 100, drawType: 'Under', clientSeed },
    }),
    bets: 'SELECT id FROM double_trouble_bet WHERE draw_id = $1::text::bigint',
    lock: 'SELECT FROM double_trouble_draw WHERE id = $1::text::bigint FOR UPDATE',
    ledgerName: 'double_trouble',
  },
  {
    name: 'lottery',
    algorithm: 'lotto/v2',
    rounds: `SELECT draw_key AS id, draw_key AS label, commitment, state = 'open' AS is_open, closes_at, root,
      beacon_round,
      winning IS NULL AND voided_at IS NULL AS is_pending, NULL::bigint AS chain_id, NULL::integer AS link, sealed
      FROM lottery_draw d WHERE EXISTS (SELECT FROM lottery_ticket t WHERE t.draw_id = d.id) ORDER BY d.id DESC`,
    place: (clientSeed) => ({
      path: '/lottery/create',
      body: { bid: 10, numbers: [3, 11, 17, 24, 38, 45], clientSeed },
    }),
    bets: 'SELECT id FROM lottery_ticket WHERE draw_id = (SELECT d.id FROM lottery_draw d WHERE d.draw_key = $1)',
    lock: 'SELECT FROM lottery_draw WHERE draw_key = $1 FOR UPDATE',
    ledgerName: 'lottery',
  },
];
