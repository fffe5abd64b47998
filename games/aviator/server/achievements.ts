/** What players can reach in Aviator. */
import { firstStakeRule, paidRule, type GameAchievements } from '@fairground/game-kit/server';
import { aviatorLedger } from './ledger.ts';
import { badgeNames } from './texts.ts';

const paid = (id: string, condition: string) =>
  paidRule(id, aviatorLedger, {
    table: `(SELECT c.*, r.state AS round_state, r.crash_hundredths
      FROM aviator_bet c JOIN aviator_round r ON r.id = c.round_id)`,
    condition,
  });

export const achievements: GameAchievements = {
  names: badgeNames,
  first: 'aviator-first',
  rules: [
    firstStakeRule('aviator-first', aviatorLedger),
    paid(
      'aviator-close',
      "b.round_state = 'finished' AND b.crash_hundredths - b.cash_out_hundredths BETWEEN 0 AND 5",
    ),
    // By hand, with no limit set beforehand.
    paid(
      'aviator-double',
      'b.cash_out_hundredths = 200 AND b.auto_hundredths IS NULL AND b.silent_since_ms IS NULL',
    ),
    paid('aviator-high', 'b.cash_out_hundredths >= 1000'),
    paid(
      'aviator-pair',
      `EXISTS (SELECT FROM aviator_bet o
        WHERE o.round_id = b.round_id AND o.player_id = b.player_id AND o.slot <> b.slot AND o.outcome = 'win')`,
    ),
  ],
  // A badge for a cash-out close to the crash would reveal where the curve is about to end.
  undecidedSince: `SELECT least(
      (SELECT opened_at FROM aviator_round WHERE state IN ('betting', 'flying')),
      (SELECT min(opened_at) FROM aviator_round WHERE state = 'settling'))`,
};
