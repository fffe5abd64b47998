/** Invitations in the console: made, used, ended, and what the public call says of each. */
import { beforeAll, expect, it } from 'vitest';
import type { InvitationsAnswer } from '@fairground/contract/console/invitations';
import { siteForAll } from '../for-tests.ts';
import { password } from '../test-site.ts';
import type { StaffCaller } from '../test-staff.ts';

let olga: StaffCaller;
const site = siteForAll({ clock: 'stopped', env: { REGISTRATION: 'invite' } });
beforeAll(async () => {
  olga = await site.staff.enter('olga', 'operator');
});

const invite = async (note: string): Promise<string> => {
  const made = await olga.post('/invitations', { note, days: 7 });
  expect(made.status).toBe(201);
  const link = new URL(String(made.body['link']));
  expect(`${link.origin}${link.pathname}`).toBe(`${site.site.url}/register`);
  return link.searchParams.get('invitation') ?? '';
};
const list = async () => (await olga.get('/invitations')).body as unknown as InvitationsAnswer;
const find = async (note: string) => {
  const found = (await list()).invitations.find((each) => each.note === note);
  if (!found) throw new Error(`no invitation for ${note}`);
  return found;
};
const register = (username: string, invitation: string) =>
  site.call('POST', '/auth/register', null, {
    username,
    email: `${username}@example.org`,
    password,
    adult: true,
    invitation,
  });
const look = async (code: string) => (await site.call('GET', `/auth/invitation/${code}`)).body;

it('an invitation is listed as open, and then with the player who used it', async () => {
  const code = await invite('For Anna');
  expect(await find('For Anna')).toMatchObject({ state: 'open', endedAt: null, usedBy: null });
  const { expiresAt } = await find('For Anna');
  expect(await look(code)).toEqual({ referral: null, expiresAt });
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  const { status, body } = await register('anna', code);
  expect(status).toBe(201);
  expect(await find('For Anna')).toMatchObject({
    state: 'used',
    usedBy: { id: body.user?.id, username: 'anna' },
  });
  expect(await look(code)).toEqual({ referral: null });
  expect((await olga.post(`/invitations/${(await find('For Anna')).id}/end`)).status).toBe(404);
});

it('an ended invitation opens no account, and the log names the acts but not the guest', async () => {
  const code = await invite('For Bruno');
  const { id } = await find('For Bruno');
  expect((await olga.post(`/invitations/${id}/end`)).status).toBe(204);
  expect((await find('For Bruno')).state).toBe('ended');
  expect((await register('bruno', code)).body.code).toBe('invitation_required');
  expect(await look(code)).toEqual({ referral: null });
  const { entries } = (await olga.get('/log')).body as { entries: { command: string; staff: string }[] };
  expect(entries.slice(0, 2)).toMatchObject([
    { command: 'invitation end', staff: 'olga' },
    { command: 'invite', staff: 'olga' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Bruno');
});

it('an invitation expires, and is listed for thirty days more', async () => {
  const code = await invite('For Clara');
  const age = (days: number) =>
    site.rows(
      `UPDATE invitation SET expires_at = clock_timestamp() - $1 * interval '1 day' WHERE note = 'For Clara'`,
      days,
    );
  await age(29);
  await site.site.auth.deleteExpired();
  expect((await find('For Clara')).state).toBe('expired');
  expect((await register('clara', code)).body.code).toBe('invitation_required');
  await age(30);
  await site.site.auth.deleteExpired();
  await expect(find('For Clara')).rejects.toThrow('no invitation');
});

it('an invitation is removed with the account that used it', async () => {
  const { body } = await register('dora', await invite('For Dora'));
  expect((await find('For Dora')).usedBy?.username).toBe('dora');
  const left = await site.call('DELETE', '/user/me', String(body['token']), { password });
  expect(left.status).toBe(204);
  await expect(find('For Dora')).rejects.toThrow('no invitation');
});

it('an invitation takes a note and a number of days, and the page learns who may register', async () => {
  for (const body of [{ note: ' ', days: 7 }, { note: 'x', days: 0 }, { note: 'x', days: 366 }, { days: 7 }])
    expect((await olga.post('/invitations', body)).body.code).toBe('invalid_request');
  expect((await list()).registration).toBe('invite');
  expect((await site.call('GET', '/games/config')).body).toMatchObject({ registration: 'invite' });
});
