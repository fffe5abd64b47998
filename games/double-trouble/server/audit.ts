/** Invariants of Double Trouble's draws and bets, recomputed from the rows; their stakes are checked by the kit. */
import { draw30Number } from '../draw.ts';
import { chainChecks, ownerCheck, sealCheck } from '@fairground/game-kit/server';
import { findBroken, type Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import { toSealedBet } from './wire.ts';

interface DrawnRow {
  id: bigint;
  link: number;
  max: number;
  seed: Buffer;
  bets_root: Buffer;
  beacon_round: number | null;
  randomness: Buffer | null;
  winning_number: number;
}

const page = 2_000;

/** Draws whose number is not the one that their revealed seed and the root of their bets give. */
const findWrongNumbers = (query: Database['query']): Promise<object[]> =>
  findBroken(
    (after) =>
      query<DrawnRow>({
        name: 'double-trouble-audit-draws',
        text: `SELECT d.id, d.link, d.max, d.seed, d.bets_root, d.beacon_round, v.randomness, d.winning_number
        FROM double_trouble_draw d
        LEFT JOIN beacon_value v ON v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round
        WHERE d.id > $1 AND d.winning_number IS NOT NULL ORDER BY d.id LIMIT ${page}`,
        values: [after],
      }),
    ({ link: round, max, seed, bets_root: betsRoot, winning_number: drawn, ...row }) => {
      const beacon = row.randomness ?? undefined;
      const computed = draw30Number({ seed, round, max, betsRoot, beacon });
      const isMissing = row.beacon_round !== null && beacon === undefined;
      return computed === drawn && !isMissing ? undefined : { drawn, computed };
    },
  );

export const doubleTroubleChecks: readonly Check[] = [
  ownerCheck({
    noun: 'Double Trouble bet',
    table: 'double_trouble_bet',
    rounds: { noun: 'draw', table: 'double_trouble_draw', column: 'draw_id' },
  }),
  {
    line: 'I7',
    states: 'a Double Trouble bet that did not win has won nothing',
    broken: `SELECT id, outcome, amount_won FROM double_trouble_bet WHERE outcome <> 'win' AND amount_won <> 0`,
  },
  {
    line: 'I8',
    states: 'each Double Trouble number is the one that its revealed seed gives',
    broken: findWrongNumbers,
  },
  sealCheck({
    states: 'the seal of each Double Trouble draw is over exactly its bets',
    rounds: 'double_trouble_draw',
    bets: 'double_trouble_bet',
    roundColumn: 'draw_id',
    betColumns: 'id, draw_type, number, amount, client_seed',
    toSealedBet,
  }),
  {
    line: 'I8',
    states:
      'each Double Trouble bet won or lost by the number drawn, and pays 98 % of the odds to one decimal',
    // Numbers that win are counted one by one here, where the rules and the settlement compare with half.
    broken: `WITH judged AS (
        SELECT b.id, b.draw_id, b.outcome, b.amount, b.amount_won, b.payout_hundredths, d.state, d.winning_number,
          n.count, d.winning_number = ANY (n.numbers) AS wins,
          10 * floor(98.0 * d.max / (10 * n.count)) AS due_hundredths
        FROM double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id,
          LATERAL (SELECT count(*) AS count, array_agg(g) AS numbers FROM generate_series(1, d.max) g
            WHERE (b.draw_type = 'Number' AND g = b.number) OR (b.draw_type = 'Exact' AND 2 * g = d.max)
              OR (b.draw_type = 'Under' AND 2 * g < d.max) OR (b.draw_type = 'Over' AND 2 * g > d.max)) n)
      SELECT * FROM judged
      WHERE count = 0 OR payout_hundredths <> due_hundredths
        OR (outcome = 'win' AND (wins IS NOT TRUE OR amount_won <> floor(amount * due_hundredths / 100)))
        OR (outcome = 'loss' AND wins IS NOT FALSE)
        OR (outcome = 'void') <> (state = 'void')
        OR (outcome = 'pending' AND state = 'finished')
        OR (outcome <> 'pending' AND state = 'open')`,
  },
  {
    line: 'I9',
    states: "no unsettled Double Trouble bet is older than its draw's end by a minute while the site runs",
    broken: `SELECT b.id, b.draw_id
      FROM double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id, director_lease l
      WHERE b.outcome = 'pending' AND d.drawn_at < l.renewed_at - interval '60 s'
        AND l.led_since < l.renewed_at - interval '60 s'`,
  },
  {
    line: 'I12',
    states:
      'each slot with bets has a draw, drawn, late or void, and draws are opened and ended one after the other',
    // By steps and links: what came first is no question of a clock, which may have been set in between.
    broken: `SELECT b.id::text AS at, 'no draw' AS what FROM double_trouble_bet b
        WHERE NOT EXISTS (SELECT FROM double_trouble_draw d WHERE d.id = b.draw_id)
      UNION ALL
      SELECT id::text, 'drawn early' FROM double_trouble_draw WHERE drawn_at < draws_at AND state <> 'void'
      UNION ALL
      SELECT id::text, 'out of order' FROM (
        SELECT id, step, state, chain_id, link, lead(id) OVER (ORDER BY id) AS id_after,
          lag(step) OVER (ORDER BY id) AS step_before,
          lag(chain_id) OVER (ORDER BY id) AS chain_before, lag(link) OVER (ORDER BY id) AS link_before
        FROM double_trouble_draw) o
      WHERE step <= step_before OR (state = 'open' AND id_after IS NOT NULL) OR chain_id < chain_before
        OR (chain_id = chain_before AND link <> link_before + 1)`,
  },
  {
    line: 'I13',
    states: 'the commitment comes before the first bet, bets before the close, the draw after it',
    // When a void draw ended says nothing: the clock may have been set back since it opened.
    broken: `SELECT b.id, b.draw_id, b.created_at
      FROM double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id
      WHERE b.created_at <= d.opened_at OR b.created_at >= d.closes_at OR b.created_at >= d.sealed_at
      UNION ALL
      SELECT id, id, drawn_at FROM double_trouble_draw
      WHERE state <> 'void' AND (drawn_at < closes_at OR drawn_at < opened_at)`,
  },
  ...chainChecks('Double Trouble draws', 'double_trouble_draw'),
];
