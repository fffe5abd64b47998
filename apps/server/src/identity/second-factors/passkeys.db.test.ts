/** Passkeys of players, with a device in software: what is refused, whatever a browser would send. */
import { expect, it } from 'vitest';
import {
  createPasskeyDevice,
  type PasskeyDevice,
  type PasskeyOptions,
} from '../../../test/passkey-device.ts';
import { waitsForLock } from '../../../test/lock-waits.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { siteForAll } from '../../../test/for-tests.ts';

const password = 'a meadow of lanterns';

const site = siteForAll();

const post = (path: string, payload: object, token?: string) => site.call('POST', path, token, payload);

const addOptions = async (token: string): Promise<PasskeyOptions> => {
  const { status, body } = await post('/user/passkeys/options', { password }, token);
  expect(status).toBe(200);
  return body as unknown as PasskeyOptions;
};

const addPasskey = async (token: string): Promise<PasskeyDevice> => {
  const device = createPasskeyDevice(site.site.url);
  const response = device.create(await addOptions(token));
  const added = await post('/user/passkeys', { name: 'a device', response }, token);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return device;
};

const signInOptions = async (): Promise<PasskeyOptions> =>
  (await post('/auth/passkey/options', {})).body as unknown as PasskeyOptions;
const signIn = (response: object) => post('/auth/passkey', { response });

const player = async (username: string) => {
  const { token, user } = await site.register(username);
  return { token, id: user.id, device: await addPasskey(token) };
};

const refusal = { status: 401, body: { code: 'wrong_credentials' } };

it('signs in, once for each challenge', async () => {
  const { id, device } = await player('signing');
  const answer = device.sign(await signInOptions());
  const answers = await Promise.all([1, 2, 3].map(() => signIn(answer)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ user: { id } });
  expect(await signIn(answer)).toMatchObject(refusal);
});

it('names the algorithms of the site, and the time that a challenge is good for', async () => {
  const { token } = await site.register('choosing');
  const minutes = 5 * 60_000;
  expect(await addOptions(token)).toMatchObject({
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: minutes,
  });
  expect(await signInOptions()).toMatchObject({ timeout: minutes });
});

it('says that a passkey is unknown once it was removed, and only then', async () => {
  const { token, device } = await player('removing');
  const [listed] = (await site.call('GET', '/user/passkeys', token)).body as unknown as {
    id: string;
    credentialId: string;
  }[];
  const { id } = device.sign(await signInOptions()) as { id: string };
  expect(listed?.credentialId).toBe(id);
  const removed = await site.call('DELETE', `/user/passkeys/${listed?.id}`, token, { password });
  expect(removed.status).toBe(204);
  const answer = await signIn(device.sign(await signInOptions()));
  expect(answer).toMatchObject(refusal);
  expect(answer.body['errors']).toMatchObject([{ reason: 'passkey_unknown' }]);
  const { device: other } = await player('known');
  other.verifiesUser = false;
  const refused = await signIn(other.sign(await signInOptions()));
  expect(refused).toMatchObject(refusal);
  expect(refused.body['errors']).toBeUndefined();
});

it('refuses a challenge that is over, unknown, or was made for adding one', async () => {
  const { token, device } = await player('late');
  const options = await signInOptions();
  await queryAsOwner(
    site.database,
    "UPDATE passkey_challenge SET expires_at = clock_timestamp() - interval '1 second'",
  );
  expect(await signIn(device.sign(options))).toMatchObject(refusal);
  const unknown = { ...options, challenge: Buffer.alloc(32, 7).toString('base64url') };
  expect(await signIn(device.sign(unknown))).toMatchObject(refusal);
  const { challenge } = await addOptions(token);
  expect(await signIn(device.sign({ ...options, challenge }))).toMatchObject(refusal);
  expect((await signIn(device.sign(await signInOptions()))).status).toBe(200);
});

it('refuses a counter that goes back or pauses, as that of a copied device does', async () => {
  const { device } = await player('copied');
  device.counter = 40;
  expect((await signIn(device.sign(await signInOptions()))).status).toBe(200);
  for (const counter of [40, 12]) {
    device.counter = counter;
    expect(await signIn(device.sign(await signInOptions()))).toMatchObject(refusal);
  }
  device.counter = 41;
  expect((await signIn(device.sign(await signInOptions()))).status).toBe(200);
});

it('accepts a counter that goes back or pauses where several devices share the passkey', async () => {
  const { device } = await player('shared');
  device.isShared = true;
  for (const counter of [40, 40, 12, 0]) {
    device.counter = counter;
    expect((await signIn(device.sign(await signInOptions()))).status, String(counter)).toBe(200);
  }
});

it("refuses another player's challenge and credential", async () => {
  const first = await player('first');
  const second = await player('second');
  // A challenge for adding a passkey belongs to the player who requested it.
  const response = createPasskeyDevice(site.site.url).create(await addOptions(first.token));
  const foreign = await post('/user/passkeys', { name: 'foreign', response }, second.token);
  expect([foreign.status, foreign.body['code']]).toEqual([403, 'reauthentication_required']);
  // One passkey belongs to one player.
  const taken = first.device.create(await addOptions(second.token));
  const again = await post('/user/passkeys', { name: 'taken', response: taken }, second.token);
  expect([again.status, again.body['code']]).toEqual([409, 'already_taken']);
  // What one device signed is not accepted under the name of another.
  const signed = second.device.sign(await signInOptions());
  const { id, rawId } = first.device.sign(await signInOptions()) as { id: string; rawId: string };
  expect(await signIn({ ...signed, id, rawId })).toMatchObject(refusal);
});

it('refuses another origin, and a device that did not check its owner', async () => {
  const { token, device } = await player('phished');
  device.origin = 'https://fairground.example.net';
  expect(await signIn(device.sign(await signInOptions()))).toMatchObject(refusal);
  device.origin = site.site.url;
  device.verifiesUser = false;
  expect(await signIn(device.sign(await signInOptions()))).toMatchObject(refusal);
  device.verifiesUser = true;
  expect((await signIn(device.sign(await signInOptions()))).status).toBe(200);
  const elsewhere = createPasskeyDevice('https://fairground.example.net');
  const response = elsewhere.create(await addOptions(token));
  expect(await post('/user/passkeys', { name: 'elsewhere', response }, token)).toMatchObject(refusal);
});

it('counts the passkeys of the calls that one waited for', async () => {
  const { token, id, device } = await player('collecting');
  expect(device).toBeDefined();
  const { database } = site;
  const copy = (count: number, seed: string) =>
    `INSERT INTO passkey (player_id, credential_id, public_key, sign_count, transports, name)
     SELECT player_id, convert_to('${seed}' || n, 'UTF8'), public_key, 0, transports, name
     FROM passkey, generate_series(1, ${count}) n WHERE player_id = ${id}`;
  await queryAsOwner(database, copy(8, 'present'));
  const response = createPasskeyDevice(site.site.url).create(await addOptions(token));
  const { adding } = await database.transaction(async (query) => {
    await query({ text: 'SELECT FROM player WHERE id = $1 FOR NO KEY UPDATE', values: [id] });
    await query({ text: `${copy(1, 'last')} LIMIT 1`, values: [] });
    const running = post('/user/passkeys', { name: 'one too many', response }, token);
    expect(await waitsForLock(database, 'FROM player', running), 'the call waits').toBe(true);
    return { adding: { running } };
  });
  expect(await adding.running).toMatchObject({ status: 409, body: { code: 'already_taken' } });
});
