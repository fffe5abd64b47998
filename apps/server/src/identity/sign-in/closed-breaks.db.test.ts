/** A break outlives the account that it was taken with. */
import { anyInstantGame as game } from '../../../../../games/test/sweeps.ts';
import { expect, it } from 'vitest';
import { siteForAll } from '../../../test/for-tests.ts';

const site = siteForAll();

const password = 'a meadow of lanterns';
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const register = async (username: string, email: string): Promise<string> => {
  const body = { username, email, password, adult: true };
  const answer = await site.call('POST', '/auth/register', null, body);
  expect(answer.status).toBe(201);
  return String(answer.body['token']);
};

const confirm = (username: string) =>
  site.rows(`UPDATE player SET email_confirmed_at = clock_timestamp() WHERE username = $1`, username);

const close = (token: string) => site.call('DELETE', '/user/me', token, { password });

const breakOf = async (token: string) => (await site.call('GET', '/user/limits', token)).body['breakUntil'];

/** Closes an account that has a break; returns the end of the break. */
const leave = async (username: string, email: string, days: number): Promise<string> => {
  const token = await register(username, email);
  await confirm(username);
  const breakUntil = inDays(days);
  expect((await site.call('POST', '/user/limits', token, { breakUntil, password })).status).toBe(200);
  expect((await close(token)).status).toBe(204);
  return breakUntil;
};

it('holds again for a player who comes back with the address, however its mailbox is written', async () => {
  const until = await leave('leaver', 'Leaver@example.org', 30);
  for (const [username, email] of [
    ['leaver', 'leaver@example.org'],
    ['leaver2', 'LEAVER+again@example.org'],
  ] as const) {
    const token = await register(username, email);
    expect(await breakOf(token)).toBe(until);
    const bet = await site.call('POST', game.create, token, game.body);
    expect(bet).toMatchObject({ status: 403, body: { code: 'on_a_break' } });
    const shorter = await site.call('POST', '/user/limits', token, { breakUntil: inDays(1) });
    expect(shorter.body).toMatchObject({ code: 'on_a_break' });
  }
  expect(await breakOf(await register('other', 'other@example.org'))).toBeNull();
});

it('holds again for a guest who keeps the account with the address, unless their own break is longer', async () => {
  const until = await leave('guest_to_be', 'guest@example.org', 10);
  const keep = async (own: number | null, email: string): Promise<string> => {
    const { body } = await site.call('POST', '/auth/guest', null, { adult: true });
    const token = String(body['token']);
    if (own !== null) await site.call('POST', '/user/limits', token, { breakUntil: inDays(own) });
    const username = `kept_${own ?? 'none'}`;
    expect((await site.call('POST', '/user/keep', token, { username, email, password })).status).toBe(200);
    return token;
  };
  expect(await breakOf(await keep(null, 'guest@example.org'))).toBe(until);
  const longer = await breakOf(await keep(20, 'guest+longer@example.org'));
  expect(Date.parse(String(longer))).toBeGreaterThan(Date.parse(until));
});

it('A38: is not remembered for an address that was never confirmed, which may be a stranger', async () => {
  const token = await register('mallory', 'victim@example.org');
  await site.call('POST', '/user/limits', token, { breakUntil: inDays(300), password });
  expect((await close(token)).status).toBe(204);
  expect(await breakOf(await register('victim', 'victim@example.org'))).toBeNull();
});

it('is stored without the address, the longest one counts, and one that is over is not there', async () => {
  await leave('twice', 'twice@example.org', 20);
  const token = await register('twice', 'twice@example.org');
  await confirm('twice');
  const longer = inDays(40);
  await site.call('POST', '/user/limits', token, { breakUntil: longer, password });
  expect((await close(token)).status).toBe(204);
  const rows = await site.rows<{ text: string }>(`SELECT c::text AS text FROM closed_break c`);
  expect(JSON.stringify(rows)).not.toMatch(/twice|example/);
  const again = await register('twice', 'twice@example.org');
  expect(await breakOf(again)).toBe(longer);
  await site.rows(`UPDATE closed_break SET ends_at = clock_timestamp()`);
  expect(await breakOf(await register('twice3', 'twice+3@example.org'))).toBeNull();
});

it('passes the audit', async () => {
  expect(await site.findViolations()).toEqual([]);
});
