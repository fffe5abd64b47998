/**
 * A passkey in place of the password: every call that asks for it again, and what is refused,
 * whatever a browser would send.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/one-time-codes.ts';
import {
  createPasskeyDevice,
  type PasskeyDevice,
  type PasskeyOptions,
} from '../../../test/passkey-device.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { startTestSite, type Answer, type TestSite } from '../../../test/test-site.ts';
import { createLogger } from '../../platform/logger.ts';

const password = 'a meadow of lanterns';
const origin = 'https://fair.example.org';
const day = 86_400_000;

const lines: string[] = [];
/** Two processes of one site; the second one limits tries. */
let site: TestSite;
let second: TestSite;
beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  site = await startTestSite({ log, env: { SITE_URL: origin } });
  second = await startTestSite({ beside: site, env: { SITE_URL: origin, RATE_LIMITS: 'on' } });
});
afterAll(async () => {
  await second?.close();
  await site?.close();
});

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  token: string;
  payload?: object;
  on?: TestSite;
}

const call = ({ method = 'POST', path, token, payload, on = site }: Call): Promise<Answer> =>
  on.call(method, path, token, payload);

const addPasskey = async (token: string): Promise<PasskeyDevice> => {
  const device = createPasskeyDevice(origin);
  const { body } = await call({ path: '/user/passkeys/options', token, payload: { password } });
  const response = device.create(body as unknown as PasskeyOptions);
  const added = await call({ path: '/user/passkeys', token, payload: { name: 'a device', response } });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return device;
};

const player = async (username: string) => {
  const { token, user } = await site.register(username);
  return { token, id: user.id, username, device: await addPasskey(token) };
};

type Player = Awaited<ReturnType<typeof player>>;

