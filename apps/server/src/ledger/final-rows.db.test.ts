/**
 * What was decided is changed by nobody: by privilege for the application, by triggers for the owner of the tables.
 * What coins follow from is there once, by constraints.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { betCalls, gameSweeps, type SecondRow } from '../../../../games/test/sweeps.ts';
import { startPlayedSite, type PlayedSite } from '../../../../games/test/played-site.ts';
import { corrupt, queryAsOwner } from '../../test/query-as-owner.ts';

let site: PlayedSite;

/** A played site: each table below has rows that are final. */
beforeAll(async () => {
  site = await startPlayedSite();
  // The site has no bets yet in games that settle at once. What cannot be bet on at the moment was played before.
  const { token } = await site.register('bea');
  for (const { path, body } of betCalls) await site.call('POST', path, token, body);
});
afterAll(() => site?.close());

const asApplication = (text: string) => site.rows(text);
const asOwner = (text: string) => queryAsOwner(site.database, text);

describe('the application may not', () => {
  it.each([
    ...gameSweeps.flatMap(({ final }) => final.application),
    'UPDATE transfer SET amount = amount + 1',
    'DELETE FROM transfer',
    `INSERT INTO transfer (kind, source, debit_account, credit_account, amount) VALUES ('signup', 1, 1, 2, 1)`,
    'UPDATE wallet SET coins = coins + 1',
    'UPDATE standing SET won = won + 1',
    'DELETE FROM standing',
    'UPDATE carried_standing SET days = days + 1',
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
    'UPDATE schema_migration SET name = name',
    `INSERT INTO schema_migration VALUES ('9999-x', '', '1.0.0')`,
    `SELECT restrict_application('transfer', '{amount}')`,
  ])('%s', async (text) => {
    await expect(asApplication(text)).rejects.toThrow(/permission denied|never changed|append-only/);
  });
});

describe('nobody may, the owner included', () => {
  it.each([
    ...gameSweeps.flatMap(({ final }) => final.owner),
    'UPDATE transfer SET amount = amount + 1',
    `UPDATE player_seed SET seed = sha256($$x$$) WHERE state = 'revealed'`,
    `DELETE FROM player_seed WHERE state = 'revealed'`,
    'UPDATE fairness_chain SET salt = sha256($$x$$)',
    'DELETE FROM ad_view WHERE paid_at IS NOT NULL',
  ])('%s', async (text) => {
    await expect(asOwner(text)).rejects.toThrow(/is final|never changed|append-only|immutable/);
  });

  it('but seals seeds again, when the key is replaced', async () => {
    await expect(asOwner('UPDATE player_seed SET sealed = sealed')).resolves.toEqual([]);
  });
});

describe('the constraint refuses a second row', () => {
  it.each<SecondRow>([
    ...gameSweeps.flatMap(({ final }) => final.once),
    ['transfer_kind_source_key', 'transfer', { id: -1 }],
    ['stamp_pkey', 'stamp', {}],
    ['achievement_pkey', 'achievement', {}],
    ['notice_player_id_kind_source_key', 'notice', { id: -1 }],
    ['player_seed_current', `player_seed WHERE state = 'current'`, { id: -1 }],
    ['player_seed_next', `player_seed WHERE state = 'next'`, { id: -1 }],
    ['log_entry_once', 'log_entry', { index: 1_000_000 }],
    ['log_entry_pkey', 'log_entry', {}],
    ['ledger_head_day_key', 'ledger_head WHERE day IS NOT NULL', { block: -1 }],
  ])('%s', async (constraint, from, changes) => {
    const [table = ''] = from.split(' ');
    const second = corrupt(
      site.database,
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(t, $1::jsonb)).*
      FROM (SELECT t FROM ${from.replace(table, `${table} t`)} LIMIT 1) f`,
      [JSON.stringify(changes)],
    );
    await expect(second).rejects.toMatchObject({ code: '23505', constraint });
  });
});
