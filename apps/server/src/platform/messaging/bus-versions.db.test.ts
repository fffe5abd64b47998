/** Processes of two versions on one message server: each ignores the events of the other version. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { sessionEndedEvent, userChangedEvent } from '../../site/events.ts';
import { createValkeyBus } from './bus-valkey.ts';
import type { Bus } from './bus.ts';
import { systemClock } from '../clock.ts';
import { createLogger } from '../logger.ts';
import { until } from '../../../test/player-client.ts';
import {
  createValkeyServer,
  valkeyMissing,
  valkeyProgram,
  type ValkeyServer,
} from '../../../test/valkey-server.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';

if (valkeyProgram === undefined) console.info(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('events of another version', () => {
  let valkey: ValkeyServer;
  let testSite: TestSite;
  let other: Bus;
  let socket: WebSocket;
  let sessionId: string;

  beforeAll(async () => {
    valkey = await createValkeyServer();
    valkey.start();
    testSite = await startTestSite({ env: { VALKEY_URL: valkey.url } });
    other = createValkeyBus({ url: valkey.url, log: createLogger('silent'), clock: systemClock });
    const { token } = await testSite.register('alice');
    const [session] = await testSite.rows<{ id: bigint }>('SELECT id FROM session');
    sessionId = String(session?.id);
    const { url } = testSite.site;
    socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie: `session=${token}`, origin: url },
    });
    socket.on('error', () => undefined);
    await once(socket, 'open');
    await until('both reach the message server', async () => {
      const { messages } = (await testSite.site.app.inject('/api/health/ready')).json<{ messages: string }>();
      return messages === 'ok' && other.state() === 'ok';
    });
  });
  afterAll(async () => {
    socket?.terminate();
    await other?.close();
    await testSite?.close();
    valkey?.remove();
  });

  const countIgnored = async (channel: string, reason: string): Promise<number> => {
    const { body } = await testSite.site.app.inject('/metrics');
    const line = body
      .split('\n')
      .find(
        (each) => each.startsWith('fairground_bus_messages_ignored_total') && each.includes(`"${channel}"`),
      );
    return line?.includes(`"${reason}"`) === true ? Number(line.split(' ').at(-1)) : 0;
  };

  it('are counted and ignored, while events of the own version are handled', async () => {
    const pushed: string[] = [];
    socket.on('message', (data: Buffer) => pushed.push(data.toString()));
    const closed = once(socket, 'close');
    other.publish(sessionEndedEvent.channel, JSON.stringify({ v: 2, sessionId, since: 'an upgrade' }));
    other.publish(userChangedEvent.channel, JSON.stringify({ v: 1, id: 'of no player' }));
    await until('both are counted', async () => {
      const counts = [
        await countIgnored('session-ended', 'unknown_version'),
        await countIgnored('user', 'malformed'),
      ];
      return counts.every((count) => count === 1);
    });
    expect(socket.readyState).toBe(WebSocket.OPEN);
    expect(pushed.filter((text) => text.includes('updatedUser'))).toEqual([]);

    other.publish(sessionEndedEvent.channel, sessionEndedEvent.format({ sessionId }));
    await closed;
  });
});
