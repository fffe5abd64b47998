/** Notices of a complete site: the list, choices, mails, push messages, and that each ends with what it belongs to. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { NoticesAnswer, NoticeSettings } from '@fairground/contract/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../site/audit.ts';
import { createNotices, type NewNotice } from './service.ts';
import {
  readVapid,
  startPushService,
  testCertificate,
  type PushService,
} from '../../../test/push-service.ts';
import { until } from '../../../test/player-client.ts';
import { startSmtpSink, type SmtpSink } from '../../../test/smtp-sink.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';

const password = 'a meadow of lanterns';
const certificates = getCACertificates();
let sink: SmtpSink;
let testSite: TestSite;

beforeAll(async () => {
  setDefaultCACertificates([...certificates, testCertificate]);
  sink = await startSmtpSink();
  testSite = await startTestSite({
    env: { SMTP_URL: sink.url, OPERATOR_EMAIL: 'op@example.org', MAILS_PER_MINUTE: '6000' },
    allowsPrivatePushes: true,
  });
});
afterAll(async () => {
  await testSite?.close();
  await sink?.close();
  setDefaultCACertificates(certificates);
});
beforeEach(() => {
  sink.mails.length = 0;
});

let registered = 0;
const register = async ({ isConfirmed = true } = {}) => {
  registered += 1;
  const { token, user } = await testSite.register(`reader_${registered}`);
  if (isConfirmed) {
    await testSite.rows(`UPDATE player SET email_confirmed_at = clock_timestamp() WHERE id = $1`, user.id);
  }
  return { token, user, id: BigInt(user.id) };
};

type Player = Awaited<ReturnType<typeof register>>;
const call = async <Body = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  token: string | null,
  payload?: object,
) => {
  const { status, body } = await testSite.call(method, url, token, payload);
  return { status, body: body as Body & { code?: string } };
};
const notify = (playerId: bigint, source: string, title = 'Seven bets') =>
  createNotices(testSite.database.query, 'achievement', [
    { playerId, data: { achievement: 'seven', title: { en: title, es: 'Siete apuestas' } }, source },
  ]);
const list = async ({ token }: Player, query = '') =>
  (await call<NoticesAnswer>('GET', `/user/notices${query}`, token)).body;
const settings = async ({ token }: Player) =>
  (await call<NoticeSettings>('GET', '/user/notice-settings', token)).body;
const choose = ({ token }: Player, kind: string, channel: string, on = true) =>
  call<NoticeSettings>('POST', '/user/notice-settings', token, { kind, channel, on, language: 'es' });

describe('the list', () => {
  it('has notices of the player, the newest first, in pages, and counts what is unread', async () => {
    const [alice, bob] = [await register(), await register()];
    for (let n = 0; n < 5; n++) await notify(alice.id, `n${n}`, `Number ${n}`);
    await notify(bob.id, 'n0');
    const first = await list(alice, '?limit=2');
    expect(first.notices.map(({ texts }) => texts.en.title)).toEqual([
      'New badge: Number 4',
      'New badge: Number 3',
    ]);
    expect(first.notices[0]).toMatchObject({ kind: 'achievement', read: false, path: '/achievements' });
    expect(first.unread).toBe(5);
    const second = await list(alice, `?limit=2&before=${first.next}`);
    const third = await list(alice, `?limit=2&before=${second.next}`);
    expect(third.notices).toHaveLength(1);
    expect(third.next).toBeNull();
    const through = second.notices[0]?.id;
    expect((await call('POST', '/user/notices/read', alice.token, { through })).body).toEqual({ unread: 2 });
    expect((await list(alice)).notices.map(({ read }) => read)).toEqual([false, false, true, true, true]);
    expect((await list(bob)).unread, "another player's").toBe(1);
  });

  it('has each source once, however often it is tried at the same time', async () => {
    const alice = await register();
    const made = await Promise.all(Array.from({ length: 12 }, () => notify(alice.id, 'same')));
    expect(made.flat()).toEqual([alice.id]);
    expect((await list(alice)).notices).toHaveLength(1);
  });

  it('has the newest hundred, and nothing of more than 90 days', async () => {
    const alice = await register();
    const many = Array.from({ length: 130 }, (_, n): Omit<NewNotice<'achievement'>, 'kind'> => ({
      playerId: alice.id,
      data: { achievement: 'x', title: { en: String(n), es: String(n) } },
      source: `many-${n}`,
    }));
    for (const notice of many) await createNotices(testSite.database.query, 'achievement', [notice]);
    const counted = await testSite.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM notice WHERE player_id = $1`,
      alice.id,
    );
    expect(counted).toEqual([{ n: 100 }]);
    expect((await list(alice, '?limit=1')).notices[0]?.texts.es.title).toBe('Insignia nueva: 129');
  });

  it('is refused to visitors, and to queries that do not fit', async () => {
    const { token } = await register();
    for (const url of ['/user/notices', '/user/notice-settings']) {
      expect((await call('GET', url, null)).status).toBe(401);
    }
    for (const query of ['limit=0', 'limit=51', 'limit=x', 'before=-1', 'before=1e3', 'other=1']) {
      expect((await call('GET', `/user/notices?${query}`, token)).status, query).toBe(400);
    }
    expect(
      (await call('POST', '/user/notices/read', token, { through: '99999999999999999999' })).status,
    ).toBe(400);
  });
});

describe('what is reported', () => {
  it('names a friend who registered by their present name, and nobody once they have left', async () => {
    const alice = await register();
    const friend = await testSite.call('POST', '/auth/register', null, {
      username: 'invited_one',
      email: 'invited_one@example.org',
      password,
      adult: true,
      ref: alice.user.referenceId,
    });
    const { token } = friend.body as { token: string };
    const titles = async () => (await list(alice)).notices.map(({ texts }) => texts.en.title);
    expect(await titles()).toEqual(['invited_one signed up through your link']);
    await call('POST', '/user/update', token, { username: 'renamed_one' });
    expect(await titles()).toEqual(['renamed_one signed up through your link']);
    expect((await call('DELETE', '/user/me', token, { password })).status).toBe(204);
    expect(await titles()).toEqual(['Somebody signed up through your link']);
  });

  it('has each event of the account that is mailed, and names the browser', async () => {
    const alice = await register();
    const { token } = alice;
    const newPassword = 'another row of lanterns';
    await call('POST', '/user/export', token, { password });
    await call('POST', '/user/update', token, { newPassword, currentPassword: password });
    await call('POST', '/user/update', token, { username: 'quiet_change' });
    await call('POST', '/user/export', token, { password: 'wrong' });
    const login = await testSite.site.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0 <b>' },
      payload: { identifier: 'quiet_change', password: newPassword },
    });
    expect(login.statusCode).toBe(200);
    const notices = (await list(alice)).notices;
    expect(notices.map(({ data }) => data['event'])).toEqual(['newBrowser', 'passwordChanged', 'exported']);
    expect(notices[0]?.texts.en.summary).toContain('Firefox on Windows');
  });
});

describe('choices', () => {
  it('begin with the list alone, and are written one by one', async () => {
    const alice = await register();
    const before = await settings(alice);
    expect(before.kinds.every(({ push }) => !push)).toBe(true);
    expect(before.kinds.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual(['security']);
    expect(before.kinds.filter(({ inbox }) => !inbox).map(({ kind }) => kind)).toEqual(['lotteryWon']);
    const chosen = await choose(alice, 'friendJoined', 'mail');
    expect(chosen.body.kinds.find(({ kind }) => kind === 'friendJoined')).toMatchObject({
      inbox: true,
      push: false,
      mail: true,
    });
  });

  it('have one of two kinds that report the same', async () => {
    const alice = await register();
    const inboxOf = (answer: NoticeSettings) =>
      Object.fromEntries(answer.kinds.map(({ kind, inbox }) => [kind, inbox]));
    expect(inboxOf((await choose(alice, 'lotteryWon', 'inbox')).body)).toMatchObject({
      lotteryWon: true,
      lotteryResult: false,
    });
    expect(inboxOf((await choose(alice, 'lotteryResult', 'inbox')).body)).toMatchObject({
      lotteryWon: false,
      lotteryResult: true,
    });
  });

  it('are refused where there is no choice, no such kind, or no confirmed address', async () => {
    const alice = await register({ isConfirmed: false });
    expect((await choose(alice, 'security', 'inbox', false)).status).toBe(400);
    expect((await choose(alice, 'security', 'mail', false)).status).toBe(400);
    expect((await choose(alice, 'nothing', 'inbox')).status).toBe(400);
    expect((await choose(alice, 'achievement', 'mail')).status).toBe(400);
    expect((await choose(alice, 'achievement', 'pigeon')).status).toBe(400);
  });

  it('keep a kind out of the list', async () => {
    const alice = await register();
    await choose(alice, 'achievement', 'inbox', false);
    expect(await notify(alice.id, 'unwanted')).toEqual([]);
    expect((await list(alice)).notices).toEqual([]);
    expect(await testSite.rows(`SELECT FROM notice WHERE player_id = $1`, alice.id)).toEqual([]);
  });
});

/** Undoes the soft line breaks of quoted-printable. */
const readable = (source: string): string => source.replaceAll('=\n', '').replaceAll('=3D', '=');
/** Mails of notices alone: the one that confirms the address is sent in the background, and may come at any time. */
const mailsTo = ({ user }: Player) =>
  sink.mails.filter(
    ({ to, source }) => to.includes(user.email ?? '') && source.includes('List-Unsubscribe-Post'),
  );

