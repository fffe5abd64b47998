/** A page that connects receives what changed since its version of the player, and nothing else. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { once } from 'node:events';
import type { ServerEnvelope } from '@fairground/contract/live';
import type { User } from '@fairground/contract/user';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage } from '../../test/test-line.ts';
import { until } from '../../test/player-client.ts';
import { siteForAll } from '../../test/for-tests.ts';

const testSite = siteForAll();
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** Connects with the session's cookie, and subscribes; resolves once that is answered. */
const openPage = async (token: string, userVersion?: number) => {
  const { url } = testSite.site;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie: `session=${token}`, origin: url },
  });
  sockets.push(socket);
  const versions: number[] = [];
  const unread: number[] = [];
  const subscribed = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const { type, payload } = JSON.parse(data.toString()) as ServerEnvelope;
    if (type === 'subscribe_response') subscribed.resolve();
    if (type === 'notices_response') unread.push((payload.data as { unread: number }).unread);
    if (type === 'updatedUser_response') versions.push((payload.data as { user: User }).user.version);
  });
  await once(socket, 'open');
  const payload = { topics: [], ...(userVersion !== undefined && { userVersion }) };
  socket.send(signedMessage({ type: 'subscribe', payload, requestId: 's', nowMs: Date.now() }));
  await subscribed.promise;
  return {
    /** Versions of the player, as they were pushed. */
    versions,
    /** Numbers of unread notices, as they were pushed. */
    unread,
    pushed: (count: number) => until(`${count} versions were pushed`, () => versions.length >= count),
  };
};

/** The version after the bet. */
const placeBet = async (token: string): Promise<number> => {
  const answer = await testSite.call('POST', game.create, token, game.body);
  expect(answer.status).toBe(201);
  return (answer.body as unknown as { user: User }).user.version;
};

it('pushes what changed between the version of the page and its connection', async () => {
  const { token, user } = await testSite.register('late_page');
  const version = await placeBet(token);
  expect(version).toBeGreaterThan(user.version);
  const page = await openPage(token, user.version);
  await page.pushed(1);
  expect(page.versions).toEqual([version]);
});

it('pushes the number of unread notices to a page, which fetched it before', async () => {
  const { token, user } = await testSite.register('notices_page');
  const program = await openPage(token);
  const page = await openPage(token, user.version);
  await until('the number was pushed', () => page.unread.length > 0);
  expect(page.unread).toEqual([0]);
  expect(program.versions).toEqual([]);
});

it.each([
  ['a page with the newest version', true],
  ['a program, which names none', false],
])('pushes nothing to %s until something changes', async (_, namesVersion) => {
  const { token } = await testSite.register(namesVersion ? 'newest_page' : 'program');
  const first = await placeBet(token);
  const page = await openPage(token, namesVersion ? first : undefined);
  const second = await placeBet(token);
  await page.pushed(1);
  // Twice where the player is read after the bet was committed.
  expect(new Set(page.versions)).toEqual(new Set([second]));
});
