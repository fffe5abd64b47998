/** What was decided is changed by nobody: by privilege for the application, by triggers for the owner of the tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlayedSite, type PlayedSite } from '../played-site.ts';
import { queryAsOwner } from '../query-as-owner.ts';

let site: PlayedSite;

/** A played site: each table below has rows that are final. */
beforeAll(async () => {
  site = await startPlayedSite();
});
afterAll(() => site?.close());

const asApplication = (text: string) => site.database.query({ text, values: [] });
const asOwner = (text: string) => queryAsOwner(site.database, text);

describe('the application may not', () => {
  it.each([
    'UPDATE transfer SET amount = amount + 1',
    'DELETE FROM transfer',
    `INSERT INTO transfer (kind, source, debit_account, credit_account, amount) VALUES ('signup', 1, 1, 2, 1)`,
    'UPDATE wallet SET coins = coins + 1',
    'UPDATE standing SET won = won + 1',
    'DELETE FROM standing',
    'UPDATE carried_standing SET days = days + 1',
    'DELETE FROM aviator_late_press',
    'UPDATE aviator_round SET crash_hundredths = 100000',
    'UPDATE aviator_round SET commitment = sha256($$x$$)',
    'DELETE FROM aviator_round',
    'UPDATE aviator_bet SET amount = 1',
    'UPDATE aviator_bet SET auto_hundredths = 101',
    'DELETE FROM aviator_bet',
    'UPDATE double_trouble_draw SET commitment = sha256($$x$$)',
    'UPDATE double_trouble_bet SET payout_hundredths = 2940',
    'DELETE FROM double_trouble_draw',
    'DELETE FROM double_trouble_bet',
    'UPDATE lottery_draw SET commitment = sha256($$x$$)',
    'UPDATE lottery_ticket SET pick = 63',
    'DELETE FROM lottery_draw',
    'DELETE FROM lottery_ticket',
    'UPDATE minefield_game SET amount = 100',
    'UPDATE minefield_game SET nonce = nonce + 1',
    'DELETE FROM minefield_game',
    'UPDATE wheel_spin SET segment = 15',
    'DELETE FROM wheel_spin',
    'UPDATE high_striker_strike SET height_hundredths = 100000',
    'DELETE FROM high_striker_strike',
    'UPDATE player_seed SET commitment = sha256($$x$$)',
    'UPDATE player_seed SET sealed = sealed',
    'DELETE FROM player_seed',
    'UPDATE fairness_chain SET salt = sha256($$x$$)',
    'UPDATE fairness_chain SET terminal_hash = sha256($$x$$)',
    'DELETE FROM fairness_chain',
    'UPDATE fairness_checkpoint SET sealed = sealed',
    'DELETE FROM fairness_checkpoint',
    'UPDATE ad_view SET coins = 1000',
    'DELETE FROM referral',
    'UPDATE play_break SET ends_at = clock_timestamp()',
    'DELETE FROM play_break',
    'UPDATE operator_log SET command = $$none$$',
    'DELETE FROM operator_log',
    'UPDATE kysely_migration SET name = name',
    `INSERT INTO kysely_migration VALUES ('9999-x', 'now')`,
    `SELECT restrict_application('transfer', '{amount}')`,
  ])('%s', async (text) => {
    await expect(asApplication(text)).rejects.toThrow(/permission denied|never changed|append-only/);
  });
});

describe('nobody may, the owner included', () => {
  it.each([
    ['transfer', 'UPDATE transfer SET amount = amount + 1'],
    ['aviator_round', `UPDATE aviator_round SET crash_hundredths = 100000 WHERE state = 'finished'`],
    ['aviator_round', `UPDATE aviator_round SET seed = sha256($$x$$) WHERE state = 'finished'`],
    ['aviator_round', `DELETE FROM aviator_round WHERE state = 'finished'`],
    ['aviator_bet', `UPDATE aviator_bet SET amount_won = amount_won + 1 WHERE outcome = 'win'`],
    ['aviator_bet', `UPDATE aviator_bet SET outcome = 'pending' WHERE outcome = 'loss'`],
    ['aviator_bet', `DELETE FROM aviator_bet WHERE outcome = 'loss'`],
    ['double_trouble_draw', `UPDATE double_trouble_draw SET winning_number = 7 WHERE state = 'finished'`],
    ['double_trouble_bet', `UPDATE double_trouble_bet SET amount_won = 7 WHERE outcome = 'win'`],
    ['double_trouble_bet', `DELETE FROM double_trouble_bet WHERE outcome = 'win'`],
    ['lottery_draw', `UPDATE lottery_draw SET winning = 63 WHERE state = 'finished'`],
    ['lottery_ticket', 'DELETE FROM lottery_ticket'],
    ['minefield_game', `UPDATE minefield_game SET amount_won = 1 WHERE state = 'Lost'`],
    ['minefield_game', `UPDATE minefield_game SET state = 'Playing' WHERE state = 'CashedOut'`],
    ['wheel_spin', 'UPDATE wheel_spin SET segment = 15'],
    ['player_seed', `UPDATE player_seed SET seed = sha256($$x$$) WHERE state = 'revealed'`],
    ['player_seed', `DELETE FROM player_seed WHERE state = 'revealed'`],
    ['fairness_chain', 'UPDATE fairness_chain SET salt = sha256($$x$$)'],
    ['ad_view', 'DELETE FROM ad_view WHERE paid_at IS NOT NULL'],
  ])('in %s: %s', async (_table, text) => {
    await expect(asOwner(text)).rejects.toThrow(/is final|never changed|append-only|immutable/);
  });

  it('but seals seeds again, when the key is replaced', async () => {
    await expect(asOwner('UPDATE player_seed SET sealed = sealed')).resolves.toEqual([]);
  });
});
