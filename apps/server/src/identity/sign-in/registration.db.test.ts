/** Who may open an account, by REGISTRATION. */
import { afterEach, expect, it, vi } from 'vitest';
import { runAdmin } from '../../staff/commands/run.ts';
import { cheapPasswords } from '../../../test/cheap-passwords.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';

const siteUrl = 'https://fair.example';
const passwords = cheapPasswords();
let site: TestSite | undefined;
afterEach(() => site?.close());

const start = async (registration: string): Promise<void> => {
  site = await startTestSite({ env: { REGISTRATION: registration, SITE_URL: siteUrl }, passwords });
};
const post = async (path: string, payload: object) => {
  const answer = await site?.site.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { origin: siteUrl },
    payload,
  });
  const body = answer?.json<{ code?: string; user?: { referenceId: string } }>();
  return { outcome: answer?.statusCode === 201 ? 'registered' : body?.code, user: body?.user };
};
const register = (username: string, more: object = {}) =>
  post('/auth/register', {
    username,
    email: `${username}@example.org`,
    password: 'a meadow of lanterns',
    adult: true,
    ...more,
  });
const playAsGuest = () => post('/auth/guest', { adult: true });
const invite = async (): Promise<string> => {
  const lines: string[] = [];
  const env = { DATABASE_URL: urlOf(site?.address ?? {}), SITE_URL: siteUrl };
  expect(await runAdmin(['invite'], env, (line) => lines.push(line))).toBe(0);
  const link = new URL(lines[0] ?? '');
  expect(`${link.origin}${link.pathname}`).toBe('https://fair.example/register');
  return link.searchParams.get('invitation') ?? '';
};

it('open: everybody may register or play as a guest', async () => {
  await start('open');
  expect([await register('anna'), await playAsGuest()]).toMatchObject([
    { outcome: 'registered' },
    { outcome: 'registered' },
  ]);
});

it('closed: nobody may', async () => {
  await start('closed');
  const invitation = await invite();
  expect([await register('anna', { invitation }), await playAsGuest()]).toMatchObject([
    { outcome: 'registration_closed' },
    { outcome: 'registration_closed' },
  ]);
});

it('invite: an invitation opens one account, and its player may invite others', async () => {
  await start('invite');
  expect(await register('anna')).toMatchObject({ outcome: 'invitation_required' });
  expect(await register('anna', { invitation: 'guessed' })).toMatchObject({ outcome: 'invitation_required' });
  expect(await register('anna', { ref: 'ref-nobody' })).toMatchObject({ outcome: 'invitation_required' });
  expect(await playAsGuest()).toMatchObject({ outcome: 'registration_closed' });
  const invitation = await invite();
  const anna = await register('anna', { invitation });
  expect(anna.outcome).toBe('registered');
  expect(await register('bruno', { invitation })).toMatchObject({ outcome: 'invitation_required' });
  expect(await register('bruno', { ref: anna.user?.referenceId })).toMatchObject({ outcome: 'registered' });
});

it('invite: without a valid invitation nobody learns which names and addresses have an account', async () => {
  await start('invite');
  await register('anna', { invitation: await invite() });
  const spent = await invite();
  await register('bruno', { invitation: spent });
  const hashing = vi.spyOn(passwords, 'hash');
  for (const invitation of ['x', spent, undefined]) {
    for (const [username, email] of [
      ['free', 'free@example.org'],
      ['ANNA', 'free@example.org'],
      ['free', 'Anna@example.org'],
      ['admin', 'free@example.org'],
    ] as const) {
      expect(await register(username, { email, invitation })).toMatchObject({
        outcome: 'invitation_required',
      });
    }
  }
  expect(hashing).not.toHaveBeenCalled();
});

it('invite: an invitation is used up by an account alone, once, and for thirty days', async () => {
  await start('invite');
  const invitation = await invite();
  await register('anna', { invitation });
  const next = await invite();
  expect(await register('anna', { invitation: next })).toMatchObject({ outcome: 'already_taken' });
  const both = await Promise.all([
    register('bruno', { invitation: next }),
    register('clara', { invitation: next }),
  ]);
  expect(
    both.map(({ outcome }) => String(outcome)).toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['invitation_required', 'registered']);
  const old = await invite();
  await site?.database.query({
    text: `UPDATE invitation SET expires_at = expires_at - interval '30 days'`,
    values: [],
  });
  expect(await register('dora', { invitation: old })).toMatchObject({ outcome: 'invitation_required' });
});
