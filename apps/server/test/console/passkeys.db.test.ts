/**
 * Passkeys of the staff in place of the one-time code: added with password and code, used once, removed with the
 * password.
 */
import { expect, it } from 'vitest';
import type { LogAnswer } from '@fairground/contract/console/staff';
import type { PasskeyInfo } from '@fairground/contract/passkeys';
import {
  createStaffAccounts,
  removeStaff,
  type Credentials,
} from '../../src/staff/console/staff/accounts.ts';
import { systemEntropy } from '../../src/platform/entropy.ts';
import { cheapPasswords } from '../cheap-passwords.ts';
import { siteForAll } from '../for-tests.ts';
import { cookieOf, sealOf, type StaffCaller } from '../test-staff.ts';
import { createPasskeyDevice, type PasskeyDevice, type PasskeyOptions } from '../passkey-device.ts';

interface Member extends Credentials, Pick<StaffCaller, 'get' | 'post'> {
  name: string;
}

const site = siteForAll({ clock: 'stopped' });

/** Signed in with a code. */
const member = async (name: string): Promise<Member> => {
  const credentials = await site.staff.add(name, 'operator');
  const { password, secret } = credentials;
  const signedIn = await site.staff.signIn({ name, password, code: site.staff.nextCode(secret) });
  const cookie = cookieOf(signedIn);
  return {
    ...credentials,
    name,
    get: (path, more) => site.staff.call({ method: 'GET', path, cookie, ...more }),
    post: (path, body, more) => site.staff.call({ method: 'POST', path, cookie, body, ...more }),
  };
};

const beginAdding = async ({ post, password, secret }: Member): Promise<PasskeyOptions> => {
  const begun = await post('/passkeys/options', { password, code: site.staff.nextCode(secret) });
  expect([begun.status, begun.body.detail]).toEqual([200, undefined]);
  return begun.body as unknown as PasskeyOptions;
};

const addPasskey = async (to: Member, name = 'laptop'): Promise<PasskeyDevice> => {
  const device = createPasskeyDevice(site.site.url);
  const added = await to.post('/passkeys', { name, response: device.create(await beginAdding(to)) });
  expect([added.status, added.body.detail]).toEqual([201, undefined]);
  return device;
};

const signInOptions = async (): Promise<PasskeyOptions> =>
  (await site.staff.call({ method: 'POST', path: '/sign-in/passkey', body: {} }))
    .body as unknown as PasskeyOptions;

/** Each from an address with its own guesses. */
let addresses = 0;
const signIn = ({ name, password }: Member, passkey: object) =>
  site.staff.signIn({ name, password, passkey }, { from: `198.51.100.${(addresses += 1)}` });

const refused = { status: 401, body: { code: 'wrong_credentials' } };

it('signs in with the password and a passkey, once for each challenge', async () => {
  const olga = await member('olga');
  const device = await addPasskey(olga);
  const passkey = device.sign(await signInOptions());
  expect(await signIn({ ...olga, password: 'wrong' }, device.sign(await signInOptions()))).toMatchObject(
    refused,
  );
  const answers = await Promise.all([1, 2, 3].map(() => signIn(olga, passkey)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  expect(await signIn(olga, passkey)).toMatchObject(refused);
  const [{ id, lastUsedAt } = expect.fail('there is no passkey')] = (await olga.get('/passkeys'))
    .body as unknown as PasskeyInfo[];
  expect(lastUsedAt).not.toBeNull();
  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  expect(entries.map(({ command, details }) => ({ command, details }))).toEqual(
    expect.arrayContaining([
      { command: 'console sign-in', details: { passkey: id } },
      { command: 'console passkey add', details: { passkey: id, name: 'laptop' } },
    ]),
  );
});

it('adds a passkey only after the password and a code that was not used', async () => {
  const { post, password, secret, name } = await member('petra');
  for (const proof of [
    { password: 'wrong', code: site.staff.nextCode(secret) },
    { password, code: '000000' },
  ]) {
    expect(await post('/passkeys/options', proof)).toMatchObject(refused);
  }
  expect((await post('/passkeys/options', { password })).status).toBe(400);
  const code = site.staff.nextCode(secret);
  const begun = await post('/passkeys/options', { password, code });
  expect(begun.status).toBe(200);
  expect(await post('/passkeys/options', { password, code })).toMatchObject(refused);
  // What a sign-in asks to be signed adds nothing.
  const device = createPasskeyDevice(site.site.url);
  const options = { ...(begun.body as unknown as PasskeyOptions), ...(await signInOptions()) };
  const early = await post('/passkeys', { name, response: device.create(options) });
  expect([early.status, early.body.code]).toEqual([403, 'reauthentication_required']);
});

it("refuses another member's passkey and challenge, and one that players use", async () => {
  const [rita, sven] = [await member('rita'), await member('sven')];
  const device = await addPasskey(rita);
  expect(await signIn(sven, device.sign(await signInOptions()))).toMatchObject(refused);
  const response = createPasskeyDevice(site.site.url).create(await beginAdding(rita));
  const foreign = await sven.post('/passkeys', { name: 'foreign', response });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'reauthentication_required']);
  const taken = await sven.post('/passkeys', {
    name: 'taken',
    response: device.create(await beginAdding(sven)),
  });
  expect([taken.status, taken.body.code]).toEqual([409, 'already_taken']);
  const ofPlayers = await site.site.app.inject({
    method: 'POST',
    url: '/api/auth/passkey/options',
    payload: {},
  });
  expect(await signIn(rita, device.sign(ofPlayers.json()))).toMatchObject(refused);
  const asPlayer = await site.site.app.inject({
    method: 'POST',
    url: '/api/auth/passkey',
    payload: { response: device.sign(await signInOptions()) },
  });
  expect(asPlayer.statusCode).toBe(401);
});

