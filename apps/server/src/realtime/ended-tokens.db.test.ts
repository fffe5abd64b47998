/**
 * A29, A37 for access tokens on two processes: one that was ended on the first is refused by the second with its next
 * call, and the second closes the sockets that it is bound to, with the message server by its event and without it by
 * polling.
 */
import type { CreateTokenAnswer } from '@fairground/contract/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAskingSocket } from '../../test/asking-socket.ts';
import { until } from '../../test/player-client.ts';
import type { Answer, TestSite } from '../../test/test-site.ts';
import { startTwoProcesses, type TwoProcesses } from '../../test/two-processes.ts';
import { valkeyMissing, valkeyProgram, type ValkeyServer } from '../../test/valkey-server.ts';

const password = 'a meadow of lanterns';

interface Owner {
  /** The session token of the player who is signed in. */
  session: string;
  token: string;
  tokenId: string;
}

const succeed = async (answer: Promise<Answer>): Promise<void> => {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(text);
};

/** Each ends the token by a call to a process. */
const endings: Record<string, (at: TestSite, owner: Owner) => Promise<void>> = {
  'its owner': (at, { session, tokenId }) =>
    succeed(at.call('POST', `/user/tokens/${tokenId}/end`, session, {})),
  'a new password': (at, { session }) =>
    succeed(
      at.call('POST', '/user/update', session, {
        newPassword: 'another field of lamps',
        currentPassword: password,
      }),
    ),
  'signing out everywhere': (at, { session }) => succeed(at.call('DELETE', '/user/sessions', session)),
  closing: (at, { session }) => succeed(at.call('DELETE', '/user/me', session, { password })),
};

let owners = 0;
const createOwner = async (at: TestSite): Promise<Owner> => {
  const { token: session } = await at.register(`token_owner_${(owners += 1)}`);
  const { text } = await at.call('POST', '/user/tokens', session, {
    name: 'my bot',
    scopes: ['read'],
    days: 30,
    password,
  });
  const { token, info } = JSON.parse(text) as CreateTokenAnswer;
  return { session, token, tokenId: info.id };
};

/** Resolves once the connection is open. */
const openSocket = async (at: TestSite, session?: string) => {
  const { opened, ask } = openAskingSocket(at, session);
  await opened;
  return ask;
};

if (valkeyProgram === undefined) console.info(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('an access token that was ended on another process', () => {
  let processes: TwoProcesses;
  let valkey: ValkeyServer;
  let one: TestSite;
  let two: TestSite;
  let twoWithoutPolls: TestSite;
  beforeAll(async () => {
    processes = await startTwoProcesses();
    ({ valkey, one, two, twoWithoutPolls } = processes);
  });
  afterAll(() => processes?.close());

  it.each(Object.entries(endings))('is refused by the next call after %s', async (_name, end) => {
    const owner = await createOwner(one);
    const me = () => two.call('GET', '/user/me', owner.token);
    // Whatever the process may remember of it, it has learned by now.
    expect((await Promise.all([me(), me(), me()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    await end(one, owner);
    expect((await Promise.all([me(), me(), me()])).map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it.each(Object.entries(endings))('has no socket after %s, by the event alone', async (_name, end) => {
    await processes.untilBus('ok');
    const owner = await createOwner(one);
    const send = await openSocket(twoWithoutPolls);
    expect(await send(owner.token)).toBe('answered');
    await end(one, owner);
    await until('the socket is closed', async () => (await send(owner.token)) === 'closed');
    const again = await openSocket(twoWithoutPolls);
    expect(await again(owner.token)).toBe('refused');
  });

  it('is refused on a connection that a page opened with its session', async () => {
    await processes.untilBus('ok');
    const owner = await createOwner(one);
    const send = await openSocket(twoWithoutPolls, owner.session);
    expect(await send(owner.token)).toBe('answered');
    await endings['its owner']?.(one, owner);
    expect(await send(owner.token)).toBe('refused');
    // The session lives on, and so does its connection.
    expect(await send(owner.session)).toBe('answered');
  });

  it.each(Object.entries(endings))('has no socket after %s while the bus is away', async (_name, end) => {
    valkey.kill();
    await processes.untilBus('away');
    const owner = await createOwner(one);
    const send = await openSocket(two);
    expect(await send(owner.token)).toBe('answered');
    await end(one, owner);
    await until('the socket is closed', async () => (await send(owner.token)) === 'closed');
    expect((await two.call('GET', '/user/me', owner.token)).status).toBe(401);
    valkey.start();
  });
});
