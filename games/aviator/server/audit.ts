/** Invariants of Aviator's rounds and bets, recomputed from the rows. */
import { chainChecks, ownerCheck, sealCheck } from '@fairground/game-kit/server';
import { findBroken, type Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import { flightOfSeed, type DrawInputs } from './flights.ts';
import { toSealedBet } from './wire.ts';

const page = 2_000;

/** Rounds whose crash is not the one that their revealed seed and the root of their bets give. */
const findWrongCrashes = (query: Database['query']): Promise<object[]> =>
  findBroken(
    (after) =>
      query<DrawInputs & { id: bigint; seed: Buffer; crash_hundredths: number }>({
        name: 'aviator-audit-crashes',
        text: `SELECT r.id, r.link, r.rtp_bp, r.seed, r.bets_root, r.beacon_round, v.randomness, r.crash_hundredths
        FROM aviator_round r JOIN fairness_chain c ON c.id = r.chain_id
        LEFT JOIN beacon_value v ON v.chain_id = r.beacon_chain_id AND v.round = r.beacon_round
        WHERE r.id > $1 AND c.game = 'aviator' AND r.crash_hundredths IS NOT NULL AND r.seed IS NOT NULL
        ORDER BY r.id LIMIT ${page}`,
        values: [after],
      }),
    ({ seed, crash_hundredths: crashed, ...inputs }) => {
      const computed = flightOfSeed(seed, inputs)?.crashHundredths;
      return computed === crashed ? undefined : { crashed, computed };
    },
  );

export const aviatorChecks: readonly Check[] = [
  {
    line: 'I7',
    states: 'a player has at most two Aviator bets in a round, each in a slot of its own',
    broken: `SELECT round_id, player_id, slot, count(*) AS bets FROM aviator_bet
      GROUP BY round_id, player_id, slot HAVING count(*) > 1 OR slot NOT IN (1, 2)`,
  },
  ownerCheck({
    noun: 'Aviator bet',
    table: 'aviator_bet',
    rounds: { noun: 'round', table: 'aviator_round', column: 'round_id' },
  }),
  {
    line: 'I7',
    states: 'an Aviator bet that did not win has won nothing',
    broken: `SELECT id, outcome, amount_won FROM aviator_bet WHERE outcome <> 'win' AND amount_won <> 0`,
  },
  {
    line: 'I8',
    states: 'each Aviator payout is its stake times the multiplier, at or below the crash point',
    broken: `SELECT b.id, b.amount, b.cash_out_hundredths, b.amount_won, r.crash_hundredths
      FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.outcome = 'win' AND (b.amount_won <> b.amount * b.cash_out_hundredths / 100
        OR b.cash_out_hundredths > r.crash_hundredths OR b.cash_out_hundredths > b.auto_hundredths)
      UNION ALL
      SELECT b.id, b.amount, b.auto_hundredths, b.amount_won, r.crash_hundredths
      FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.outcome = 'loss' AND b.auto_hundredths <= r.crash_hundredths`,
  },
  {
    line: 'I8',
    states: 'each Aviator crash is the one that its revealed seed and its bets give',
    broken: findWrongCrashes,
  },
  sealCheck({
    states: 'the seal of each Aviator round is over exactly its bets',
    rounds: 'aviator_round',
    bets: 'aviator_bet',
    roundColumn: 'round_id',
    betColumns: 'id, slot, amount, auto_hundredths, client_seed',
    toSealedBet,
  }),
  {
    line: 'I13',
    states: 'no Aviator bet was placed after its round was sealed',
    broken: `SELECT b.id, b.round_id, b.created_at FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.created_at > r.sealed_at`,
  },
  {
    line: 'I8',
    states: 'each Aviator cash-out by hand was received before the crash',
    broken: `SELECT b.id, b.press_ms FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.press_ms IS NOT NULL AND (b.outcome <> 'win'
        OR b.press_ms >= round(extract(epoch FROM r.crash_at - r.starts_at) * 1000))`,
  },
  {
    line: 'I8',
    states: 'no Aviator cash-out by hand pays more than the curve showed when it was received',
    broken: `SELECT b.id, b.press_ms, b.cash_out_hundredths FROM aviator_bet b
      WHERE b.press_ms IS NOT NULL AND b.cash_out_hundredths > floor(100 * exp(b.press_ms / 10000.0::float8))`,
  },
  {
    // Two processes may write within this time what they received at the same moment.
    line: 'I8',
    states:
      'no Aviator bet ended by an automatic cash-out, a later press or the crash 50 ms after a press was received',
    broken: `SELECT b.id, b.unpaid_press_ms, b.outcome, b.cash_out_hundredths
      FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.unpaid_press_ms + 50 < CASE
        WHEN b.press_ms IS NOT NULL THEN b.press_ms
        WHEN b.outcome = 'win' THEN 10000 * ln(b.cash_out_hundredths / 100.0)
        ELSE extract(epoch FROM r.crash_at - r.starts_at) * 1000 END`,
  },
  {
    line: 'I9',
    states: "no unsettled bet is older than its round's end by a minute while the site runs",
    broken: `SELECT b.id, b.round_id FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id, director_lease l
      WHERE b.outcome = 'pending' AND r.state IN ('settling', 'finished', 'void')
        AND r.finished_at < l.renewed_at - interval '60 s'
        AND l.led_since < l.renewed_at - interval '60 s'`,
  },
  ...chainChecks('Aviator rounds', 'aviator_round'),
];