it('refuses another origin, an unchecked owner, a counter that goes back, and a challenge that is over', async () => {
  const tom = await member('tom');
  const device = await addPasskey(tom);
  device.origin = 'https://fairground.example.net';
  expect(await signIn(tom, device.sign(await signInOptions()))).toMatchObject(refused);
  device.origin = site.site.url;
  device.verifiesUser = false;
  expect(await signIn(tom, device.sign(await signInOptions()))).toMatchObject(refused);
  device.verifiesUser = true;
  device.counter = 20;
  expect((await signIn(tom, device.sign(await signInOptions()))).status).toBe(200);
  device.counter = 12;
  expect(await signIn(tom, device.sign(await signInOptions()))).toMatchObject(refused);
  device.counter = 30;
  const late = await signInOptions();
  await site.ownerRows(
    "UPDATE staff_passkey_challenge SET expires_at = clock_timestamp() - interval '1 second'",
  );
  expect(await signIn(tom, device.sign(late))).toMatchObject(refused);
  expect((await signIn(tom, device.sign(await signInOptions()))).status).toBe(200);
});

it('refuses what is malformed like what is wrong', async () => {
  const { name, password } = await member('ute');
  for (const passkey of [
    {},
    'x',
    null,
    { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30' } },
  ]) {
    const answer = await site.staff.signIn(
      { name, password, passkey },
      { from: `203.0.113.${(addresses += 1)}` },
    );
    expect(answer).toMatchObject(refused);
  }
  expect(await site.staff.signIn({ name, password }, { from: '203.0.113.200' })).toMatchObject(refused);
  const forged = {
    method: 'POST',
    path: '/sign-in/passkey',
    body: {},
    origin: 'https://evil.example',
  } as const;
  expect((await site.staff.call(forged)).body.code).toBe('forbidden_origin');
});

it('removes a passkey with the password, and all with new credentials or the account', async () => {
  const vera = await member('vera');
  const device = await addPasskey(vera, 'old phone');
  const [{ id } = expect.fail('there is no passkey')] = (await vera.get('/passkeys'))
    .body as unknown as PasskeyInfo[];
  expect(await vera.post(`/passkeys/${id}/remove`, { password: 'wrong' })).toMatchObject(refused);
  const walt = await member('walt');
  expect((await walt.post(`/passkeys/${id}/remove`, { password: walt.password })).status).toBe(404);
  expect((await vera.post(`/passkeys/${id}/remove`, { password: vera.password })).status).toBe(204);
  expect(await signIn(vera, device.sign(await signInOptions()))).toMatchObject(refused);
  expect((await vera.get('/passkeys')).body).toEqual([]);

  const lost = await addPasskey(walt);
  const accounts = createStaffAccounts({
    database: site.owner(),
    entropy: systemEntropy,
    passwords: cheapPasswords(),
    seal: await sealOf(site.dataDir),
  });
  const reset = await accounts.reset('walt');
  const password = reset.ok ? reset.value.password : expect.fail('walt is missing');
  expect(await signIn({ ...walt, password }, lost.sign(await signInOptions()))).toMatchObject(refused);
  await removeStaff(site.owner(), 'walt');
  const [left] = await site.ownerRows<{ count: bigint }>(
    "SELECT count(*) FROM staff_passkey k JOIN staff s ON s.id = k.staff_id WHERE s.name IN ('vera', 'walt')",
  );
  expect(left?.count).toBe(0n);
});