describe('mails', () => {
  it('are sent once where chosen, in the language of the page, and end by one press without a session', async () => {
    const alice = await register();
    await choose(alice, 'achievement', 'mail');
    sink.mails.length = 0;
    await notify(alice.id, 'mailed');
    await until('the mail came', () => mailsTo(alice).length === 1);
    const source = readable(mailsTo(alice)[0]?.source ?? '');
    expect(source).toContain('Subject: Insignia nueva: Siete apuestas');
    expect(source).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
    expect(source).toMatch(/^List-Id: Fairground notices <notices\.[\w.-]+>$/im);
    expect(source).toMatch(/^Auto-Submitted: auto-generated$/m);
    // After a restore an id is given again, but not at the same time.
    expect(source).toMatch(/^Message-ID: <notice-\d+-\d{13}@[\w.-]+>$/m);
    const [head = ''] = (mailsTo(alice)[0]?.source ?? '').split('\n\n', 1);
    const [, address = ''] = /^List-Unsubscribe: ?<([^>]+)>/m.exec(head.replaceAll(/\n[ \t]+/g, '')) ?? [];
    const { pathname, search } = new URL(address);
    expect(source).toMatch(/\/notices\?mailed=unsubscribe#unsubscribe=[\w-]+/);
    const opened = await testSite.site.app.inject({ url: pathname + search });
    expect(opened.statusCode).toBe(303);
    expect(opened.headers.location).toMatch(/\/notices\?mailed=unsubscribe#unsubscribe=/);
    const mailOf = async () => (await settings(alice)).kinds.find(({ kind }) => kind === 'achievement')?.mail;
    expect(await mailOf(), 'opening the link changes nothing').toBe(true);
    const press = () =>
      testSite.site.app.inject({
        method: 'POST',
        url: pathname + search,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await press()).statusCode).toBe(204);
    expect((await press()).statusCode).toBe(204);
    expect(await mailOf()).toBe(false);
    await notify(alice.id, 'not mailed');
    await until('it is in the list', async () => (await list(alice)).notices.length === 2);
    expect(mailsTo(alice)).toHaveLength(1);
  });

  it('do not end by a token that is forged, cut or of something else', async () => {
    const tokens = [
      'x',
      'a'.repeat(90),
      Buffer.from('1|mail|achievement').toString('base64url'),
      '__proto__',
    ];
    for (const token of tokens) {
      expect((await call('POST', '/notices/unsubscribe', null, { token })).status).toBe(400);
    }
  });

  it('A22: accept a form for that call alone', async () => {
    const answer = await testSite.site.app.inject({
      method: 'POST',
      url: '/api/user/notice-settings',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'kind=achievement',
    });
    expect([401, 415]).toContain(answer.statusCode);
  });

  it('are twenty a day at most', async () => {
    const alice = await register();
    await choose(alice, 'achievement', 'mail');
    sink.mails.length = 0;
    for (let n = 0; n < 23; n++) await notify(alice.id, `day-${n}`);
    const states = () =>
      testSite.rows<{ state: string; n: number }>(
        `SELECT state, count(*)::int AS n FROM notice_delivery d JOIN notice n ON n.id = d.notice_id
        WHERE n.player_id = $1 GROUP BY state ORDER BY state`,
        alice.id,
      );
    await until('none waits', async () => (await states()).every(({ state }) => state !== 'queued'));
    expect(await states()).toEqual([
      { state: 'sent', n: 20 },
      { state: 'dropped', n: 3 },
    ]);
    expect(mailsTo(alice)).toHaveLength(20);
  });
});

describe('push messages', () => {
  let service: PushService;
  beforeEach(async () => {
    service = await startPushService();
    return () => service.close();
  });
  const subscribe = ({ token }: Player, endpoint = service.endpoint) =>
    call('POST', '/user/push-subscription', token, { endpoint, keys: service.keys, language: 'en' });
  const browsersOf = (playerId: bigint) =>
    testSite.rows<{ endpoint: string }>(
      `SELECT endpoint FROM push_subscription WHERE player_id = $1 ORDER BY id`,
      playerId,
    );

  it('are encrypted for the browser, signed by the site, and end by their button', async () => {
    const alice = await register();
    const { push } = await settings(alice);
    expect(push).toMatchObject({ browsers: 0, current: false });
    expect(Buffer.from(push.publicKey, 'base64url')).toHaveLength(65);
    expect((await subscribe(alice)).status).toBe(201);
    expect((await settings(alice)).push).toMatchObject({ browsers: 1, current: true });
    await notify(alice.id, 'before it was chosen');
    await choose(alice, 'achievement', 'push');
    await notify(alice.id, 'pushed', '<b>Nine</b>');
    await until('the message came', () => service.received.length === 1);
    const [{ message, headers } = { message: undefined, headers: {} }] = service.received;
    // Safari shows it by what it says itself: both are demanded there, and addresses have to be whole.
    expect(message).toMatchObject({
      web_push: 8030,
      notification: {
        title: 'New badge: <b>Nine</b>',
        body: 'See it on your card and badges page.',
        navigate: expect.stringMatching(/^https?:\/\/[^/]+\/achievements$/),
        actions: [{ title: 'Stop these', navigate: expect.stringMatching(/^https?:.*#unsubscribe=/) }],
      },
    });
    expect(JSON.stringify(message)).not.toMatch(new RegExp(`${alice.user.username}|${alice.user.email}`));
    const { claims, publicKey } = readVapid(headers['authorization'] ?? '');
    expect(publicKey).toBe(push.publicKey);
    expect(claims).toMatchObject({ aud: new URL(service.endpoint).origin, sub: 'mailto:op@example.org' });
    expect((await call('POST', '/notices/unsubscribe', null, { token: '' })).status).toBe(400);
    const token = message?.notification.data.stop;
    expect((await call('POST', '/notices/unsubscribe', null, { token })).status).toBe(204);
    expect((await settings(alice)).kinds.find(({ kind }) => kind === 'achievement')?.push).toBe(false);
  });

  it('are sent after a try that failed, and follow no redirect', async () => {
    const alice = await register();
    await subscribe(alice);
    await choose(alice, 'achievement', 'push');
    service.answer(307);
    await notify(alice.id, 'retried');
    const error = async () =>
      (
        await testSite.rows<{ last_error: string | null }>(
          `SELECT last_error FROM notice_delivery d JOIN notice n ON n.id = d.notice_id WHERE n.player_id = $1`,
          alice.id,
        )
      )[0]?.last_error;
    await until('the try failed', async () => (await error()) === 'the push service answered 307');
    service.answer(201);
    await testSite.rows(`UPDATE notice_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`);
    await until('it came', () => service.received.length === 1);
  });

  it.each([404, 410])(
    'remove a browser that the push service does not know any more (%i)',
    async (status) => {
      const alice = await register();
      await subscribe(alice);
      await choose(alice, 'achievement', 'push');
      service.answer(status);
      await notify(alice.id, 'gone');
      await until('the browser is removed', async () => (await browsersOf(alice.id)).length === 0);
    },
  );

  it('do not come once the channel was ended, even where they waited', async () => {
    const alice = await register();
    await subscribe(alice);
    await choose(alice, 'achievement', 'push');
    await testSite.rows(`UPDATE notice_setting SET push = false WHERE player_id = $1`, alice.id);
    await testSite.rows(
      `WITH made AS (INSERT INTO notice (player_id, kind, source, data, in_inbox)
        VALUES ($1, 'achievement', 'waiting', '{"achievement":"x","title":{"en":"x","es":"x"}}', true) RETURNING id)
      INSERT INTO notice_delivery (notice_id, channel, subscription_id)
      SELECT made.id, 'push', u.id FROM made, push_subscription u WHERE u.player_id = $1`,
      alice.id,
    );
    const state = async () =>
      (
        await testSite.rows<{ state: string }>(
          `SELECT state FROM notice_delivery d JOIN notice n ON n.id = d.notice_id WHERE n.player_id = $1`,
          alice.id,
        )
      )[0]?.state;
    await until('it was dropped', async () => (await state()) === 'dropped');
    expect(service.received).toEqual([]);
  });

  it('end with the session: by signing out, everywhere, by a new password, and by closing', async () => {
    const alice = await register();
    const { username } = alice.user;
    const login = async (): Promise<Player> => ({
      ...alice,
      token: (await call<{ token: string }>('POST', '/auth/login', null, { identifier: username, password }))
        .body.token,
    });
    const phone = await login();
    await subscribe(alice, `${service.endpoint}/desk`);
    await subscribe(phone, `${service.endpoint}/phone`);
    expect(await browsersOf(alice.id)).toHaveLength(2);
    await call('POST', '/auth/logout', phone.token);
    expect(await browsersOf(alice.id)).toEqual([{ endpoint: `${service.endpoint}/desk` }]);
    const tablet = await login();
    await subscribe(tablet, `${service.endpoint}/tablet`);
    await call('DELETE', '/user/sessions?except=current', alice.token);
    expect(await browsersOf(alice.id)).toEqual([{ endpoint: `${service.endpoint}/desk` }]);
    expect((await call('DELETE', '/user/push-subscription', alice.token)).status).toBe(204);
    expect((await call('DELETE', '/user/push-subscription', alice.token)).status).toBe(404);
    await subscribe(alice);
    expect((await call('DELETE', '/user/me', alice.token, { password })).status).toBe(204);
    for (const table of ['notice', 'notice_setting', 'push_subscription']) {
      expect(await testSite.rows(`SELECT FROM ${table} WHERE player_id = $1`, alice.id), table).toEqual([]);
    }
  });

  it('go to ten browsers of a player, one of each session, and to the player who signed in last', async () => {
    const [alice, bob] = [await register(), await register()];
    await subscribe(alice, `${service.endpoint}/0`);
    await subscribe(alice, `${service.endpoint}/again`);
    expect(await browsersOf(alice.id)).toEqual([{ endpoint: `${service.endpoint}/again` }]);
    const { username } = alice.user;
    const sessions = await Promise.all(
      Array.from({ length: 14 }, () =>
        call<{ token: string }>('POST', '/auth/login', null, { identifier: username, password }),
      ),
    );
    await Promise.all(
      sessions.map(({ body: { token } }, n) => subscribe({ ...alice, token }, `${service.endpoint}/${n}`)),
    );
    expect(await browsersOf(alice.id)).toHaveLength(10);
    const [{ endpoint } = { endpoint: '' }] = await browsersOf(alice.id);
    await subscribe(bob, endpoint);
    expect(await browsersOf(bob.id)).toEqual([{ endpoint }]);
    expect(await browsersOf(alice.id)).toHaveLength(9);
  });

  it('refuse keys and addresses that are not those of a browser', async () => {
    const { token } = await register();
    const bodies = [
      { endpoint: 'http://push.example.org/', keys: service.keys, language: 'en' },
      { endpoint: 'no address', keys: service.keys, language: 'en' },
      { endpoint: service.endpoint, keys: { ...service.keys, auth: 'short' }, language: 'en' },
      { endpoint: service.endpoint, keys: { ...service.keys, p256dh: 'A'.repeat(86) }, language: 'en' },
      { endpoint: service.endpoint, keys: service.keys, language: 'fr' },
      { endpoint: service.endpoint, language: 'en' },
    ];
    for (const body of bodies) {
      expect((await call('POST', '/user/push-subscription', token, body)).status, JSON.stringify(body)).toBe(
        400,
      );
    }
    expect((await call('POST', '/user/push-subscription', null, bodies[0])).status).toBe(401);
  });
});

it('leaves a clean audit', async () => {
  const findings = await audit(testSite.database);
  expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
});