const options = async (token: string, on?: TestSite): Promise<PasskeyOptions> => {
  const { status, body } = await call({ path: '/user/passkeys/confirmation', token, ...(on ? { on } : {}) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as PasskeyOptions;
};

/** What the player's device signs for one call. */
const sign = async ({ token, device }: Pick<Player, 'token' | 'device'>): Promise<object> =>
  device.sign(await options(token));

const query = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  site.rows<Row>(text, ...values);

/** Makes sign-ins of the player old, so that a new password needs a proof. */
const ageSessions = (id: string) =>
  query(`UPDATE session SET created_at = created_at - interval '1 hour' WHERE player_id = $1`, BigInt(id));

const exportOf = (token: string, payload: object, on?: TestSite) =>
  call({ path: '/user/export', token, payload, ...(on ? { on } : {}) });

const refusal = {
  status: 401,
  body: {
    code: 'wrong_credentials',
    detail: 'This passkey was not accepted.',
    errors: [{ path: 'passkey', message: 'This passkey was not accepted.' }],
  },
};

const aMonth = () => new Date(Date.now() + 30 * day).toISOString();

/** The calls that ask for the password again. What each sends besides depends on nothing before it. */
const guarded: readonly [name: string, status: number, call: (own: Player) => Omit<Call, 'token'>][] = [
  ['the export', 200, () => ({ path: '/user/export', payload: {} })],
  ['a long break', 200, () => ({ path: '/user/limits', payload: { breakUntil: aMonth() } })],
  [
    'an access token',
    201,
    () => ({ path: '/user/tokens', payload: { name: 'a bot', scopes: ['read'], days: 7 } }),
  ],
  [
    'another email address',
    202,
    ({ username }) => ({ path: '/user/email', payload: { email: `${username}@example.net` } }),
  ],
  [
    'another password',
    200,
    () => ({ path: '/user/update', payload: { newPassword: 'another row of lanterns' } }),
  ],
  ['another passkey', 200, () => ({ path: '/user/passkeys/options', payload: {} })],
  ['an authenticator app', 200, () => ({ path: '/user/second-factors/authenticator', payload: {} })],
  ['closing the account', 204, () => ({ method: 'DELETE', path: '/user/me', payload: {} })],
];

/** What the guarded calls would have changed. */
const stateOf = async (id: string): Promise<object | undefined> => {
  const [row] = await query<object>(
    `SELECT p.password_hash, p.closed_at, p.email,
      (SELECT count(*) FROM passkey k WHERE k.player_id = p.id) AS passkeys,
      (SELECT count(*) FROM access_token t WHERE t.player_id = p.id) AS tokens,
      (SELECT count(*) FROM authenticator a WHERE a.player_id = p.id) AS authenticators,
      (SELECT count(*) FROM email_change c WHERE c.player_id = p.id) AS changes,
      (SELECT count(*) FROM play_break b WHERE b.player_id = p.id) AS breaks,
      (SELECT count(*) FROM recovery_code c WHERE c.player_id = p.id) AS codes,
      (SELECT count(*) FROM player_export e WHERE e.player_id = p.id) AS exports
    FROM player p WHERE p.id = $1`,
    BigInt(id),
  );
  return row;
};

describe('every call that asks for the password again', () => {
  it.each(guarded)('takes a passkey instead, once: %s', async (name, status, describeCall) => {
    const own = await player(`own_${guarded.findIndex(([each]) => each === name)}`);
    await ageSessions(own.id);
    const described = describeCall(own);
    const send = (proof: object) =>
      call({ ...described, token: own.token, payload: { ...described.payload, ...proof } });
    const before = await stateOf(own.id);
    const stranger = await player(`stranger_${guarded.findIndex(([each]) => each === name)}`);
    // Neither is what another player signed, nor what was signed to sign in.
    expect(await send({ passkey: await sign(stranger) })).toMatchObject(refusal);
    const signIn = await call({ path: '/auth/passkey/options', token: own.token });
    const signedIn = own.device.sign(signIn.body as unknown as PasskeyOptions);
    expect(await send({ passkey: signedIn })).toMatchObject(refusal);
    expect(await stateOf(own.id)).toEqual(before);

    const passkey = await sign(own);
    const accepted = await send({ passkey });
    expect([accepted.status, accepted.body['detail']]).toEqual([status, undefined]);
    if (name === 'closing the account') return;
    const changed = await stateOf(own.id);
    expect(await send({ passkey })).toMatchObject(refusal);
    expect(await stateOf(own.id)).toEqual(changed);
  });

  it('removes a passkey and what an authenticator app has set up', async () => {
    const own = await player('remover');
    const path = '/user/second-factors/authenticator';
    const begun = await call({ path, token: own.token, payload: { passkey: await sign(own) } });
    const secret = String(begun.body['secret']);
    const confirmed = await call({
      path: `${path}/confirm`,
      token: own.token,
      payload: { code: codeOf(secret, Date.now()) },
    });
    expect(confirmed.status).toBe(200);
    const codes = confirmed.body['recoveryCodes'] as string[];
    const replaced = await call({
      path: '/user/second-factors/recovery-codes',
      token: own.token,
      payload: { passkey: await sign(own), code: codes[0] },
    });
    expect(replaced.status).toBe(200);
    const [code] = replaced.body['recoveryCodes'] as string[];
    // A passkey does not replace the code.
    const without = await call({
      method: 'DELETE',
      path,
      token: own.token,
      payload: { passkey: await sign(own), code: codes[1] },
    });
    expect(without).toMatchObject({ status: 401, body: { errors: [{ path: 'code' }] } });
    const removed = await call({
      method: 'DELETE',
      path,
      token: own.token,
      payload: { passkey: await sign(own), code },
    });
    expect(removed.status).toBe(204);
    const [listed] = (await call({ method: 'GET', path: '/user/passkeys', token: own.token }))
      .body as unknown as [{ id: string }];
    const removePasskey = async (payload: object) =>
      call({ method: 'DELETE', path: `/user/passkeys/${listed.id}`, token: own.token, payload });
    expect((await removePasskey({ passkey: await sign(own) })).status).toBe(204);
    expect((await call({ path: '/user/passkeys/confirmation', token: own.token })).status).toBe(404);
  });

  it('refuses what was signed by a passkey that was removed since', async () => {
    const own = await player('removed');
    const signed = await sign(own);
    await query('DELETE FROM passkey WHERE player_id = $1', BigInt(own.id));
    expect(await exportOf(own.token, { passkey: signed })).toMatchObject(refusal);
  });

  it('refuses a missing or wrong password as before, and both proofs together', async () => {
    const own = await player('both');
    for (const [method, path, more] of [
      ['DELETE', '/user/me', {}],
      ['POST', '/user/passkeys/options', {}],
      ['POST', '/user/second-factors/authenticator', {}],
      ['POST', '/user/second-factors/recovery-codes', { code: '123456' }],
    ] as const) {
      const missing = await call({ method, path, token: own.token, payload: more });
      expect(missing).toMatchObject({
        status: 400,
        body: { detail: 'password must be text.', errors: [{ path: 'password', message: 'Must be text.' }] },
      });
      const wrong = await call({ method, path, token: own.token, payload: { ...more, password: 'wrong' } });
      expect([wrong.status, wrong.body['errors']]).toEqual([401, undefined]);
    }
    const bare = await call({
      path: '/user/second-factors/recovery-codes',
      token: own.token,
      payload: {},
    });
    const { errors } = bare.body as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path).toSorted()).toEqual(['code', 'password']);
    const passkey = await sign(own);
    expect(await exportOf(own.token, { password, passkey })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    // Which did not use it up.
    expect((await exportOf(own.token, { passkey })).status).toBe(200);
    const unneeded = await call({
      path: '/user/update',
      token: own.token,
      payload: { avatar: 'avatar3', passkey: await sign(own) },
    });
    expect(unneeded).toMatchObject({ status: 400, body: { errors: [{ path: 'newPassword' }] } });
  });
});

describe('a challenge', () => {
  it('is answered once, by one of several calls at the same time on two processes', async () => {
    const own = await player('racing');
    const passkey = await sign(own);
    const path = '/user/second-factors/authenticator';
    const answers = await Promise.all(
      [site, second, site, second].map((on) => call({ path, token: own.token, payload: { passkey }, on })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  it('of one process is answered at another', async () => {
    const own = await player('roaming');
    const passkey = own.device.sign(await options(own.token, site));
    expect((await exportOf(own.token, { passkey }, second)).status).toBe(200);
  });

  it('is refused once it is over, unknown, or was made for adding a passkey', async () => {
    const own = await player('late');
    const late = await sign(own);
    await queryAsOwner(
      site.database,
      `UPDATE passkey_confirmation SET expires_at = clock_timestamp() - interval '1 second'`,
    );
    const asked = await options(own.token);
    const unknown = { ...asked, challenge: Buffer.alloc(32, 7).toString('base64url') };
    const adding = await call({ path: '/user/passkeys/options', token: own.token, payload: { password } });
    const { challenge } = adding.body as unknown as PasskeyOptions;
    for (const passkey of [late, own.device.sign(unknown), own.device.sign({ ...asked, challenge })]) {
      expect(await exportOf(own.token, { passkey })).toMatchObject(refusal);
    }
  });

  it('adds no passkey and signs nobody in', async () => {
    const own = await player('crossed');
    const asked = await options(own.token);
    const response = createPasskeyDevice(origin).create({ ...asked, rp: { id: 'fair.example.org' } });
    const added = await call({ path: '/user/passkeys', token: own.token, payload: { name: 'x', response } });
    expect(added).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    const signedIn = await call({
      path: '/auth/passkey',
      token: own.token,
      payload: { response: own.device.sign(asked) },
    });
    expect(signedIn).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    // Neither used it up.
    expect((await exportOf(own.token, { passkey: own.device.sign(asked) })).status).toBe(200);
  });

  it('names the passkeys of the player alone, and is for players who have one', async () => {
    const own = await player('named');
    await player('unnamed');
    const asked = (await options(own.token)) as PasskeyOptions & {
      allowCredentials: { id: string }[];
      userVerification: string;
    };
    const { id } = own.device.sign(asked) as { id: string };
    expect(asked.allowCredentials.map((each) => each.id)).toEqual([id]);
    expect(asked.userVerification).toBe('required');
    const { token } = await site.register('without');
    expect(await call({ path: '/user/passkeys/confirmation', token })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('is not for guests, who are asked for nothing', async () => {
    const guest = await call({ path: '/auth/guest', token: '', payload: { adult: true } });
    const token = String(guest.body['token']);
    expect((await call({ path: '/user/passkeys/confirmation', token })).status).toBe(404);
    expect((await exportOf(token, {})).status).toBe(200);
    const own = await player('keeper');
    const closed = await call({
      method: 'DELETE',
      path: '/user/me',
      token,
      payload: { passkey: await sign(own) },
    });
    expect(closed).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  });

  it('is deleted with the account', async () => {
    const own = await player('leaving');
    await options(own.token);
    const countStored = async () =>
      (await query('SELECT FROM passkey_confirmation WHERE player_id = $1', BigInt(own.id))).length;
    expect(await countStored()).toBe(1);
    const passkey = await sign(own);
    const closed = await call({ method: 'DELETE', path: '/user/me', token: own.token, payload: { passkey } });
    expect(closed.status).toBe(204);
    expect(await countStored()).toBe(0);
  });
});

describe('a device', () => {
  it('of another origin, or that did not check its owner, is refused', async () => {
    const own = await player('phished');
    own.device.origin = 'https://fair.example.net';
    expect(await exportOf(own.token, { passkey: await sign(own) })).toMatchObject(refusal);
    own.device.origin = origin;
    own.device.verifiesUser = false;
    expect(await exportOf(own.token, { passkey: await sign(own) })).toMatchObject(refusal);
    own.device.verifiesUser = true;
    expect((await exportOf(own.token, { passkey: await sign(own) })).status).toBe(200);
  });

  it('whose counter goes back or pauses, as that of a copy, is refused; sign-ins count too', async () => {
    const own = await player('copied');
    own.device.counter = 40;
    expect((await exportOf(own.token, { passkey: await sign(own) })).status).toBe(200);
    for (const counter of [40, 12]) {
      own.device.counter = counter;
      expect(await exportOf(own.token, { passkey: await sign(own) })).toMatchObject(refusal);
    }
    own.device.counter = 41;
    const asked = await call({ path: '/auth/passkey/options', token: own.token });
    const response = own.device.sign(asked.body as unknown as PasskeyOptions);
    expect((await call({ path: '/auth/passkey', token: own.token, payload: { response } })).status).toBe(200);
    own.device.counter = 41;
    expect(await exportOf(own.token, { passkey: await sign(own) })).toMatchObject(refusal);
  });

  it('under the name of another is refused', async () => {
    const own = await player('renamed');
    const other = await player('lender');
    const signed = other.device.sign(await options(own.token));
    const { id, rawId } = own.device.sign(await options(own.token)) as { id: string; rawId: string };
    expect(await exportOf(own.token, { passkey: { ...signed, id, rawId } })).toMatchObject(refusal);
    // Also under its own name: it is not one of this player's.
    const foreign = other.device.sign(await options(own.token));
    expect(await exportOf(own.token, { passkey: foreign })).toMatchObject(refusal);
  });
});

it('A27: wrong passkeys and wrong passwords are counted together, ten in a quarter of an hour', async () => {
  const own = await player('counted');
  const statuses: number[] = [];
  const wrong = { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA' } };
  for (let n = 0; n < 11; n++) {
    const proof = n % 2 === 0 ? { passkey: wrong } : { password: 'not it' };
    statuses.push((await exportOf(own.token, proof, second)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  // The right ones are limited too, and closing has a count of its own.
  const passkey = own.device.sign(await options(own.token));
  expect((await exportOf(own.token, { passkey }, second)).status).toBe(429);
  const closed = await call({
    method: 'DELETE',
    path: '/user/me',
    token: own.token,
    payload: { passkey },
    on: second,
  });
  expect(closed.status).toBe(204);
});

it('the security log has which of the two was used, and nothing of what was signed', async () => {
  const own = await player('logged');
  const before = lines.length;
  const passkey = (await sign(own)) as { id: string; response: { signature: string } };
  const begin = (payload: object) =>
    call({ path: '/user/second-factors/authenticator', token: own.token, payload });
  await begin({ passkey });
  await begin({ passkey });
  await begin({ password });
  await exportOf(own.token, {});
  const written = lines.slice(before);
  const events = written
    .map((line) => JSON.parse(line) as { security?: string; result?: string; proof?: string })
    .filter(({ security }) => security !== undefined);
  expect(events.map(({ security, result, proof }) => [security, result, proof])).toEqual([
    ['second_factor_begin', 'ok', 'passkey'],
    ['second_factor_begin', 'refused', 'passkey'],
    ['second_factor_begin', 'ok', 'password'],
    ['export', 'refused', undefined],
  ]);
  for (const secret of [passkey.id, passkey.response.signature])
    expect(written.join('')).not.toContain(secret);
});
